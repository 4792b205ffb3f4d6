import { ECCENTRICITY_SQUARED, EQUATOR_RADIUS_METERS, RADIANS_PER_DEGREE } from './earth.ts'
import { longitudeDifference } from './longitude.ts'

/** Flat-earth distances on the WGS 84 ellipsoid, accurate to a millimeter per kilometer within a town. */

/** Number of meters per degree at one latitude. */
export interface Ruler {
  readonly perLatitudeDegree: number
  readonly perLongitudeDegree: number
}

export function rulerAt(latitude: number): Ruler {
  const cosine = Math.cos(latitude * RADIANS_PER_DEGREE)
  const squaredCurvatureFactor = 1 / (1 - ECCENTRICITY_SQUARED * (1 - cosine * cosine))
  const curvatureFactor = Math.sqrt(squaredCurvatureFactor)
  const metersPerDegree = RADIANS_PER_DEGREE * EQUATOR_RADIUS_METERS * curvatureFactor
  return {
    perLatitudeDegree: metersPerDegree * squaredCurvatureFactor * (1 - ECCENTRICITY_SQUARED),
    perLongitudeDegree: metersPerDegree * cosine,
  }
}

/** Returns the distance between two nearby points in meters. */
export function flatDistanceMeters(
  latitudeA: number,
  longitudeA: number,
  latitudeB: number,
  longitudeB: number,
): number {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt((latitudeA + latitudeB) / 2)
  const x = longitudeDifference(longitudeA, longitudeB) * perLongitudeDegree
  const y = (latitudeB - latitudeA) * perLatitudeDegree
  return Math.sqrt(x * x + y * y)
}

/** Returns the bearing in degrees clockwise from north, from 0 to below 360. */
export function bearingDegrees(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt((latitudeA + latitudeB) / 2)
  const x = longitudeDifference(longitudeA, longitudeB) * perLongitudeDegree
  const y = (latitudeB - latitudeA) * perLatitudeDegree
  const degrees = Math.atan2(x, y) / RADIANS_PER_DEGREE
  if (degrees >= 0) return degrees
  // For bearings slightly west of north, the sum rounds up to 360.
  return degrees + 360 < 360 ? degrees + 360 : 0
}
