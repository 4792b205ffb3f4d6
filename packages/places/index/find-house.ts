import { longitudeDifference } from '@fairway/geo'
import { formatHouseNumber, getRangeEnd, type HouseNumber, toSuffixKey } from '../text/house-number.ts'
import { type HouseRange, toHouseRange } from '../text/house-ranges.ts'
import { getWord, wordCount } from './dictionary.ts'
import { toDegrees } from './place-index.ts'
import { lowerBound } from './postings.ts'
import type { PlaceIndex } from './schema.ts'

export interface HouseMatch {
  /**
   * Known house number, which may be the number of a neighboring house. For an interpolated house, the requested
   * number.
   */
  readonly number: string
  readonly latitude: number
  readonly longitude: number
  readonly isInterpolated: boolean
  /** Match quality. 1 for an exact match, less for a nearby house or an interpolated position. */
  readonly quality: number
  /** True if the query names a range such as 12-14, and this is one of its houses. */
  readonly isPartOfRange?: boolean
}

/** Maximum gap between the numbers of two houses that are used for interpolation. */
export const MAX_NUMBER_GAP = 60
/** The same gap for numbers such as 112-34, in which the first part counts blocks. */
const MAX_BLOCK_GAP = 3
export const INTERPOLATED_QUALITY = 0.7
/** Quality if only one nearby house is known. This quality is lower than that of interpolated positions. */
const NEIGHBOR_QUALITY = 0.4
/**
 * Quality of a match with the second number. It is below 1, because flats are written the same way, but higher than for
 * interpolation.
 */
const SECOND_NUMBER_QUALITY = 0.85
/** Quality of the house at one end of a range. It is below 1, so that a house mapped with the whole range is preferred. */
const RANGE_END_QUALITY = 0.97
/** Quality of a house between the two ends of a range, which is probably another entrance of the same building. */
const WITHIN_RANGE_QUALITY = 0.9
/** Number of preceding houses to check for a range that includes the number. */
const MAX_RANGE_LOOKBACK = 40

/** Returns the house with this number, or its estimated position. */
export function findHouse(index: PlaceIndex, entry: number, target: HouseNumber): HouseMatch | undefined {
  const { entries, houses } = index
  const from = entries.houseFirst[entry]
  const to = entries.houseFirst[entry + 1]
  if (from === to) return undefined
  const start = lowerBound(houses.number, target.number, from, to)
  const range = toHouseRange(target)
  if (range && !hasBlockNumbers(index, from, to)) {
    const exactHouse = findSameNumber(index, start, to, target)
    if (exactHouse?.quality === 1) return exactHouse
    const house = findByRange(index, from, to, target, range)
    return house && { ...house, isPartOfRange: true }
  }
  return (
    findSameNumber(index, start, to, target) ??
    findDashedNumber(index, from, to, target) ??
    findInRange(index, from, start, target) ??
    findSecondNumber(index, from, to, target) ??
    interpolateHouse(index, from, start, to, target)
  )
}

export function readHouseNumber(index: PlaceIndex, house: number): HouseNumber {
  return { number: index.houses.number[house], suffix: getSuffixes(index).texts[index.houses.suffix[house]] }
}

interface Suffixes {
  readonly texts: readonly string[]
  readonly keys: readonly string[]
  /** Number after the dash, -1 if it begins with a zero as in 91-08, or 0 for other suffixes. */
  readonly dashedNumbers: readonly number[]
}

/**
 * Decoded suffixes of each index. They are decoded once, because there are few suffixes and a search compares many
 * houses.
 */
const suffixCache = new WeakMap<PlaceIndex, Suffixes>()

function getSuffixes(index: PlaceIndex): Suffixes {
  const cached = suffixCache.get(index)
  if (cached) return cached
  const texts = Array.from({ length: wordCount(index.suffixes) }, (_, suffix) => getWord(index.suffixes, suffix))
  const suffixes = { texts, keys: texts.map(toSuffixKey), dashedNumbers: texts.map(readDashedNumber) }
  suffixCache.set(index, suffixes)
  return suffixes
}

function readDashedNumber(suffix: string): number {
  const [, digits] = /^-(\d+)$/.exec(suffix) ?? []
  return digits === undefined ? 0 : digits.startsWith('0') ? -1 : Number(digits)
}

/**
 * Returns whether the street has numbers such as 112-34, in which the first part counts blocks. On such a street, 12-14
 * is one house and not a range.
 */
function hasBlockNumbers(index: PlaceIndex, from: number, to: number): boolean {
  const { dashedNumbers } = getSuffixes(index)
  const { number, suffix } = index.houses
  for (let house = from; house < to; house++) {
    const dashedNumber = dashedNumbers[suffix[house]]
    if (dashedNumber !== 0 && dashedNumber <= number[house]) return true
  }
  return false
}

/**
 * Finds a house for a range of numbers that the map does not contain in this form: the house at either end, then a
 * house between the ends, then a house that covers either end. Otherwise, estimates the position of the ends.
 */
function findByRange(
  index: PlaceIndex,
  from: number,
  to: number,
  target: HouseNumber,
  range: HouseRange,
): HouseMatch | undefined {
  const { number: numbers } = index.houses
  const firstSuffix = /^[a-z]*/.exec(target.suffix)?.[0] ?? ''
  const ends = [
    { number: range.first, suffix: firstSuffix, start: lowerBound(numbers, range.first, from, to) },
    { number: range.last, suffix: '', start: lowerBound(numbers, range.last, from, to) },
  ]
  const endHouses = ends.map((end) => findSameNumber(index, end.start, to, end))
  const endHouse =
    endHouses.find((house) => house !== undefined && house.quality >= ALIAS_QUALITY) ??
    endHouses.find((house) => house !== undefined)
  if (endHouse) return { ...endHouse, quality: Math.min(endHouse.quality, RANGE_END_QUALITY) }
  for (let house = ends[0].start; house < ends[1].start; house++) {
    if (range.isOneSided && (numbers[house] - range.first) % 2 !== 0) continue
    return toHouseMatch(index, house, WITHIN_RANGE_QUALITY)
  }
  const coveringHouse =
    findInRange(index, from, ends[0].start, ends[0]) ?? findInRange(index, from, ends[1].start, ends[1])
  if (coveringHouse) return coveringHouse
  const estimates = ends.map(({ number, suffix, start }) =>
    interpolateHouse(index, from, start, to, { number, suffix }),
  )
  return estimates.find((house) => house?.isInterpolated) ?? estimates.find((house) => house !== undefined)
}

/** Interchangeable suffixes of French house numbers. */
const letterAliases: Readonly<Record<string, string>> = { b: 'bis', bis: 'b', t: 'ter', ter: 't' }
const ALIAS_QUALITY = 0.95

/** Finds a house with this number. Prefers the same suffix, then no suffix, then any suffix. */
function findSameNumber(index: PlaceIndex, start: number, to: number, target: HouseNumber): HouseMatch | undefined {
  const { keys } = getSuffixes(index)
  const targetKey = toSuffixKey(target.suffix)
  let houseWithoutSuffix = -1
  let anyHouse = -1
  for (let house = start; house < to && index.houses.number[house] === target.number; house++) {
    const key = keys[index.houses.suffix[house]]
    if (key === targetKey) return toHouseMatch(index, house, 1)
    if (key !== '' && key === letterAliases[targetKey]) return toHouseMatch(index, house, ALIAS_QUALITY)
    if (key === '') houseWithoutSuffix = house
    if (anyHouse < 0) anyHouse = house
  }
  // The map may list 12a as 12, and 12/3 is often flat 3. However, 112-34 and 12к2 are different houses from 112 and
  // 12.
  const isLetter = /^(?:[a-z]+$|\/)/.test(targetKey)
  if (houseWithoutSuffix >= 0) return toHouseMatch(index, houseWithoutSuffix, isLetter ? 0.9 : 0.5)
  if (anyHouse < 0) return undefined
  return toHouseMatch(index, anyHouse, targetKey === '' ? 0.95 : isLetter ? 0.8 : 0.4)
}

/** Finds a number written without its dash. In Queens, 9110 is common for 91-10. */
function findDashedNumber(
  index: PlaceIndex,
  from: number,
  to: number,
  { number, suffix }: HouseNumber,
): HouseMatch | undefined {
  if (suffix !== '' || number < 100) return undefined
  const blockNumber = Math.floor(number / 100)
  const wantedSuffix = `-${String(number % 100).padStart(2, '0')}`
  for (let house = lowerBound(index.houses.number, blockNumber, from, to); house < to; house++) {
    if (index.houses.number[house] !== blockNumber) return undefined
    if (readHouseNumber(index, house).suffix === wantedSuffix) return toHouseMatch(index, house, 0.95)
  }
  return undefined
}

function findInRange(index: PlaceIndex, from: number, start: number, target: HouseNumber): HouseMatch | undefined {
  for (let house = start - 1; house >= Math.max(from, start - MAX_RANGE_LOOKBACK); house--) {
    const candidate = readHouseNumber(index, house)
    if (candidate.suffix !== '' && getRangeEnd(candidate) >= target.number) return toHouseMatch(index, house, 0.95)
  }
  return undefined
}

/**
 * Finds a house by its second number. Czech and Slovak houses have two numbers, as in 710/31. The second number counts
 * along the street and is often used alone.
 */
function findSecondNumber(
  index: PlaceIndex,
  from: number,
  to: number,
  { number, suffix }: HouseNumber,
): HouseMatch | undefined {
  const suffixKey = suffix === '' ? getSuffixes(index).keys.indexOf(`/${number}`) : -1
  if (suffixKey < 0) return undefined
  const house = index.houses.suffix.subarray(from, to).indexOf(suffixKey)
  // In 12/34, the second number is a flat or a corner.
  return house >= 0 && index.houses.number[from + house] > number
    ? toHouseMatch(index, from + house, SECOND_NUMBER_QUALITY)
    : undefined
}

/**
 * Interpolates between the nearest houses on the same side of the street, where all numbers are odd or all are even. If
 * only one of these houses is known, returns that house.
 */
function interpolateHouse(
  index: PlaceIndex,
  from: number,
  start: number,
  to: number,
  target: HouseNumber,
): HouseMatch | undefined {
  const { number, latitude, longitude } = index.houses
  const maxGap = /^-\d{2}$/.test(target.suffix) ? MAX_BLOCK_GAP : MAX_NUMBER_GAP
  const isSameSide = (house: number) => (number[house] - target.number) % 2 === 0
  let lowerHouse = start - 1
  while (lowerHouse >= from && !isSameSide(lowerHouse)) lowerHouse--
  let higherHouse = start
  while (higherHouse < to && !isSameSide(higherHouse)) higherHouse++
  const hasBelow = lowerHouse >= from && target.number - number[lowerHouse] <= maxGap
  const hasAbove = higherHouse < to && number[higherHouse] - target.number <= maxGap
  if (hasBelow && hasAbove) {
    const fraction = (target.number - number[lowerHouse]) / (number[higherHouse] - number[lowerHouse])
    return {
      number: formatHouseNumber(target),
      latitude: toDegrees(latitude[lowerHouse] + fraction * (latitude[higherHouse] - latitude[lowerHouse])),
      longitude: interpolateLongitude(toDegrees(longitude[lowerHouse]), toDegrees(longitude[higherHouse]), fraction),
      isInterpolated: true,
      quality: INTERPOLATED_QUALITY,
    }
  }
  if (!hasBelow && !hasAbove) return undefined
  // If only one neighbor is known, the result is that neighbor.
  return toHouseMatch(index, hasBelow ? lowerHouse : higherHouse, NEIGHBOR_QUALITY)
}

function toHouseMatch(index: PlaceIndex, house: number, quality: number): HouseMatch {
  return {
    number: formatHouseNumber(readHouseNumber(index, house)),
    latitude: toDegrees(index.houses.latitude[house]),
    longitude: toDegrees(index.houses.longitude[house]),
    isInterpolated: false,
    quality,
  }
}

/** Interpolates longitudes across the antimeridian. */
function interpolateLongitude(from: number, to: number, fraction: number): number {
  return longitudeDifference(0, from + fraction * longitudeDifference(from, to))
}
