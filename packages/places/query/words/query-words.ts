import { isNumeric, tokenize } from '../../text/tokenize.ts'

/** A word of what was asked for. */
export interface QueryWord {
  readonly text: string
  readonly isNumeric: boolean
  /** Its bit in a set of words. */
  readonly bit: number
  /** Between which commas it stands. */
  readonly part: number
  /** It was written before: Montevideo, Departamento de Montevideo. */
  readonly isRepeated: boolean
}

/** More words than an address has are not looked at: each costs time, and sets of them are 32 bits. */
export const MAX_WORDS = 16

/** What comes after so many letters is no address any more; blanks and control characters count once. */
const MAX_LETTERS = 250
const MAX_RAW_LETTERS = 2000

/** The part of a text that is looked at: nobody may make a search slow by writing much. */
export function clipText(text: string): string {
  if (text.length <= MAX_LETTERS && !/\s\s|\p{Cc}/u.test(text)) return text
  return text
    .slice(0, MAX_RAW_LETTERS)
    .replace(/[\s\p{Cc}]+/gu, (blank) => (/[\n\t]/.test(blank) ? '\n' : ' '))
    .slice(0, MAX_LETTERS)
}

/** New York, New York. */
const MAX_REPEATED = 2

/** Words that announce a number and say nothing themselves. */
const announcers = new Set('n no nr num numero nro number nummer numer hausnummer cislo broj dom'.split(' '))
/** Words before the number of a flat or a floor, which no map has and which must not be taken for that of the house. */
const units = new Set(
  `apto apt apartment apartamento appartement apartman apart departamento dpto depto dept unit flat suite ste piso floor
  planta etage etaj stock kat kv kvartira byt lakas wohnung whg room rm office oficina of local sala bloco interno int`.split(
    /\s+/,
  ),
)

/** 1.234 is a number of a house where people part thousands. */
const thousands = /(?<![\p{N}.,])(\p{N}{1,3})\.(?=\p{N}{3}(?![\p{N}.,]*\p{N}))/gu
/** What post offices once wrote before the code of a place abroad: D-10115, FL-9490. */
const countryOfCode = /(?<![\p{L}\p{N}])\p{L}{1,3}-(?=\p{N}{4,5}(?![\p{L}\p{N}-]))/gu

export function parseWords(text: string): QueryWord[] {
  const tokens = tokenize(/\p{N}{3}/u.test(text) ? text.replace(thousands, '$1').replace(countryOfCode, '') : text)
  const times = new Map<string, number>()
  const kept = tokens.filter((token, at) => {
    const next = tokens[at + 1]
    const time = (times.get(token.text) ?? 0) + 1
    times.set(token.text, time)
    const announces = next !== undefined && isNumeric(next.text)
    if (announces && (announcers.has(token.text) || units.has(token.text))) return false
    const before = tokens[at - 1]
    return time <= MAX_REPEATED && !(before !== undefined && units.has(before.text) && isNumeric(token.text))
  })
  const seen = new Set<string>()
  return kept.slice(0, MAX_WORDS).map(({ text: word, part }, at) => {
    const isRepeated = seen.has(word)
    seen.add(word)
    return { text: word, isNumeric: isNumeric(word), bit: 1 << at, part, isRepeated }
  })
}

/** Whether the last word may be the beginning of one: nothing was typed after it. */
export function endsOpen(text: string): boolean {
  return /[\p{L}\p{N}\p{M}]$/u.test(text)
}
