import { type HouseMatch, readHouseNumber } from '../index/find-house.ts'
import { toDegrees } from '../index/place-index.ts'
import { countEntries, type PlaceIndex } from '../index/schema.ts'
import { findNearestPoints, iterateNearest } from '../spatial/nearest.ts'
import { formatHouseNumber } from '../text/house-number.ts'
import type { Position } from '../text/position.ts'

export interface NearbyOptions {
  readonly limit: number
  readonly radiusMeters?: number | undefined
  /** Returns whether an entry is accepted. Other entries are skipped. */
  readonly accepts?: ((entry: number) => boolean) | undefined
}

export interface NearbyEntry extends Position {
  readonly entry: number
  readonly distanceMeters: number
  readonly house?: HouseMatch
}

/** Finds distinct entries by distance. The distance of a street is the distance of its nearest point. */
export function findNearestEntries(index: PlaceIndex, from: Position, options: NearbyOptions): NearbyEntry[] {
  const { points } = index
  const { limit, radiusMeters, accepts } = options
  const nearestByEntry = new Map<number, NearbyEntry>()
  if (limit <= 0) return []
  const nearbyPoints = iterateNearest(points, points.order, from.latitude, from.longitude, {
    radiusMeters,
    accepts: accepts && ((point) => accepts(findOwnerEntry(index, point))),
  })
  for (const { point, distanceMeters } of nearbyPoints) {
    const entry = findOwnerEntry(index, point)
    if (nearestByEntry.has(entry)) continue
    const latitude = toDegrees(points.latitude[point])
    nearestByEntry.set(entry, { entry, latitude, longitude: toDegrees(points.longitude[point]), distanceMeters })
    if (nearestByEntry.size >= limit) break
  }
  return [...nearestByEntry.values()]
}

/**
 * Finds settlements, regions, and countries by distance to their center. The search is fast even with many streets in
 * between.
 */
export function findNearestAreas(index: PlaceIndex, from: Position, options: NearbyOptions): NearbyEntry[] {
  const { points, areas } = index
  const nearbyAreas = findNearestPoints(points, areas.order, from.latitude, from.longitude, options)
  return nearbyAreas.map(({ point, distanceMeters }) => {
    const latitude = toDegrees(points.latitude[point])
    return { entry: point, latitude, longitude: toDegrees(points.longitude[point]), distanceMeters }
  })
}

/** Finds houses by distance. The entry is the street or other owner of the house. */
export function findNearestHouses(index: PlaceIndex, from: Position, options: NearbyOptions): NearbyEntry[] {
  const { entries, houses } = index
  const { limit, radiusMeters, accepts } = options
  const nearestHouses: NearbyEntry[] = []
  if (limit <= 0) return nearestHouses
  const nearbyHouses = iterateNearest(houses, houses.order, from.latitude, from.longitude, {
    radiusMeters,
    accepts: accepts && ((house) => accepts(findRangeOf(entries.houseFirst, house))),
  })
  for (const { point: house, distanceMeters } of nearbyHouses) {
    const position = { latitude: toDegrees(houses.latitude[house]), longitude: toDegrees(houses.longitude[house]) }
    const number = formatHouseNumber(readHouseNumber(index, house))
    nearestHouses.push({
      entry: findRangeOf(entries.houseFirst, house),
      ...position,
      distanceMeters,
      house: { number, ...position, isInterpolated: false, quality: 1 },
    })
    if (nearestHouses.length >= limit) break
  }
  return nearestHouses
}

/** Returns the entry of a point. The positions of all entries come first, followed by the points along streets. */
function findOwnerEntry(index: PlaceIndex, point: number): number {
  const entryCount = countEntries(index)
  return point < entryCount ? point : findRangeOf(index.entries.anchorFirst, point - entryCount)
}

/** Returns the entry whose range contains the element. */
function findRangeOf(first: Uint32Array, element: number): number {
  let low = 0
  let high = first.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (first[middle] <= element) low = middle
    else high = middle - 1
  }
  return low
}
