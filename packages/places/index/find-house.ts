import { longitudeDifference } from '@fairway/geo'
import { type HouseNumber, rangeEnd, writeHouseNumber } from '../text/house-number.ts'
import { wordCount, wordText } from './dictionary.ts'
import { degrees } from './place-index.ts'
import { lowerBound } from './postings.ts'
import type { PlaceIndex } from './schema.ts'

export interface FoundHouse {
  /** The known house number, which may be that of the next house. For an interpolated house, the requested number. */
  readonly number: string
  readonly latitude: number
  readonly longitude: number
  readonly isInterpolated: boolean
  /** 1 for an exact match, less for a nearby house or an interpolated position. */
  readonly quality: number
}

/** Houses with a larger gap between their numbers are not used for interpolation. */
const MAX_GAP = 60
/** Quality when only one nearby house is known; lower than for interpolation. */
const NEIGHBOUR = 0.4
/** Number of preceding houses to check for a range that includes the number. */
const LOOK_BACK = 40

/** Returns the house with this number, or its estimated position. */
export function findHouse(index: PlaceIndex, entry: number, wanted: HouseNumber): FoundHouse | undefined {
  const { entries, houses } = index
  const from = entries.houseFirst[entry]
  const to = entries.houseFirst[entry + 1]
  if (from === to) return undefined
  const start = lowerBound(houses.number, wanted.number, from, to)
  return (
    sameNumber(index, start, to, wanted) ??
    withDash(index, from, to, wanted) ??
    inRange(index, from, start, wanted) ??
    between(index, from, start, to, wanted)
  )
}

export function houseNumberAt(index: PlaceIndex, house: number): HouseNumber {
  return { number: index.houses.number[house], suffix: suffixTexts(index)[index.houses.suffix[house]] }
}

/** Decoded once per index, because there are few suffixes and a search compares many. */
const decoded = new WeakMap<PlaceIndex, string[]>()

function suffixTexts(index: PlaceIndex): string[] {
  const known = decoded.get(index)
  if (known) return known
  const texts = Array.from({ length: wordCount(index.suffixes) }, (_, suffix) => wordText(index.suffixes, suffix))
  decoded.set(index, texts)
  return texts
}

/** Matches the number with the same suffix, else without a suffix, else with any. */
function sameNumber(index: PlaceIndex, start: number, to: number, wanted: HouseNumber): FoundHouse | undefined {
  let plain = -1
  let any = -1
  for (let house = start; house < to && index.houses.number[house] === wanted.number; house++) {
    const { suffix } = houseNumberAt(index, house)
    if (suffix === wanted.suffix) return known(index, house, 1)
    if (suffix === '') plain = house
    if (any < 0) any = house
  }
  // The map may list 12a as 12, but 112-34 is a different house than 112.
  const isLetter = /^[a-z]/.test(wanted.suffix)
  if (plain >= 0) return known(index, plain, isLetter ? 0.9 : 0.5)
  if (any < 0) return undefined
  return known(index, any, wanted.suffix === '' ? 0.95 : isLetter ? 0.8 : 0.4)
}

/** In Queens, 9110 is common for 91-10. */
function withDash(
  index: PlaceIndex,
  from: number,
  to: number,
  { number, suffix }: HouseNumber,
): FoundHouse | undefined {
  if (suffix !== '' || number < 100) return undefined
  const block = Math.floor(number / 100)
  const wanted = `-${String(number % 100).padStart(2, '0')}`
  for (let house = lowerBound(index.houses.number, block, from, to); house < to; house++) {
    if (index.houses.number[house] !== block) return undefined
    if (houseNumberAt(index, house).suffix === wanted) return known(index, house, 0.95)
  }
  return undefined
}

function inRange(index: PlaceIndex, from: number, start: number, wanted: HouseNumber): FoundHouse | undefined {
  for (let house = start - 1; house >= Math.max(from, start - LOOK_BACK); house--) {
    const candidate = houseNumberAt(index, house)
    if (candidate.suffix !== '' && rangeEnd(candidate) >= wanted.number) return known(index, house, 0.95)
  }
  return undefined
}

/**
 * Interpolates between the neighbors on the same side of the street if odd and even numbers are on different sides.
 * Otherwise returns the next house.
 */
function between(
  index: PlaceIndex,
  from: number,
  start: number,
  to: number,
  wanted: HouseNumber,
): FoundHouse | undefined {
  const { number, latitude, longitude } = index.houses
  const isSameSide = (house: number) => (number[house] - wanted.number) % 2 === 0
  let below = start - 1
  while (below >= from && !isSameSide(below)) below--
  let above = start
  while (above < to && !isSameSide(above)) above++
  const hasBelow = below >= from && wanted.number - number[below] <= MAX_GAP
  const hasAbove = above < to && number[above] - wanted.number <= MAX_GAP
  if (hasBelow && hasAbove) {
    const share = (wanted.number - number[below]) / (number[above] - number[below])
    return {
      number: writeHouseNumber(wanted),
      latitude: degrees(latitude[below] + share * (latitude[above] - latitude[below])),
      longitude: longitudeBetween(degrees(longitude[below]), degrees(longitude[above]), share),
      isInterpolated: true,
      quality: 0.7,
    }
  }
  if (!hasBelow && !hasAbove) return undefined
  // With a neighbor on one side only, return that neighbor.
  return known(index, hasBelow ? below : above, NEIGHBOUR)
}

function known(index: PlaceIndex, house: number, quality: number): FoundHouse {
  return {
    number: writeHouseNumber(houseNumberAt(index, house)),
    latitude: degrees(index.houses.latitude[house]),
    longitude: degrees(index.houses.longitude[house]),
    isInterpolated: false,
    quality,
  }
}

/** Interpolates longitudes across the antimeridian. */
function longitudeBetween(from: number, to: number, share: number): number {
  return longitudeDifference(0, from + share * longitudeDifference(from, to))
}
