import { EARTH_RADIUS_METERS, RADIANS_PER_DEGREE } from '@fairway/geo'
import polygonClipping, { type MultiPolygon } from 'polygon-clipping'

export type { MultiPolygon }

/**
 * Splits nested areas, sorted from smallest to largest, into bands that do not overlap. Overlapping transparent fills
 * would mix their colors.
 */
export function toBands(areas: readonly MultiPolygon[]): readonly MultiPolygon[] {
  return areas.map((area, index) => {
    const innerArea = areas[index - 1]
    return innerArea === undefined || innerArea.length === 0 || area.length === 0
      ? area
      : polygonClipping.difference(area, innerArea)
  })
}

export function intersect(areas: readonly MultiPolygon[]): MultiPolygon {
  const [first, ...otherAreas] = areas
  if (first === undefined || areas.some((area) => area.length === 0)) return []
  return polygonClipping.intersection(first, ...otherAreas)
}

/** Returns the area of the polygons on a sphere, excluding their holes. */
export function toSquareKilometers(polygons: MultiPolygon): number {
  let squareMeters = 0
  for (const [outline = [], ...holes] of polygons) {
    squareMeters += toSquareMeters(outline)
    for (const hole of holes) squareMeters -= toSquareMeters(hole)
  }
  return squareMeters / 1e6
}

/**
 * Returns the area of a ring. The formula is from Chamberlain and Duquette, "Some algorithms for polygons on a sphere"
 * (2007).
 */
function toSquareMeters(ring: readonly (readonly [number, number])[]): number {
  let sum = 0
  for (const [index, [longitude, latitude]] of ring.entries()) {
    const [nextLongitude, nextLatitude] = ring[(index + 1) % ring.length] ?? [longitude, latitude]
    const [sine, nextSine] = [latitude, nextLatitude].map((degrees) => Math.sin(degrees * RADIANS_PER_DEGREE))
    sum += (nextLongitude - longitude) * RADIANS_PER_DEGREE * (2 + (sine ?? 0) + (nextSine ?? 0))
  }
  return Math.abs((sum * EARTH_RADIUS_METERS * EARTH_RADIUS_METERS) / 2)
}
