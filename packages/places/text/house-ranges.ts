import { foldText } from './fold.ts'
import type { HouseNumber } from './house-number.ts'

/** First and last number of a range of houses. */
export interface HouseRange {
  readonly first: number
  readonly last: number
  /** Whether all houses of the range are on the same side of the street, so that only every other number belongs to it. */
  readonly isOneSided: boolean
}

/**
 * Maximum difference between the two numbers of a range. If the difference is larger, the first number is a unit,
 * because Canadian and Australian addresses put the unit first: 7-119, 4/250.
 */
export const MAX_RANGE_DIFFERENCE = 100
/**
 * The same difference for a first number that is odd and a last number that is even, or the other way round. The houses
 * of a building are on one side of the street, so two such numbers are more often a unit and a house.
 */
const MAX_BOTH_SIDES_DIFFERENCE = 20
/** Minimum first number of a range whose last number is shortened, as in 1234-40. In Queens, 112-34 is one house. */
const MIN_SHORTENED_NUMBER = 1000

/** Returns the range that a number such as 12-14, 12bis-14, 12/14, or 1234-40 can mean, or undefined. */
export function toHouseRange({ number: first, suffix }: HouseNumber): HouseRange | undefined {
  const [, lastText] = /^(?:[a-z]{1,6}(?=-))?[-/](\d+)[a-z]?$/.exec(suffix) ?? []
  return lastText === undefined ? undefined : createRange(first, lastText)
}

function createRange(first: number, lastText: string): HouseRange | undefined {
  if (!/^[1-9]\d*$/.test(lastText)) return undefined
  const isShortened = first >= MIN_SHORTENED_NUMBER && lastText.length === 2
  const last = isShortened ? Math.floor(first / 100) * 100 + Number(lastText) : Number(lastText)
  const difference = last - first
  const isOneSided = difference % 2 === 0
  if (difference <= 0 || difference > (isOneSided ? MAX_RANGE_DIFFERENCE : MAX_BOTH_SIDES_DIFFERENCE)) return undefined
  return { first, last, isOneSided }
}

const dashes = '\\-\\u2010-\\u2015\\u2212\\ufe58\\ufe63\\uff0d'
const numberPattern = '\\p{N}{1,5}(?:\\s?(?:bis|ter|quater)|\\p{L})?'
/**
 * Words between the two numbers of a range. A capital A is not in the list, because in Finland 12 A 14 is flat 14 at
 * staircase A.
 */
const rangeWords = 'à|a|al|au|[Tt]o|[Tt]hrough|[Tt]hru|[Tt]ill?|[Tt]ot|[Tt]/m|[Bb]is|[Hh]asta|[Aa]té|do|до|по'
const rangePattern = new RegExp(
  `(?<![\\p{L}\\p{N}./${dashes}])(${numberPattern})(\\s*[${dashes}]\\s*|\\s+/\\s+|\\s+(?:${rangeWords})\\s+)(${numberPattern})(?![\\p{L}\\p{N}/${dashes}]|[.,]\\p{N})`,
  'gu',
)
/**
 * Writes all ranges with a hyphen. A range written with spaces or a word becomes 12 - 14, which is two words, because
 * the numbers may also be unrelated, as in Calle 7 - 12.
 */
export function normalizeRanges(text: string): string {
  if (!/\p{N}.+\p{N}/su.test(text)) return text
  return text.replace(rangePattern, (written: string, from: string, separator: string, to: string) => {
    const [first, last] = [from, to].map((number) => foldText(number).replace(/\s+/g, ''))
    if (!createRange(Number.parseInt(first, 10), last.replace(/[a-z]+$/, ''))) return written
    if (separator.includes('/') && !/[\p{L}]/u.test(separator)) return `${first}/${last}`
    return /\s/.test(separator) ? `${first} - ${last}` : `${first}-${last}`
  })
}

/** Lists the pairs of numbers that `normalizeRanges` wrote as separate words of a range. */
export function listSeparateRanges(text: string): readonly (readonly [string, string])[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}-])(\d+\p{L}*) - (\d+\p{L}*)/gu)].map(([, first, last]) => [first, last])
}
