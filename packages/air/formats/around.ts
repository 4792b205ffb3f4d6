import {
  ECCENTRICITY_SQUARED,
  EQUATOR_RADIUS_METERS,
  FLATTENING,
  type Position,
  RADIANS_PER_DEGREE,
} from '@fairway/geo'

/**
 * A bearing and a distance from a point on the WGS 84 ellipsoid. Both values are computed with the osculating circle in
 * the given direction. The result is accurate to a meter within 100 km, where a sphere would be off by 300 m.
 */
export interface Ray {
  /** Bearing in degrees clockwise from north. */
  readonly bearing: number
  readonly meters: number
}

type Vector = readonly [number, number, number]

export function computeDestination(center: Position, { bearing, meters }: Ray): Position {
  const { origin, east, north, up } = localFrameAt(center)
  const radius = curvatureRadius(center[0], bearing)
  const forwardMeters = radius * Math.sin(meters / radius)
  const dropMeters = radius * (1 - Math.cos(meters / radius))
  const [sin, cos] = [Math.sin(bearing * RADIANS_PER_DEGREE), Math.cos(bearing * RADIANS_PER_DEGREE)]
  const point = [0, 1, 2].map(
    (axis) => origin[axis] + forwardMeters * (sin * east[axis] + cos * north[axis]) - dropMeters * up[axis],
  )
  return toPosition(point[0], point[1], point[2])
}

export function computeRay(center: Position, target: Position): Ray {
  const { origin, east, north, up } = localFrameAt(center)
  const offset = localFrameAt(target).origin.map((value, axis) => value - origin[axis])
  const projectOnto = (axis: Vector) => offset[0] * axis[0] + offset[1] * axis[1] + offset[2] * axis[2]
  const [x, y, z] = [projectOnto(east), projectOnto(north), projectOnto(up)]
  const bearing = (Math.atan2(x, y) / RADIANS_PER_DEGREE + 360) % 360
  const radius = curvatureRadius(center[0], bearing)
  return { bearing, meters: radius * Math.atan2(Math.hypot(x, y), radius + z) }
}

function localFrameAt([latitude, longitude]: Position): { origin: Vector; east: Vector; north: Vector; up: Vector } {
  const [sinLat, cosLat] = [Math.sin(latitude * RADIANS_PER_DEGREE), Math.cos(latitude * RADIANS_PER_DEGREE)]
  const [sinLon, cosLon] = [Math.sin(longitude * RADIANS_PER_DEGREE), Math.cos(longitude * RADIANS_PER_DEGREE)]
  const normal = EQUATOR_RADIUS_METERS / Math.sqrt(1 - ECCENTRICITY_SQUARED * sinLat * sinLat)
  return {
    origin: [normal * cosLat * cosLon, normal * cosLat * sinLon, normal * (1 - ECCENTRICITY_SQUARED) * sinLat],
    east: [-sinLon, cosLon, 0],
    north: [-sinLat * cosLon, -sinLat * sinLon, cosLat],
    up: [cosLat * cosLon, cosLat * sinLon, sinLat],
  }
}

/**
 * Returns the radius of curvature with Euler's formula, which interpolates between the curvatures along and across the
 * meridian.
 */
function curvatureRadius(latitude: number, bearing: number): number {
  const sine = Math.sin(latitude * RADIANS_PER_DEGREE)
  const ellipticity = 1 - ECCENTRICITY_SQUARED * sine * sine
  const primeVerticalRadius = EQUATOR_RADIUS_METERS / Math.sqrt(ellipticity)
  const meridianRadius = (primeVerticalRadius * (1 - ECCENTRICITY_SQUARED)) / ellipticity
  const cosine = Math.cos(bearing * RADIANS_PER_DEGREE) ** 2
  return 1 / (cosine / meridianRadius + (1 - cosine) / primeVerticalRadius)
}

/**
 * Converts Cartesian coordinates to a position with Bowring's formula, which is accurate to within a millimeter near
 * the surface.
 */
function toPosition(x: number, y: number, z: number): Position {
  const distance = Math.hypot(x, y)
  const angle = Math.atan2(z, distance * (1 - FLATTENING))
  const latitude = Math.atan2(
    z + (ECCENTRICITY_SQUARED / (1 - FLATTENING)) * EQUATOR_RADIUS_METERS * Math.sin(angle) ** 3,
    distance - ECCENTRICITY_SQUARED * EQUATOR_RADIUS_METERS * Math.cos(angle) ** 3,
  )
  return [latitude / RADIANS_PER_DEGREE, Math.atan2(y, x) / RADIANS_PER_DEGREE]
}
