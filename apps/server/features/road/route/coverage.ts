import type { KnownMap } from '../../../maps/regions/region-directory.ts'

export interface Coordinate {
  readonly latitude: number
  readonly longitude: number
}

const METERS_PER_DEGREE = 111_000

/** Returns the margin around a map's bounding box in degrees. A position within the margin may still be near a road. */
export function toMarginDegrees(radiusMeters: number): number {
  return radiusMeters / METERS_PER_DEGREE
}

/** Returns whether all positions are on the map or within the radius around it. */
export function coversAll(region: KnownMap, positions: readonly Coordinate[], radiusMeters: number): boolean {
  const margin = toMarginDegrees(radiusMeters)
  return positions.every(({ latitude, longitude }) => region.covers(latitude, longitude, margin))
}
