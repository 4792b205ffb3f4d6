import type { Region } from '../engines/region.ts'

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

const METERS_PER_DEGREE = 111_000

/** Whether a map holds all places, or has roads near enough to them. */
export function coversAll(region: Region, places: readonly Place[], radiusMeters: number): boolean {
  const margin = radiusMeters / METERS_PER_DEGREE
  return places.every(({ latitude, longitude }) => region.covers(latitude, longitude, margin))
}
