import { EARTH_RADIUS_METERS, RADIANS_PER_DEGREE } from '../earth.ts'

/** Spherical distances between coordinates in degrees, valid worldwide. */

/**
 * Returns half of one minus the cosine of an angle. The value grows with the angle and needs no square root, so it is
 * suitable for comparisons.
 */
function haversine(radians: number): number {
  const sine = Math.sin(radians / 2)
  return sine * sine
}

export function haversineBetween(latA: number, lonA: number, latB: number, lonB: number): number {
  return (
    haversine((latB - latA) * RADIANS_PER_DEGREE) +
    Math.cos(latA * RADIANS_PER_DEGREE) *
      Math.cos(latB * RADIANS_PER_DEGREE) *
      haversine((lonB - lonA) * RADIANS_PER_DEGREE)
  )
}

export function haversineToMeters(haversineValue: number): number {
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(haversineValue)))
}

/** Converts a distance to a haversine for comparisons. */
export function metersToHaversine(meters: number): number {
  return haversine(Math.min(Math.PI, meters / EARTH_RADIUS_METERS))
}

export function distanceMeters(latA: number, lonA: number, latB: number, lonB: number): number {
  return haversineToMeters(haversineBetween(latA, lonA, latB, lonB))
}

export interface DegreeBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/**
 * Returns a lower bound for the distance to any point of the box. The box must not cross the antimeridian, but the
 * point may be on the other side of the antimeridian. If the point is east or west of the box, the nearest point of the
 * box is on its western or eastern edge. The nearest point is where the great circle meets the edge at a right angle,
 * if the box includes that latitude.
 */
export function haversineToBox(lat: number, lon: number, { west, south, east, north }: DegreeBox): number {
  if (lon >= west && lon <= east) {
    if (lat < south) return haversine((south - lat) * RADIANS_PER_DEGREE)
    return lat > north ? haversine((lat - north) * RADIANS_PER_DEGREE) : 0
  }
  return Math.min(
    haversineToMeridian(lat, west - lon, south, north),
    haversineToMeridian(lat, east - lon, south, north),
  )
}

function haversineToMeridian(lat: number, longitudeDegrees: number, south: number, north: number): number {
  const cosine = Math.cos(longitudeDegrees * RADIANS_PER_DEGREE)
  const cosineLat = Math.cos(lat * RADIANS_PER_DEGREE)
  const to = (otherLat: number) =>
    haversine((otherLat - lat) * RADIANS_PER_DEGREE) +
    cosineLat * Math.cos(otherLat * RADIANS_PER_DEGREE) * haversine(longitudeDegrees * RADIANS_PER_DEGREE)
  const nearestDistance = Math.min(to(south), to(north))
  // Beyond a quarter of the globe, the right angle is on the far half of the great circle, so an end of the edge is
  // nearest.
  if (cosine <= 0) return nearestDistance
  const nearestLatitude = Math.atan(Math.tan(lat * RADIANS_PER_DEGREE) / cosine) / RADIANS_PER_DEGREE
  return nearestLatitude > south && nearestLatitude < north
    ? Math.min(nearestDistance, to(nearestLatitude))
    : nearestDistance
}
