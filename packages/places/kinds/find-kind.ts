import { getKind } from '../index/place-index.ts'
import type { PlaceIndex } from '../index/schema.ts'
import { containsBytes } from '../query/details-bytes.ts'
import { tokenizeToStrings } from '../text/tokenize.ts'
import { everydayWords } from './data/everyday-words.ts'
import { kindWords } from './data/kind-words.ts'

/** A kind of place, with its OpenStreetMap tag and other tags with the same meaning. */
export interface PlaceKindTag {
  readonly key: string
  readonly value: string
  readonly alsoTagged: readonly (readonly [key: string, value: string])[]
}

const alsoTagged: Readonly<Record<string, PlaceKindTag['alsoTagged']>> = {
  'amenity=hospital': [['healthcare', 'hospital']],
  'amenity=clinic': [['healthcare', 'clinic']],
  'amenity=pharmacy': [['healthcare', 'pharmacy']],
  'amenity=doctors': [['healthcare', 'doctor']],
  'amenity=dentist': [['healthcare', 'dentist']],
  'amenity=atm': [['atm', 'yes']],
  'amenity=university': [['amenity', 'college']],
  'railway=station': [['railway', 'halt']],
  'amenity=grave_yard': [['landuse', 'cemetery']],
  'cuisine=steak_house': [
    ['cuisine', 'barbecue'],
    ['cuisine', 'steak'],
  ],
}

/** A query that contains the words for a kind of place. */
export interface KindQuery {
  readonly kind: PlaceKindTag
  /** Remaining words, which are a name or a place. Empty if the query is only a kind. */
  readonly rest: string
  /** True if the remaining words are a place to search around, as in "gas station near the port". */
  readonly isNear: boolean
}

const tagByWord = new Map<string, PlaceKindTag>()
for (const line of [kindWords, everydayWords].flatMap((table) => table.trim().split('\n'))) {
  const [tag = '', words = ''] = line.split('\t')
  const [key = '', value = ''] = tag.split('=')
  const kind = { key, value, alsoTagged: alsoTagged[tag] ?? [] }
  for (const word of words.split('|')) tagByWord.set(tokenizeToStrings(word).join(' '), kind)
}

/** Maximum number of words in a term. No term in the table is longer. */
const MAX_KIND_WORDS = 6
/**
 * Plural endings and the singular endings that they replace, as in farmacias, Apotheken, farmacie, panetterie,
 * alberghi, banche, and restauranger.
 */
const pluralEndings: readonly (readonly [ending: string, singulars: readonly string[]])[] = [
  ['s', ['']],
  ['es', ['', 'e']],
  ['ies', ['y', 'ie']],
  ['ses', ['s']],
  ['eaux', ['eau']],
  ['aux', ['al', 'ail']],
  ['x', ['']],
  ['nen', ['n']],
  ['en', ['', 'e']],
  ['n', ['']],
  ['e', ['', 'a']],
  ['er', ['', 'e']],
  ['ar', ['', 'e', 'a']],
  ['or', ['a', '']],
  ['i', ['', 'o', 'e', 'a', 'io']],
  ['he', ['a']],
  ['hi', ['o']],
  ['y', ['', 'a']],
  ['a', ['', 'um', 'o']],
  ['os', ['o']],
  ['oes', ['ao']],
  ['is', ['l']],
  ['ns', ['m']],
  ['zen', ['s']],
  ['ven', ['f']],
  ['rzy', ['r']],
  ['sci', ['sta']],
  ['ie', ['aya', 'ia']],
]
const MIN_STEM_LENGTH = 3

/** Folded words between a kind and a place. */
const nearWords = new Set(
  `near|near to|nearby|close to|next to|around|by|in|at|on|cerca|cerca de|cerca del|en|en el|en la|junto a|alrededor de
  |perto de|perto da|perto do|em|no|na|pres de|pres du|proche de|a|au|dans|autour de|bei|in der nahe von|nahe|in|am|um
  |vicino a|vicino|presso|nei pressi di|intorno a|bij|nabij|dichtbij|in de buurt van|nara|vid|naer|nar|ved|i naerheten af|i naerheten av
  |i|blisko|w poblizu|w|kolo|obok|ryadom s|ryadom|okolo|vozle|v|u|bilya|poruch z|blizu|pri|langa|lahella|kozeleben
  |yakininda|aproape de|langa|in apropiere de|a prop de|prop de|gan|tai|dekat|di dekat|di|proksime al|proksime de`
    .split('|')
    .map((word) => word.trim()),
)
/** Words between a kind and a name. */
const ofWords = new Set('de del da do di du of von van'.split(' '))
/** Words for "here", which means the requested position or, without one, the loaded map. */
const hereWords = new Set(
  `me|mi|mi ubicacion|here|aqui|nearby|near me|mim|moi|ici|mir|hier|me stesso|qui|mnie|mnya|menya|mene|mij|mig|meg|saya|toi
  |closest|nearest|open now|around me|cercana|cercano|cercanas|cercanos|mas cercana|mas cercano`
    .split('|')
    .map((word) => word.trim()),
)

/** Returns the tag for words such as "gas stations" or "farmacia", or undefined if they are not a kind of place. */
export function findKind(text: string): PlaceKindTag | undefined {
  const words = tokenizeToStrings(text)
  return words.length > MAX_KIND_WORDS ? undefined : findKindOfWords(words)
}

/** Finds a kind at the start or the end of a query. */
export function parseKindQuery(text: string): KindQuery | undefined {
  const words = tokenizeToStrings(text)
  for (let length = Math.min(words.length, MAX_KIND_WORDS); length > 0; length--) {
    const kindFirst = findKindOfWords(words.slice(0, length))
    if (kindFirst) return { kind: kindFirst, ...parseRest(words.slice(length)) }
    const kindLast = findKindOfWords(words.slice(-length))
    if (kindLast) return { kind: kindLast, rest: parseHere(words.slice(0, -length)), isNear: false }
  }
  return undefined
}

/** Returns true if the entry is of this kind. The gazetteer has airports but no tags for them. */
export function isOfKind(
  index: PlaceIndex,
  entry: number,
  { key, value, alsoTagged: otherTags }: PlaceKindTag,
): boolean {
  const kind = getKind(index, entry)
  if (kind === 'airport') return value === 'aerodrome'
  if (kind !== 'poi') return false
  return (
    hasTag(index, entry, key, value) || otherTags.some(([otherKey, other]) => hasTag(index, entry, otherKey, other))
  )
}

/**
 * Returns whether the entry has a tag. A tag may have multiple values, as in cafe;bar. Values after the first are
 * checked only for cuisines.
 */
function hasTag(index: PlaceIndex, entry: number, key: string, value: string): boolean {
  if (containsBytes(index, entry, encode(`"${key}":"${value}"`))) return true
  if (containsBytes(index, entry, encode(`"${key}":"${value};`))) return true
  return (
    key === 'cuisine' &&
    (containsBytes(index, entry, encode(`;${value}"`)) || containsBytes(index, entry, encode(`;${value};`)))
  )
}

const encoder = new TextEncoder()
const encodedTags = new Map<string, Uint8Array>()

/** Encodes a tag. The bytes are cached, because the table has few tags and each is compared with many entries. */
function encode(tag: string): Uint8Array {
  const bytes = encodedTags.get(tag) ?? encoder.encode(tag)
  encodedTags.set(tag, bytes)
  return bytes
}

function parseRest(words: readonly string[]): Pick<KindQuery, 'rest' | 'isNear'> {
  if (ofWords.has(words[0])) return { rest: parseHere(words.slice(1)), isNear: false }
  for (let length = Math.min(4, words.length); length > 0; length--) {
    if (!nearWords.has(words.slice(0, length).join(' '))) continue
    const remainingText = parseHere(words.slice(length))
    return { rest: remainingText, isNear: remainingText !== '' }
  }
  return { rest: parseHere(words), isNear: false }
}

function parseHere(words: readonly string[]): string {
  const remainingText = words.join(' ')
  return hereWords.has(remainingText) ? '' : remainingText
}

function findKindOfWords(words: readonly string[]): PlaceKindTag | undefined {
  const text = words.join(' ')
  return tagByWord.get(text) ?? findSingular(words)
}

/**
 * Finds a kind after removing plural endings. The ending is removed from one word, or from all words as in Romance
 * languages.
 */
function findSingular(words: readonly string[]): PlaceKindTag | undefined {
  const singulars = words.map(listSingulars)
  for (const [wordIndex, forms] of singulars.entries()) {
    for (const form of forms) {
      const tag = tagByWord.get(words.with(wordIndex, form).join(' '))
      if (tag) return tag
    }
  }
  if (words.length < 2 || words.length > MAX_PLURAL_WORDS) return undefined
  let phrases: string[] = ['']
  for (const [wordIndex, word] of words.entries()) {
    phrases = phrases.flatMap((phrase) => [word, ...singulars[wordIndex]].map((form) => `${phrase} ${form}`.trim()))
  }
  return phrases.map((phrase) => tagByWord.get(phrase)).find((tag) => tag !== undefined)
}

const MAX_PLURAL_WORDS = 3

function listSingulars(word: string): string[] {
  const forms = pluralEndings.flatMap(([ending, singulars]) => {
    if (!word.endsWith(ending) || word.length - ending.length < MIN_STEM_LENGTH) return []
    return singulars.map((singular) => word.slice(0, -ending.length) + singular)
  })
  // Dutch doubles a long vowel in the singular and a consonant in the plural, as in scholen, bioscopen, and winkels.
  const dutch = /^(.+)([aeou])([bcdfgklmnprst])en$/.exec(word)
  if (dutch) forms.push(`${dutch[1]}${dutch[2]}${dutch[2]}${dutch[3]}`)
  const doubledConsonant = /^(.+)([bdfgklmnprst])\2en$/.exec(word)
  if (doubledConsonant) forms.push(`${doubledConsonant[1]}${doubledConsonant[2]}`)
  return forms
}
