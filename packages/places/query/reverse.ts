import { type FoundHouse, houseNumberAt } from '../index/find-house.ts'
import { degrees } from '../index/place-index.ts'
import { entryCount, type PlaceIndex } from '../index/schema.ts'
import { eachNearest, nearestPoints } from '../spatial/nearest.ts'
import type { Position } from '../text/coordinates.ts'
import { writeHouseNumber } from '../text/house-number.ts'

export interface NearbyOptions {
  readonly limit: number
  readonly radiusMeters?: number | undefined
  /** Filter by entry. */
  readonly accepts?: ((entry: number) => boolean) | undefined
}

export interface NearEntry extends Position {
  readonly entry: number
  readonly distanceMeters: number
  readonly house?: FoundHouse
}

/** Distinct entries by distance. The distance of a street is that of its nearest point. */
export function nearestEntries(index: PlaceIndex, from: Position, options: NearbyOptions): NearEntry[] {
  const { points } = index
  const { limit, radiusMeters, accepts } = options
  const found = new Map<number, NearEntry>()
  if (limit <= 0) return []
  const near = eachNearest(points, points.order, from.latitude, from.longitude, {
    radiusMeters,
    accepts: accepts && ((point) => accepts(ownerOf(index, point))),
  })
  for (const { point, distanceMeters } of near) {
    const entry = ownerOf(index, point)
    if (found.has(entry)) continue
    const latitude = degrees(points.latitude[point])
    found.set(entry, { entry, latitude, longitude: degrees(points.longitude[point]), distanceMeters })
    if (found.size >= limit) break
  }
  return [...found.values()]
}

/** Settlements, regions and countries by distance to their center. Fast even with many streets in between. */
export function nearestAreas(index: PlaceIndex, from: Position, options: NearbyOptions): NearEntry[] {
  const { points, areas } = index
  const near = nearestPoints(points, areas.order, from.latitude, from.longitude, options)
  return near.map(({ point, distanceMeters }) => {
    const latitude = degrees(points.latitude[point])
    return { entry: point, latitude, longitude: degrees(points.longitude[point]), distanceMeters }
  })
}

/** Houses by distance. The entry is the street or other owner of the house. */
export function nearestHouses(index: PlaceIndex, from: Position, options: NearbyOptions): NearEntry[] {
  const { entries, houses } = index
  const { limit, radiusMeters, accepts } = options
  const found: NearEntry[] = []
  if (limit <= 0) return found
  const near = eachNearest(houses, houses.order, from.latitude, from.longitude, {
    radiusMeters,
    accepts: accepts && ((house) => accepts(stretchOf(entries.houseFirst, house))),
  })
  for (const { point: house, distanceMeters } of near) {
    const at = { latitude: degrees(houses.latitude[house]), longitude: degrees(houses.longitude[house]) }
    const number = writeHouseNumber(houseNumberAt(index, house))
    found.push({
      entry: stretchOf(entries.houseFirst, house),
      ...at,
      distanceMeters,
      house: { number, ...at, isInterpolated: false, quality: 1 },
    })
    if (found.length >= limit) break
  }
  return found
}

/** Points contain the positions of all entries, followed by the points along streets. */
function ownerOf(index: PlaceIndex, point: number): number {
  const entries = entryCount(index)
  return point < entries ? point : stretchOf(index.entries.anchorFirst, point - entries)
}

/** The entry whose range contains the element. */
function stretchOf(first: Uint32Array, element: number): number {
  let low = 0
  let high = first.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (first[middle] <= element) low = middle
    else high = middle - 1
  }
  return low
}
