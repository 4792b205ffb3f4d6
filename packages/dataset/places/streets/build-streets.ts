import type { RawPlaces } from '../collect/raw-places.ts'
import { NO_TEXT } from '../collect/texts.ts'
import { clusterPoints } from './cluster.ts'
import type { StreetPoint } from './settle-postcodes.ts'
import { type GuessedHouse, shareHome } from './share-home.ts'
import { splitParts } from './split-parts.ts'
import { NO_KEY, type StreetKeys } from './street-keys.ts'
import { type Street, toStreet, type WayPoint } from './to-street.ts'

/** Assigns houses and points to areas by area number, with -1 for none. */
export interface Homes {
  ofHouse(house: number): number
  at(latitude: number, longitude: number): number
  /** Whether the border of the area is mapped. */
  isDrawn(home: number): boolean
}

/** Yields street by street, so that not all of them are in memory. */
export function* buildStreets(raw: RawPlaces, keys: StreetKeys, homes: Homes): Generator<Street> {
  const ways = groupByKey(keys.ofWay, keys.count)
  const houses = groupByKey(keys.ofHouse, keys.count)
  for (let key = 0; key < keys.count; key++) yield* streetsOfKey(raw, keys, homes, ways.of(key), houses.of(key))
  yield* numberedRoads(raw, keys, homes)
}

/**
 * Adds numbered roads in addition to the streets they form in towns. As an alternative name of the street, "NY 25"
 * would match every "NY" in a query. They have no points of their own, so nearby searches return the streets.
 */
function* numberedRoads(raw: RawPlaces, keys: StreetKeys, homes: Homes): Generator<Street> {
  const ways = new Map<string, number[]>()
  for (const [way, { numbers }] of raw.streets.entries()) {
    for (const number of numbers) {
      const known = ways.get(number)
      if (known) known.push(way)
      else ways.set(number, [way])
    }
  }
  const none = new Uint32Array(0)
  for (const [number, own] of ways) {
    for (const street of streetsOfKey(raw, keys, homes, Uint32Array.from(own), none)) {
      yield { ...street, names: [number], byLanguage: {}, postcode: undefined, shape: [] }
    }
  }
}

/** Groups elements by key, in columns. */
function groupByKey(key: Uint32Array, count: number): { of(key: number): Uint32Array } {
  const first = new Uint32Array(count + 1)
  for (const one of key) if (one !== NO_KEY) first[one + 1]++
  for (let at = 0; at < count; at++) first[at + 1] += first[at]
  const next = first.slice()
  const elements = new Uint32Array(first[count])
  for (const [element, one] of key.entries()) if (one !== NO_KEY) elements[next[one]++] = element
  return { of: (one) => elements.subarray(first[one], first[one + 1]) }
}

function* streetsOfKey(
  raw: RawPlaces,
  { samples }: StreetKeys,
  homes: Homes,
  ways: Uint32Array,
  houses: Uint32Array,
): Generator<Street> {
  const points: WayPoint[] = []
  for (const way of ways) {
    for (let at = samples.first[way]; at < samples.first[way + 1]; at++) {
      points.push({ latitude: samples.latitude[at] / 1e6, longitude: samples.longitude[at] / 1e6, way })
    }
  }
  const counted = [...houses].map((house) => toHouse(raw, homes, house))
  const all: StreetPoint[] = [...points, ...counted]
  if (all.length === 0) return
  const cluster = clusterPoints(
    all.map(({ latitude }) => latitude),
    all.map(({ longitude }) => longitude),
  )
  const homeAt = ({ latitude, longitude }: StreetPoint) => homes.at(latitude, longitude)
  for (const { ways: here, houses: inside } of byCluster(cluster, points, counted)) {
    const shared = shareHome(inside, here, homeAt, homes.isDrawn)
    const parts = splitParts(shared.houses, here, shared.homeAt)
    const said = [...new Set(inside.map(({ street }) => street))].map((text) => raw.texts.textOf(text))
    for (const part of parts) yield toStreet(raw, part, new Set(said.filter((text) => text !== undefined)))
  }
}

interface CountedHouse extends GuessedHouse {
  /** The street as written in its address. */
  readonly street: number
}

/** Clusters of points along ways, followed by those of houses. */
function byCluster(cluster: Uint32Array, points: readonly WayPoint[], houses: readonly CountedHouse[]) {
  const groups: { ways: WayPoint[]; houses: CountedHouse[] }[] = []
  for (const [at, one] of cluster.entries()) {
    groups[one] ??= { ways: [], houses: [] }
    if (at < points.length) groups[one].ways.push(points[at])
    else groups[one].houses.push(houses[at - points.length])
  }
  return groups
}

function toHouse({ houses, texts }: RawPlaces, homes: Homes, house: number): CountedHouse {
  const postcode = texts.textOf(houses.postcode[house])?.split(';', 1)[0].trim()
  const street = houses.street[house] !== NO_TEXT ? houses.street[house] : houses.place[house]
  return {
    street,
    number: texts.textOf(houses.number[house]) ?? '',
    latitude: houses.latitude[house] / 1e7,
    longitude: houses.longitude[house] / 1e7,
    home: homes.ofHouse(house),
    namesTown: houses.city[house] !== NO_TEXT,
    postcode: postcode === '' ? undefined : postcode,
  }
}
