import { commonWordSynonyms } from './common-words.ts'
import { listRegnalForms } from './regnal-numbers.ts'
import { streetTypeSynonyms } from './synonym-table.ts'

const synonymGroups = [...parseGroups(streetTypeSynonyms), ...parseGroups(commonWordSynonyms)]
const groupsByWord = new Map<string, string[][]>()
for (const group of synonymGroups) {
  for (const word of group) groupsByWord.set(word, [...(groupsByWord.get(word) ?? []), group])
}
const streetTypeWords = new Set(
  parseGroups(streetTypeSynonyms)
    .flat()
    .filter((word) => word.length > 2),
)

function parseGroups(text: string): string[][] {
  return text
    .trim()
    .split(/[\n|]/)
    .map((line) => [...new Set(line.trim().split(/\s+/))])
}

/** Suffixes that some languages attach without a space, as in "Hauptstr." and "Kerkstr.". */
const compoundEndings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(.{3,})str$/, ['$1strasse', '$1straat']],
  [/^(.{3,})strasse$/, ['$1str']],
  [/^(.{3,})straat$/, ['$1str']],
  [/^(.{3,})pl$/, ['$1platz', '$1plein']],
  [/^(.{3,})g$/, ['$1gatan', '$1gata', '$1gasse', '$1gade']],
  [/^(.{3,})v$/, ['$1vagen', '$1vej', '$1veien']],
  [/^(.{3,})k$/, ['$1katu']],
  [/^(.{3,})gt$/, ['$1gate']],
  [/^(.{3,})ln$/, ['$1laan']],
  [/^(.{3,})wg$/, ['$1weg']],
]

const compoundStreetPattern = /^(.{4,})(?:str|strasse|straat|gasse|platz|plein|weg|laan|gatan|vagen|vej|gade|allee)$/

/** Extracts the name from a word that includes the street type, as in "Mariahilferstr." for "Mariahilfer Straße". */
export function findNameInCompound(word: string): string | undefined {
  return compoundStreetPattern.exec(word)?.[1]
}

/**
 * Returns true for a generic category word in any language. Names contain these words, but a single category word is
 * rarely a name.
 */
export function isPlaceTypeWord(word: string): boolean {
  return groupsByWord.get(word)?.some(([first]) => placeTypeWords.has(first)) ?? false
}

const placeTypeWords = new Set('airport station university port hospital center building plaza square'.split(' '))

/** Lists alternative spellings of a word, excluding the word itself. */
export function listSynonyms(word: string): string[] {
  const synonyms = new Set((groupsByWord.get(word) ?? []).flat())
  for (const [ending, replacements] of compoundEndings) {
    if (ending.test(word)) for (const replacement of replacements) synonyms.add(word.replace(ending, replacement))
  }
  // German writes ä, ö, and ü as ae, oe, and ue if umlauts are unavailable, but folding only removes the dots.
  const wordWithoutUmlauts = word.replace(/([aou])e/g, '$1')
  if (wordWithoutUmlauts !== word && wordWithoutUmlauts.length >= 3) synonyms.add(wordWithoutUmlauts)
  for (const form of listRegnalForms(word)) synonyms.add(form)
  const number = /^(\d{1,3})(st|nd|rd|th)?$/.exec(word)
  if (number) {
    const ordinal = formatOrdinal(Number(number[1]))
    if (number[2] === undefined) synonyms.add(ordinal)
    // 24rd is not a valid ordinal and probably lacks a digit, so it is not 24.
    else if (word === ordinal) synonyms.add(number[1])
  }
  synonyms.delete(word)
  return [...synonyms]
}

/** Formats an ordinal for numbered streets, because 110 Street is a common form of 110th Street. */
export function formatOrdinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}

/** Returns true if the word only denotes a street type. */
export function isStreetType(word: string): boolean {
  return streetTypeWords.has(word)
}
