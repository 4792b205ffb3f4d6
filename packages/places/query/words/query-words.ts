import { listSeparateRanges, normalizeRanges } from '../../text/house-ranges.ts'
import { formatOrdinal, isStreetType } from '../../text/synonyms.ts'
import { isNumeric, type Token, tokenize } from '../../text/tokenize.ts'
import { removeUnits } from './units.ts'

export interface QueryWord {
  readonly text: string
  readonly isNumeric: boolean
  /** Bit of this word in a word set. */
  readonly bit: number
  /** Index of the comma-separated part that contains the word. */
  readonly part: number
  /** True if the word occurred before, as in "Montevideo, Departamento de Montevideo". */
  readonly isRepeated: boolean
  /** True if this word and the next one are the two numbers of a range, as in 12 - 14. */
  readonly startsRange?: boolean
}

/** Maximum number of words. Further words are ignored, because each word takes time and word sets have 32 bits. */
export const MAX_WORDS = 16

/**
 * Maximum length of a query. Longer input is not an address. A run of spaces or control characters counts as one
 * character.
 */
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

/** Maximum number of occurrences of a word, as in "New York, New York". */
const MAX_OCCURRENCES = 2

/** Matches thousands separators in house numbers, such as 1.234. */
const thousandsSeparatorPattern = /(?<![\p{N}.,])(\p{N}{1,3})\.(?=\p{N}{3}(?![\p{N}.,]*\p{N}))/gu
/** Matches old country prefixes of postcodes, such as D-10115 and FL-9490. */
const postcodeCountryPrefixPattern = /(?<![\p{L}\p{N}])\p{L}{1,3}-(?=\p{N}{4,5}(?![\p{L}\p{N}-]))/gu

/** Matches a unit before the house number, as in #5-100 Main Street. */
const unitPrefixPattern = /^\s*#\s*[\p{L}\p{N}]{1,5}\s*-\s*(?=\p{N})/u

export function parseWords(text: string): QueryWord[] {
  const address = normalizeRanges(text.replace(unitPrefixPattern, ''))
  const ranges = listSeparateRanges(address)
  const tokens = tokenize(
    /\p{N}{3}/u.test(address)
      ? address.replace(thousandsSeparatorPattern, '$1').replace(postcodeCountryPrefixPattern, '')
      : address,
  ).flatMap(splitJoinedNumber)
  const occurrences = new Map<string, number>()
  const keptTokens = removeUnits(tokens).filter((token) => {
    const occurrence = (occurrences.get(token.text) ?? 0) + 1
    occurrences.set(token.text, occurrence)
    return occurrence <= MAX_OCCURRENCES
  })
  const seenWords = new Set<string>()
  return keptTokens.slice(0, MAX_WORDS).map(({ text: word, part }, wordIndex, words) => {
    const isRepeated = seenWords.has(word)
    seenWords.add(word)
    const nextWord = words[wordIndex + 1]?.text
    const startsRange = ranges.some(([first, last]) => first === word && last === nextWord)
    return { text: word, isNumeric: isNumeric(word), bit: 1 << wordIndex, part, isRepeated, startsRange }
  })
}

/**
 * Splits a word and a house number without a space, as in "Hauptstraße12" and "12Hauptstraße". A name such as
 * "Studio54" still matches.
 */
function splitJoinedNumber(token: Token): Token[] {
  const { text, part } = token
  const match = /^([a-z]{4,})(\d{1,5}[a-z]?)$/.exec(text) ?? /^(\d{1,5})(?!quater$)([a-z]{4,})$/.exec(text)
  // In 209thStreet, the letters after the number belong to the number.
  if (match && text.startsWith(formatOrdinal(Number(match[1]))) && !isStreetType(match[2])) return [token]
  return match ? [match[1], match[2]].map((word) => ({ text: word, part })) : [token]
}

/** Returns true if the last word may be incomplete because no character was typed after it. */
export function endsInsideWord(text: string): boolean {
  return /[\p{L}\p{N}\p{M}]$/u.test(text)
}
