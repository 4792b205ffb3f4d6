import type { Region } from '../../../maps/regions/region.ts'

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

const METERS_PER_DEGREE = 111_000

/** So far outside the box of a map a place may lie and still have its roads near enough. */
export function marginDegrees(radiusMeters: number): number {
  return radiusMeters / METERS_PER_DEGREE
}

/** Whether a map holds all places, or has roads near enough to them. */
export function coversAll(region: Region, places: readonly Place[], radiusMeters: number): boolean {
  const margin = marginDegrees(radiusMeters)
  return places.every(({ latitude, longitude }) => region.covers(latitude, longitude, margin))
}
