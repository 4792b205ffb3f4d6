import { isNumeric, type Token, tokenize } from '../../text/tokenize.ts'

export interface QueryWord {
  readonly text: string
  readonly isNumeric: boolean
  /** The bit of this word in a word set. */
  readonly bit: number
  /** Index of the comma-separated part that contains the word. */
  readonly part: number
  /** True if the word occurred before: Montevideo, Departamento de Montevideo. */
  readonly isRepeated: boolean
}

/** Further words are ignored: each costs time, and word sets have 32 bits. */
export const MAX_WORDS = 16

/** Input beyond this length is not an address. Runs of spaces and control characters count once. */
const MAX_LETTERS = 250
const MAX_RAW_LETTERS = 2000

/** Clips the query, so that long input cannot slow down a search. */
export function clipText(text: string): string {
  if (text.length <= MAX_LETTERS && !/\s\s|\p{Cc}/u.test(text)) return text
  return text
    .slice(0, MAX_RAW_LETTERS)
    .replace(/[\s\p{Cc}]+/gu, (blank) => (/[\n\t]/.test(blank) ? '\n' : ' '))
    .slice(0, MAX_LETTERS)
}

/** Example: New York, New York. */
const MAX_OCCURRENCES = 2

/** Words that introduce a number and carry no meaning of their own. */
const houseNumberPrefixes = new Set('n no nr num numero nro number nummer numer hausnummer cislo broj dom'.split(' '))
/**
 * Words that precede an apartment or floor number. Maps do not contain these, and they must not be mistaken for the
 * house number.
 */
const apartmentWords = new Set(
  `apto apt apartment apartamento appartement apartman apart departamento dpto depto dept unit flat suite ste piso floor
  planta etage etaj stock kat kv kvartira byt lakas wohnung whg room rm office oficina of local sala bloco interno int`.split(
    /\s+/,
  ),
)

/** Words that follow a floor or door number: 2nd floor, 2. OG, 3º dcha. */
const floorWords = new Set(
  `floor fl og ug dg obergeschoss stock etage etg piso planta andar dcha izda izq izqda dch derecha izquierda esq dto
  kat emelet krs lgh patro pietro poschodi kerros`.split(/\s+/),
)
const ordinalPattern = /^\d{1,3}(?:st|nd|rd|th|o|a|e|er|eme)?$/

/** 1.234 is a house number with a thousands separator. */
const thousandsSeparator = /(?<![\p{N}.,])(\p{N}{1,3})\.(?=\p{N}{3}(?![\p{N}.,]*\p{N}))/gu
/** Old country prefixes of postcodes: D-10115, FL-9490. */
const postcodeCountryPrefix = /(?<![\p{L}\p{N}])\p{L}{1,3}-(?=\p{N}{4,5}(?![\p{L}\p{N}-]))/gu

export function parseWords(text: string): QueryWord[] {
  const tokens = tokenize(
    /\p{N}{3}/u.test(text) ? text.replace(thousandsSeparator, '$1').replace(postcodeCountryPrefix, '') : text,
  )
  const numbers = tokens.filter(({ text: word }) => isNumeric(word)).length
  /** A floor is left out only if another number can be that of the house. */
  const isFloor = (token: Token | undefined, next: Token | undefined) =>
    token !== undefined &&
    next !== undefined &&
    token.part === next.part &&
    floorWords.has(next.text) &&
    ordinalPattern.test(token.text) &&
    numbers > (isNumeric(token.text) ? 1 : 0)
  const occurrences = new Map<string, number>()
  const keptTokens = tokens.filter((token, tokenIndex) => {
    const next = tokens[tokenIndex + 1]
    const occurrence = (occurrences.get(token.text) ?? 0) + 1
    occurrences.set(token.text, occurrence)
    if (isFloor(token, next) || isFloor(tokens[tokenIndex - 1], token)) return false
    const isBeforeNumber = next !== undefined && isNumeric(next.text)
    if (isBeforeNumber && (houseNumberPrefixes.has(token.text) || apartmentWords.has(token.text))) return false
    const previousToken = tokens[tokenIndex - 1]
    return (
      occurrence <= MAX_OCCURRENCES &&
      !(
        previousToken !== undefined &&
        apartmentWords.has(previousToken.text) &&
        isNumeric(token.text) &&
        !isFloor(tokens[tokenIndex - 2], previousToken)
      )
    )
  })
  const seenWords = new Set<string>()
  return keptTokens.slice(0, MAX_WORDS).map(({ text: word, part }, wordIndex) => {
    const isRepeated = seenWords.has(word)
    seenWords.add(word)
    return { text: word, isNumeric: isNumeric(word), bit: 1 << wordIndex, part, isRepeated }
  })
}

/** True if the last word may be incomplete: nothing was typed after it. */
export function endsInsideWord(text: string): boolean {
  return /[\p{L}\p{N}\p{M}]$/u.test(text)
}
