import type { RawPlaces } from '../collect/raw-places.ts'
import { NO_STRING } from '../collect/texts.ts'
import { clusterPoints } from './cluster.ts'
import type { StreetPoint } from './settle-postcodes.ts'
import { type HouseWithSettlement, unifySettlement } from './share-home.ts'
import { splitStreet } from './split-parts.ts'
import { NO_KEY, type StreetKeys } from './street-keys.ts'
import { type Street, toStreet, type WayPoint } from './to-street.ts'

/** Assigns houses and points to areas by area number. The number -1 means no area. */
export interface SettlementLookup {
  findForHouse(house: number): number
  findAt(latitude: number, longitude: number): number
  /** Returns whether the border of the area is mapped. */
  hasPolygon(home: number): boolean
}

/** Yields streets one by one, so that not all of them are in memory at the same time. */
export function* buildStreets(rawPlaces: RawPlaces, keys: StreetKeys, homes: SettlementLookup): Generator<Street> {
  const waysByKey = groupByKey(keys.keyByWay, keys.count)
  const houses = groupByKey(keys.keyByHouse, keys.count)
  for (let key = 0; key < keys.count; key++)
    yield* buildStreetsOfKey(rawPlaces, keys, homes, waysByKey.get(key), houses.get(key))
  yield* buildNumberedRoads(rawPlaces, keys, homes)
}

/**
 * Adds numbered roads in addition to the streets along them. An alternative street name such as "NY 25" would match
 * every "NY" in a query. Numbered roads have no shape, so searches for the nearest street return the named streets.
 */
function* buildNumberedRoads(rawPlaces: RawPlaces, keys: StreetKeys, homes: SettlementLookup): Generator<Street> {
  const waysByRef = new Map<string, number[]>()
  for (const [way, { roadRefs }] of rawPlaces.streets.entries()) {
    for (const number of roadRefs) {
      const numberedWays = waysByRef.get(number)
      if (numberedWays) numberedWays.push(way)
      else waysByRef.set(number, [way])
    }
  }
  const noHouses = new Uint32Array(0)
  for (const [number, roadWays] of waysByRef) {
    for (const street of buildStreetsOfKey(rawPlaces, keys, homes, Uint32Array.from(roadWays), noHouses)) {
      yield { ...street, names: [number], byLanguage: {}, postcode: undefined, shape: [] }
    }
  }
}

/** Groups elements by key and stores the groups in columns. */
function groupByKey(key: Uint32Array, count: number): { get(key: number): Uint32Array } {
  const first = new Uint32Array(count + 1)
  for (const keyIndex of key) if (keyIndex !== NO_KEY) first[keyIndex + 1]++
  for (let index = 0; index < count; index++) first[index + 1] += first[index]
  const next = first.slice()
  const elements = new Uint32Array(first[count])
  for (const [element, keyIndex] of key.entries()) if (keyIndex !== NO_KEY) elements[next[keyIndex]++] = element
  return { get: (keyIndex) => elements.subarray(first[keyIndex], first[keyIndex + 1]) }
}

function* buildStreetsOfKey(
  rawPlaces: RawPlaces,
  { samples }: StreetKeys,
  homes: SettlementLookup,
  ways: Uint32Array,
  houses: Uint32Array,
): Generator<Street> {
  const points: WayPoint[] = []
  for (const way of ways) {
    for (let sample = samples.first[way]; sample < samples.first[way + 1]; sample++) {
      points.push({ latitude: samples.latitude[sample] / 1e6, longitude: samples.longitude[sample] / 1e6, way })
    }
  }
  const housePoints = [...houses].map((house) => toHouse(rawPlaces, homes, house))
  const allPoints: StreetPoint[] = [...points, ...housePoints]
  if (allPoints.length === 0) return
  const cluster = clusterPoints(
    allPoints.map(({ latitude }) => latitude),
    allPoints.map(({ longitude }) => longitude),
  )
  const findSettlementAt = ({ latitude, longitude }: StreetPoint) => homes.findAt(latitude, longitude)
  for (const { ways: nearbyPoints, houses: clusterHouses } of groupByCluster(cluster, points, housePoints)) {
    const assignment = unifySettlement(clusterHouses, nearbyPoints, findSettlementAt, homes.hasPolygon)
    const parts = splitStreet(assignment.houses, nearbyPoints, assignment.settlementAt)
    const addressNames = [...new Set(clusterHouses.map(({ street }) => street))].map((nameIndex) =>
      rawPlaces.strings.findString(nameIndex),
    )
    for (const part of parts)
      yield toStreet(rawPlaces, part, new Set(addressNames.filter((nameIndex) => nameIndex !== undefined)))
  }
}

interface StreetNamedHouse extends HouseWithSettlement {
  /** Index of the street name that the address contains. */
  readonly street: number
}

/** Returns the points and houses of each cluster. `cluster` lists the points along ways first, then the houses. */
function groupByCluster(cluster: Uint32Array, points: readonly WayPoint[], houses: readonly StreetNamedHouse[]) {
  const groups: { ways: WayPoint[]; houses: StreetNamedHouse[] }[] = []
  for (const [index, clusterIndex] of cluster.entries()) {
    groups[clusterIndex] ??= { ways: [], houses: [] }
    if (index < points.length) groups[clusterIndex].ways.push(points[index])
    else groups[clusterIndex].houses.push(houses[index - points.length])
  }
  return groups
}

function toHouse({ houses, strings }: RawPlaces, homes: SettlementLookup, house: number): StreetNamedHouse {
  const postcode = strings.findString(houses.postcode[house])?.split(';', 1)[0].trim()
  const street = houses.street[house] !== NO_STRING ? houses.street[house] : houses.place[house]
  return {
    street,
    number: strings.findString(houses.number[house]) ?? '',
    latitude: houses.latitude[house] / 1e7,
    longitude: houses.longitude[house] / 1e7,
    settlement: homes.findForHouse(house),
    namesTown: houses.city[house] !== NO_STRING,
    postcode: postcode === '' ? undefined : postcode,
  }
}
