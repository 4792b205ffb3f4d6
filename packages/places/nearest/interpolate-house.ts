import { distanceMeters, longitudeDifference } from '@fairway/geo'
import { type HouseMatch, INTERPOLATED_QUALITY, MAX_NUMBER_GAP } from '../index/find-house.ts'
import type { PlaceIndex } from '../index/schema.ts'
import type { Position } from '../text/position.ts'
import { findNearestHouses, type NearbyEntry } from './find-nearest.ts'

/** Maximum distance to a neighboring house, in meters. */
const NEIGHBOR_METERS = 200
const MAX_NEIGHBORS = 12
/** Maximum distance of a house from the line between its neighbors, in meters. */
const MAX_OFFSET_METERS = 40

export interface InterpolatedHouse extends Position {
  readonly distanceMeters: number
  readonly house: HouseMatch
}

interface NumberedHouse {
  readonly number: number
  readonly entry: NearbyEntry
}

/** Interpolates the house number at the position from two known houses on the same side of the street. */
export function interpolateHouse(
  index: PlaceIndex,
  street: number,
  queryPosition: Position,
): InterpolatedHouse | undefined {
  const accepts = (entry: number) => entry === street
  const nearbyHouses = findNearestHouses(index, queryPosition, {
    limit: MAX_NEIGHBORS,
    radiusMeters: NEIGHBOR_METERS,
    accepts,
  })
  const numberedHouses = nearbyHouses.flatMap((neighbor): NumberedHouse[] => {
    const number = Number.parseInt(neighbor.house?.number ?? '', 10)
    return Number.isNaN(number) ? [] : [{ number, entry: neighbor }]
  })
  let bestHouse: InterpolatedHouse | undefined
  for (const [position, a] of numberedHouses.entries()) {
    for (const b of numberedHouses.slice(position + 1)) {
      const interpolatedHouse = interpolateBetween(a, b, queryPosition)
      if (interpolatedHouse && !(bestHouse && bestHouse.distanceMeters <= interpolatedHouse.distanceMeters))
        bestHouse = interpolatedHouse
    }
  }
  return bestHouse
}

function interpolateBetween(
  a: NumberedHouse,
  b: NumberedHouse,
  queryPosition: Position,
): InterpolatedHouse | undefined {
  const numberGap = b.number - a.number
  if (numberGap === 0 || numberGap % 2 !== 0 || Math.abs(numberGap) > MAX_NUMBER_GAP || Math.abs(numberGap) < 4)
    return undefined
  const fraction = projectOntoSegment(a.entry, b.entry, queryPosition)
  const number = a.number + 2 * Math.round((fraction * numberGap) / 2)
  if (number === a.number || number === b.number || fraction <= 0 || fraction >= 1) return undefined
  const latitude = a.entry.latitude + fraction * (b.entry.latitude - a.entry.latitude)
  const longitudeGap = longitudeDifference(a.entry.longitude, b.entry.longitude)
  const longitude = longitudeDifference(0, a.entry.longitude + fraction * longitudeGap)
  const meters = distanceMeters(queryPosition.latitude, queryPosition.longitude, latitude, longitude)
  if (meters > MAX_OFFSET_METERS) return undefined
  const house = { number: String(number), latitude, longitude, isInterpolated: true, quality: INTERPOLATED_QUALITY }
  return { latitude, longitude, distanceMeters: meters, house }
}

/**
 * Returns the projected position as a share of the line from a to b, which is 0 at a and 1 at b. Streets are short, so
 * a flat earth is accurate enough.
 */
function projectOntoSegment(a: Position, b: Position, queryPosition: Position): number {
  const longitudeScale = Math.cos((a.latitude * Math.PI) / 180)
  const [bx, by] = [longitudeDifference(a.longitude, b.longitude) * longitudeScale, b.latitude - a.latitude]
  const [px, py] = [
    longitudeDifference(a.longitude, queryPosition.longitude) * longitudeScale,
    queryPosition.latitude - a.latitude,
  ]
  const length = bx * bx + by * by
  return length === 0 ? -1 : (px * bx + py * by) / length
}
