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

/** Endings that words of some languages carry without a blank: Hauptstr., Kerkstr. */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^(.{3,})str$/, ['$1strasse', '$1straat']],
  [/^(.{3,})strasse$/, ['$1str']],
  [/^(.{3,})straat$/, ['$1str']],
  [/^(.{3,})pl$/, ['$1platz', '$1plein']],
  [/^(.{3,})g$/, ['$1gatan', '$1gata']],
  [/^(.{3,})v$/, ['$1vagen', '$1vej']],
]

const compound = /^(.{4,})(?:str|strasse|straat|gasse|platz|plein|weg|laan|gatan|vagen|vej|gade|allee)$/

/** The name in a word that says the kind of street too: Mariahilferstr. for Mariahilfer Straße. */
export function nameInCompound(word: string): string | undefined {
  return compound.exec(word)?.[1]
}

/** A word for a kind of thing, in any language: names have it, and alone it is hardly one. */
export function isKindWord(word: string): boolean {
  return groupsOf.get(word)?.some(([first]) => kindWords.has(first)) ?? false
}

const kindWords = new Set('airport station university port hospital center building plaza square'.split(' '))

/** Other ways to write a word, itself not among them. */
export function synonymsOf(word: string): string[] {
  const found = new Set((groupsOf.get(word) ?? []).flat())
  for (const [ending, others] of endings) {
    if (ending.test(word)) for (const other of others) found.add(word.replace(ending, other))
  }
  // German writes ä, ö, ü as ae, oe, ue where it has no dots; folding takes the dots away.
  const plain = word.replace(/([aou])e/g, '$1')
  if (plain !== word && plain.length >= 3) found.add(plain)
  const number = /^(\d{1,3})(st|nd|rd|th)?$/.exec(word)
  if (number) found.add(number[2] === undefined ? ordinal(Number(word)) : number[1])
  found.delete(word)
  return [...found]
}

/** Numbered streets: people write 110 Street for 110th Street. */
export function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}

/** Whether it only says what kind of street something is. */
export function isStreetType(word: string): boolean {
  return typeWords.has(word)
}
