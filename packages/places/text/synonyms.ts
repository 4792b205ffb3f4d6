import { otherWords } from './common-words.ts'
import { streetTypes } from './synonym-table.ts'

const groups = [...parseGroups(streetTypes), ...parseGroups(otherWords)]
const groupsOf = new Map<string, string[][]>()
for (const group of groups) {
  for (const word of group) groupsOf.set(word, [...(groupsOf.get(word) ?? []), group])
}
const typeWords = new Set(
  parseGroups(streetTypes)
    .flat()
    .filter((word) => word.length > 2),
)

function parseGroups(text: string): string[][] {
  return text
    .trim()
    .split(/[\n|]/)
    .map((line) => [...new Set(line.trim().split(/\s+/))])
}

/** Suffixes that some languages attach without a space: Hauptstr., Kerkstr. */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(.{3,})str$/, ['$1strasse', '$1straat']],
  [/^(.{3,})strasse$/, ['$1str']],
  [/^(.{3,})straat$/, ['$1str']],
  [/^(.{3,})pl$/, ['$1platz', '$1plein']],
  [/^(.{3,})g$/, ['$1gatan', '$1gata']],
  [/^(.{3,})v$/, ['$1vagen', '$1vej']],
]

const compound = /^(.{4,})(?:str|strasse|straat|gasse|platz|plein|weg|laan|gatan|vagen|vej|gade|allee)$/

/** Extracts the name from a word that includes the street type: Mariahilferstr. for Mariahilfer Straße. */
export function nameInCompound(word: string): string | undefined {
  return compound.exec(word)?.[1]
}

/** True for a generic category word in any language. Names contain it, but alone it rarely is a name. */
export function isKindWord(word: string): boolean {
  return groupsOf.get(word)?.some(([first]) => kindWords.has(first)) ?? false
}

const kindWords = new Set('airport station university port hospital center building plaza square'.split(' '))

/** Alternative spellings of a word, excluding the word itself. */
export function synonymsOf(word: string): string[] {
  const found = new Set((groupsOf.get(word) ?? []).flat())
  for (const [ending, others] of endings) {
    if (ending.test(word)) for (const other of others) found.add(word.replace(ending, other))
  }
  // German replaces ä, ö, ü by ae, oe, ue when umlauts are unavailable, while folding only removes the dots.
  const plain = word.replace(/([aou])e/g, '$1')
  if (plain !== word && plain.length >= 3) found.add(plain)
  const number = /^(\d{1,3})(st|nd|rd|th)?$/.exec(word)
  if (number) found.add(number[2] === undefined ? ordinal(Number(word)) : number[1])
  found.delete(word)
  return [...found]
}

/** Numbered streets: 110 Street is a common form of 110th Street. */
export function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}

/** True if the word only denotes a street type. */
export function isStreetType(word: string): boolean {
  return typeWords.has(word)
}
