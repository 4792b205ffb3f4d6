import { buildKdTree, findNearestPoints } from '@fairway/places'
import { foldName } from '../areas/area.ts'
import type { RawPlaces } from '../collect/raw-places.ts'
import { NO_STRING, PlaceStrings } from '../collect/texts.ts'
import { longestWord, mayBeSameStreet } from './same-street.ts'
import { type StreetSamples, sampleStreets } from './samples.ts'

export const NO_KEY = NO_STRING

/** Name keys of ways and houses. Different streets with the same name share a key and are separated later. */
export interface StreetKeys {
  readonly count: number
  readonly keyByWay: Uint32Array
  /** Key of each house, or NO_KEY for houses without a street. */
  readonly keyByHouse: Uint32Array
  readonly samples: StreetSamples
}

/** Maximum distance in meters between a house without a street in its address and the nearest street. */
const MAX_STREET_METERS = 200
/** Maximum distance in meters between a street and houses whose addresses spell its name differently. */
const MAX_SPELLING_DISTANCE_METERS = 120
const MAX_SAMPLED_HOUSES = 5

/**
 * Finds the name keys of all ways and houses. `belongsToPlace` returns whether a house belongs to a settlement instead
 * of a street.
 */
export function findStreetKeys(rawPlaces: RawPlaces, belongsToPlace: (house: number) => boolean): StreetKeys {
  const { streets, houses, strings } = rawPlaces
  const keys = new PlaceStrings()
  const keyByWay = Uint32Array.from(streets, ({ names }) => keys.intern(foldName(names.all[0])))
  const samples = sampleStreets(rawPlaces, keyByWay)
  const wayKeyCount = keys.count
  const next = new NearestStreets(samples, keyByWay)
  const keyByName = new Map<number, number>()
  const getKey = (nameIndex: number): number => {
    const streetKey = keyByName.get(nameIndex)
    if (streetKey !== undefined) return streetKey
    const key = keys.intern(foldName(strings.findString(nameIndex) ?? ''))
    keyByName.set(nameIndex, key)
    return key
  }
  const houseKeys = new Uint32Array(houses.count).fill(NO_KEY)
  for (let house = 0; house < houses.count; house++) {
    if (houses.number[house] === NO_STRING || belongsToPlace(house)) continue
    const nameIndex = houses.street[house] !== NO_STRING ? houses.street[house] : houses.place[house]
    if (nameIndex !== NO_STRING) houseKeys[house] = getKey(nameIndex)
    else {
      const position = [houses.latitude[house] / 1e7, houses.longitude[house] / 1e7] as const
      houseKeys[house] = next.findKeys(...position, 1, MAX_STREET_METERS)[0] ?? NO_KEY
    }
  }
  mergeSpellings(rawPlaces, houseKeys, keys, wayKeyCount, next)
  return { count: keys.count, keyByWay, keyByHouse: houseKeys, samples }
}

/**
 * Merges different spellings of a street. For example, houses of "18 de Julio" belong to the nearby Avenida 18 de
 * Julio.
 */
function mergeSpellings(
  rawPlaces: RawPlaces,
  ofHouse: Uint32Array,
  keys: PlaceStrings,
  wayKeyCount: number,
  next: NearestStreets,
): void {
  const { houses } = rawPlaces
  const sampledHouses = new Map<number, number[]>()
  for (let house = 0; house < houses.count; house++) {
    const key = ofHouse[house]
    if (key === NO_KEY || key < wayKeyCount) continue
    const keyHouses = sampledHouses.get(key)
    if (!keyHouses) sampledHouses.set(key, [house])
    else if (keyHouses.length < MAX_SAMPLED_HOUSES) keyHouses.push(house)
  }
  const mergedKeys = new Map<number, number>()
  for (const [key, houseSample] of sampledHouses) {
    const name = keys.findString(key) ?? ''
    if (longestWord(name) === '') continue
    for (const house of houseSample) {
      const nearbyKeys = next.findKeys(
        houses.latitude[house] / 1e7,
        houses.longitude[house] / 1e7,
        12,
        MAX_SPELLING_DISTANCE_METERS,
      )
      const match = nearbyKeys.find((streetKey) => mayBeSameStreet(name, keys.findString(streetKey) ?? ''))
      if (match === undefined) continue
      mergedKeys.set(key, match)
      break
    }
  }
  for (let house = 0; house < houses.count; house++) ofHouse[house] = mergedKeys.get(ofHouse[house]) ?? ofHouse[house]
}

/** Finds the streets nearest to a position by their sampled points. */
class NearestStreets {
  private readonly samples: StreetSamples
  private readonly keyByWay: Uint32Array
  private kdTree: Uint32Array | undefined

  constructor(samples: StreetSamples, keyByWay: Uint32Array) {
    this.samples = samples
    this.keyByWay = keyByWay
  }

  findKeys(latitude: number, longitude: number, limit: number, radiusMeters: number): number[] {
    const { samples } = this
    this.kdTree ??= buildKdTree(samples, samples.latitude.length)
    const nearestSamples = findNearestPoints(samples, this.kdTree, latitude, longitude, { limit, radiusMeters })
    return nearestSamples.map(({ point }) => this.keyByWay[findWayOfSample(samples.first, point)])
  }
}

function findWayOfSample(first: Uint32Array, sample: number): number {
  let low = 0
  let high = first.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (first[middle] <= sample) low = middle
    else high = middle - 1
  }
  return low
}
