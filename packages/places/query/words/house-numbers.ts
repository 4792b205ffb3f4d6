import { type HouseNumber, parseHouseNumber } from '../../text/house-number.ts'
import { MAX_RANGE_DIFFERENCE } from '../../text/house-ranges.ts'
import type { QueryWord } from './query-words.ts'

/** A number in the query that may be a house number. */
export interface HouseCandidate {
  readonly bits: number
  readonly number: HouseNumber
  /** Whether exactly this house must exist. If it does not exist, the words have another meaning. */
  readonly mustExist?: boolean
}

/**
 * Lists numbers in the query, alone or combined with a following letter or with the end of a range: 12, 12 a, 12 bis,
 * 12 - 14.
 */
export function listHouseNumbers(query: readonly QueryWord[]): HouseCandidate[] {
  const candidates: HouseCandidate[] = []
  for (const [wordIndex, word] of query.entries()) {
    if (!word.isNumeric) continue
    const next = query[wordIndex + 1]
    const isSuffix = next !== undefined && /^([a-z]|bis|ter|quater)$/.test(next.text)
    const joinedNumber = isSuffix ? parseHouseNumber(`${word.text}${next.text}`) : undefined
    if (joinedNumber && next) candidates.push({ bits: word.bit | next.bit, number: joinedNumber })
    const range = word.startsRange && next ? parseHouseNumber(`${word.text}-${next.text}`) : undefined
    if (range && next) candidates.push({ bits: word.bit | next.bit, number: range })
    const building = joinBuilding(query, wordIndex)
    if (building) candidates.push(building)
    const singleNumber = parseHouseNumber(word.text)
    if (singleNumber) candidates.push({ bits: word.bit, number: singleNumber })
    const startsPart = query[wordIndex - 1]?.part !== word.part && next?.part === word.part && !next.isNumeric
    const houseAfterUnit = findHouseAfterUnit(word.text, startsPart)
    if (houseAfterUnit) candidates.push({ bits: word.bit, number: houseAfterUnit, mustExist: startsPart })
  }
  return candidates
}

/**
 * Joins a house number with its block and building, as in the Russian forms "12 корп. 2 стр. 1" and "12 к2". Also joins
 * a second number.
 */
function joinBuilding(query: readonly QueryWord[], wordIndex: number): HouseCandidate | undefined {
  let { text, bit: bits } = query[wordIndex]
  let nextIndex = wordIndex + 1
  for (; nextIndex < query.length; nextIndex++) {
    const [word, next] = [query[nextIndex], query[nextIndex + 1]]
    if (/^(?:k|s|korp|str)\d+[a-z]?$/.test(word.text)) text += word.text
    else if (/^(?:k|s|korp|korpus|kor|str|stroenie)$/.test(word.text) && next?.isNumeric) {
      text += word.text + next.text
      bits |= next.bit
      nextIndex++
    } else break
    bits |= word.bit
  }
  const second = query[nextIndex]
  // Houses in Czech towns have two numbers, such as 104 1676.
  if (
    nextIndex === wordIndex + 1 &&
    second?.isNumeric &&
    second.part === query[wordIndex].part &&
    /^\d+$/.test(second.text)
  ) {
    text += ` ${second.text}`
    bits |= second.bit
  } else if (nextIndex === wordIndex + 1) return undefined
  const number = parseHouseNumber(text)
  return number && { bits, number, mustExist: number.suffix.startsWith(' ') }
}

function findHouseAfterUnit(text: string, startsPart: boolean): HouseNumber | undefined {
  const [, unit, separator, house] = /^(\d{1,4})([-/])(\d{1,5}[a-z]?)$/.exec(text) ?? []
  if (unit === undefined || house === undefined) return undefined
  const number = parseHouseNumber(house)
  if (startsPart && separator === '/') return number
  return number && number.number - Number(unit) > MAX_RANGE_DIFFERENCE ? number : undefined
}
