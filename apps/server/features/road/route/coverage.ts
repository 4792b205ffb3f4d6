import type { Region } from '../../../maps/regions/region.ts'

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

const METERS_PER_DEGREE = 111_000

/** How far outside a map's bounding box a position may lie and still be near its roads. */
export function marginDegrees(radiusMeters: number): number {
  return radiusMeters / METERS_PER_DEGREE
}

/** Whether a map contains all positions, or has roads near enough to them. */
export function coversAll(region: Region, places: readonly Place[], radiusMeters: number): boolean {
  const margin = marginDegrees(radiusMeters)
  return places.every(({ latitude, longitude }) => region.covers(latitude, longitude, margin))
}
