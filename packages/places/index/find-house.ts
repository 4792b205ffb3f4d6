import { longitudeDifference } from '@fairway/geo'
import { formatHouseNumber, getRangeEnd, type HouseNumber, toSuffixKey } from '../text/house-number.ts'
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
/** Number of preceding houses to check for a range that includes the number. */
const MAX_RANGE_LOOKBACK = 40

/** Returns the house with this number, or its estimated position. */
export function findHouse(index: PlaceIndex, entry: number, target: HouseNumber): HouseMatch | undefined {
  const { entries, houses } = index
  const from = entries.houseFirst[entry]
  const to = entries.houseFirst[entry + 1]
  if (from === to) return undefined
  const start = lowerBound(houses.number, target.number, from, to)
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
  const suffixes = { texts, keys: texts.map(toSuffixKey) }
  suffixCache.set(index, suffixes)
  return suffixes
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
