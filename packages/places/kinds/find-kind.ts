import { getKind } from '../index/place-index.ts'
import type { PlaceIndex } from '../index/schema.ts'
import { containsBytes } from '../query/details-bytes.ts'
import { isStreetType } from '../text/synonyms.ts'
import { isNumeric, tokenizeToStrings } from '../text/tokenize.ts'
import { findKindByGoods, findKindByWords, mayNameKind, type PlaceKindTag } from './kind-table.ts'
import { parsePlace, parsePlaceBefore, removeQualifiers, separateNearby } from './query-phrases.ts'
import { listSingulars } from './singular.ts'

export type { PlaceKindTag } from './kind-table.ts'

/** A query that contains the words for a kind of place. */
export interface KindQuery {
  readonly kind: PlaceKindTag
  /** Remaining words, which are a name or a place. Empty if the query is only a kind. */
  readonly rest: string
  /** True if the remaining words are a place to search around, as in "gas station near the port". */
  readonly isNear: boolean
  /** True if the query also has words such as "best" or "the", so that it may be a name. */
  readonly isQualified: boolean
  /** True if the table contains only another form of the words, so that they may be the name of a town. */
  readonly isInflected: boolean
}

/** Maximum number of words in a term. No term in the table is longer. */
const MAX_KIND_WORDS = 6
/** Maximum number of words that are all changed to the singular. */
const MAX_PLURAL_WORDS = 3

/** Returns the tag for words such as "gas stations" or "farmacia", or undefined if they are not a kind of place. */
export function findKind(text: string): PlaceKindTag | undefined {
  const kindQuery = parseKindQuery(text)
  return kindQuery?.rest === '' ? kindQuery.kind : undefined
}

/** Finds a kind at the start or the end of a query. */
export function parseKindQuery(text: string): KindQuery | undefined {
  const words = tokenizeToStrings(separateNearby(text))
  // "The", "best" and the like are removed only if the complete words do not name a kind.
  const shortWords = removeQualifiers(words)
  const query = parseKindWords(words)
  if (query || shortWords.length === words.length) return query
  const shortQuery = parseKindWords(shortWords)
  return shortQuery && { ...shortQuery, isQualified: true }
}

function parseKindWords(words: readonly string[]): KindQuery | undefined {
  for (let length = Math.min(words.length, MAX_KIND_WORDS); length > 0; length--) {
    const [first, last] = [words.slice(0, length), words.slice(-length)]
    const kindFirst = findKindOfWords(first)
    if (kindFirst) return toQuery(kindFirst, first, parsePlace(words.slice(length)), length < words.length)
    const kindLast = findKindOfWords(last)
    if (kindLast) return toQuery(kindLast, last, parsePlaceBefore(words.slice(0, -length)), length < words.length)
  }
  return undefined
}

/** Returns undefined for addresses, such as Station Road 5, Court Street and Camí del Mig. */
function toQuery(
  kind: PlaceKindTag,
  words: readonly string[],
  place: Pick<KindQuery, 'rest' | 'isNear'>,
  isQualified: boolean,
): KindQuery | undefined {
  const isAddress = place.rest.split(' ').some((word) => isStreetType(word) || isNumeric(word))
  const isStreet = isQualified && words.every(isStreetType)
  if ((isAddress || isStreet) && !place.isNear) return undefined
  return { kind, ...place, isQualified, isInflected: findKindByWords(words.join(' ')) === undefined }
}

/** Returns true if the entry is of this kind. The gazetteer has airports but no tags for them. */
export function isOfKind(
  index: PlaceIndex,
  entry: number,
  { key, value, alsoTagged: otherTags, requiredTag }: PlaceKindTag,
): boolean {
  const kind = getKind(index, entry)
  if (kind === 'airport') return value === 'aerodrome'
  if (kind !== 'poi' || (requiredTag && !hasTag(index, entry, ...requiredTag))) return false
  return (
    hasTag(index, entry, key, value) || otherTags.some(([otherKey, other]) => hasTag(index, entry, otherKey, other))
  )
}

/**
 * Returns whether the entry has a tag. A tag may have multiple values, as in "cafe;bar". Values after the first are
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

function findKindOfWords(words: readonly string[]): PlaceKindTag | undefined {
  if (!words.every(mayNameKind)) return undefined
  const text = words.join(' ')
  const singulars = words.map((word) => listSingulars(word, words.length === 1))
  return (
    findKindByWords(text) ??
    findSingular(words, singulars, findKindByWords) ??
    findKindByGoods(text) ??
    findSingular(words, singulars, findKindByGoods)
  )
}

/**
 * Finds a kind after removing plural endings. The ending is removed from one word, or from all words, as in Romance
 * languages.
 */
function findSingular(
  words: readonly string[],
  singulars: readonly (readonly string[])[],
  find: (text: string) => PlaceKindTag | undefined,
): PlaceKindTag | undefined {
  for (const [wordIndex, forms] of singulars.entries()) {
    for (const form of forms) {
      const tag = find(words.with(wordIndex, form).join(' '))
      if (tag) return tag
    }
  }
  if (words.length < 2 || words.length > MAX_PLURAL_WORDS) return undefined
  let phrases: string[] = ['']
  for (const [wordIndex, word] of words.entries()) {
    phrases = phrases.flatMap((phrase) => [word, ...singulars[wordIndex]].map((form) => `${phrase} ${form}`.trim()))
  }
  return phrases.map(find).find((tag) => tag !== undefined)
}
