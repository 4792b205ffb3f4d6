import type { Region } from '../../../maps/regions/region.ts'

export interface Coordinate {
  readonly latitude: number
  readonly longitude: number
}

const METERS_PER_DEGREE = 111_000

/** How far outside a map's bounding box a position may lie and still be near its roads. */
export function toMarginDegrees(radiusMeters: number): number {
  return radiusMeters / METERS_PER_DEGREE
}

/** Whether a map contains all positions, or has roads near enough to them. */
export function coversAll(region: Region, positions: readonly Coordinate[], radiusMeters: number): boolean {
  const margin = toMarginDegrees(radiusMeters)
  return positions.every(({ latitude, longitude }) => region.covers(latitude, longitude, margin))
}
