import { buildKdTree, nearestPoints } from '@fairway/places'
import { foldedName } from '../areas/area.ts'
import type { RawPlaces } from '../collect/raw-places.ts'
import { NO_TEXT, Texts } from '../collect/texts.ts'
import { longestWord, mayBeSameStreet } from './same-street.ts'
import { type Samples, sampleStreets } from './samples.ts'

export const NO_KEY = NO_TEXT

/** Name keys of ways and houses. Different streets with the same name are separated later. */
export interface StreetKeys {
  readonly count: number
  readonly ofWay: Uint32Array
  /** NO_KEY for houses without a street. */
  readonly ofHouse: Uint32Array
  readonly samples: Samples
}

/** Houses without a street in their address belong to the nearest street within this distance. */
const NEXT_STREET_METERS = 200
/** Maximum distance between houses and a street whose name is spelled differently. */
const ALONG_METERS = 120
const ASKED_HOUSES = 5

/** `hasPlace` returns whether a house belongs to a settlement instead of a street. */
export function findStreetKeys(raw: RawPlaces, hasPlace: (house: number) => boolean): StreetKeys {
  const { streets, houses, texts } = raw
  const keys = new Texts()
  const ofWay = Uint32Array.from(streets, ({ names }) => keys.numberOf(foldedName(names.all[0])))
  const samples = sampleStreets(raw, ofWay)
  const wayKeys = keys.count
  const next = new NextStreets(samples, ofWay)
  const ofText = new Map<number, number>()
  const keyOf = (text: number): number => {
    const known = ofText.get(text)
    if (known !== undefined) return known
    const key = keys.numberOf(foldedName(texts.textOf(text) ?? ''))
    ofText.set(text, key)
    return key
  }
  const ofHouse = new Uint32Array(houses.count).fill(NO_KEY)
  for (let house = 0; house < houses.count; house++) {
    if (houses.number[house] === NO_TEXT || hasPlace(house)) continue
    const said = houses.street[house] !== NO_TEXT ? houses.street[house] : houses.place[house]
    if (said !== NO_TEXT) ofHouse[house] = keyOf(said)
    else {
      const at = [houses.latitude[house] / 1e7, houses.longitude[house] / 1e7] as const
      ofHouse[house] = next.keys(...at, 1, NEXT_STREET_METERS)[0] ?? NO_KEY
    }
  }
  joinSpellings(raw, ofHouse, keys, wayKeys, next)
  return { count: keys.count, ofWay, ofHouse, samples }
}

/** Assigns houses of "18 de Julio" to the adjacent Avenida 18 de Julio. */
function joinSpellings(raw: RawPlaces, ofHouse: Uint32Array, keys: Texts, wayKeys: number, next: NextStreets): void {
  const { houses } = raw
  const asked = new Map<number, number[]>()
  for (let house = 0; house < houses.count; house++) {
    const key = ofHouse[house]
    if (key === NO_KEY || key < wayKeys) continue
    const known = asked.get(key)
    if (!known) asked.set(key, [house])
    else if (known.length < ASKED_HOUSES) known.push(house)
  }
  const joined = new Map<number, number>()
  for (const [key, some] of asked) {
    const name = keys.textOf(key) ?? ''
    if (longestWord(name) === '') continue
    for (const house of some) {
      const near = next.keys(houses.latitude[house] / 1e7, houses.longitude[house] / 1e7, 12, ALONG_METERS)
      const same = near.find((other) => mayBeSameStreet(name, keys.textOf(other) ?? ''))
      if (same === undefined) continue
      joined.set(key, same)
      break
    }
  }
  for (let house = 0; house < houses.count; house++) ofHouse[house] = joined.get(ofHouse[house]) ?? ofHouse[house]
}

/** Finds the streets nearest to a point by the points along them. */
class NextStreets {
  private readonly samples: Samples
  private readonly ofWay: Uint32Array
  private order: Uint32Array | undefined

  constructor(samples: Samples, ofWay: Uint32Array) {
    this.samples = samples
    this.ofWay = ofWay
  }

  keys(latitude: number, longitude: number, limit: number, radiusMeters: number): number[] {
    const { samples } = this
    this.order ??= buildKdTree(samples, samples.latitude.length)
    const near = nearestPoints(samples, this.order, latitude, longitude, { limit, radiusMeters })
    return near.map(({ point }) => this.ofWay[wayOf(samples.first, point)])
  }
}

function wayOf(first: Uint32Array, sample: number): number {
  let low = 0
  let high = first.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (first[middle] <= sample) low = middle
    else high = middle - 1
  }
  return low
}
