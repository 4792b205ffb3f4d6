import type { KnownMap, RegionDirectory } from '../../../maps/regions/region-directory.ts'

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

/**
 * Returns the failure of a request that finds no map at all. A server whose maps are all damaged or still being loaded
 * answers the same request later, unlike a server without maps.
 */
export async function explainMissingMaps(
  regions: RegionDirectory,
): Promise<{ readonly kind: 'no-map' } | { readonly kind: 'maps-unavailable' }> {
  return { kind: (await regions.hasOnlyUnusableMaps()) ? 'maps-unavailable' : 'no-map' }
}
