/** Size and shape of the earth. These numbers must never change, because results are compared byte for byte. */

/** A position as `[latitude, longitude]` in degrees. */
export type Position = readonly [latitude: number, longitude: number]

export const RADIANS_PER_DEGREE = Math.PI / 180

/**
 * Mean radius of the earth, in meters. Lengths on this sphere differ from lengths on the ellipsoid by at most 0.6 %.
 */
export const EARTH_RADIUS_METERS = 6_371_008.8

/**
 * Radius for sea distances, in nautical miles (6,371 km). On this sphere, one minute of a great circle is nearly one
 * nautical mile.
 */
export const NAUTICAL_MILES_PER_RADIAN = 3440.065
export const KILOMETERS_PER_NAUTICAL_MILE = 1.852

/** Parameters of the WGS 84 ellipsoid. */
export const EQUATOR_RADIUS_METERS = 6_378_137
export const FLATTENING = 1 / 298.257223563
export const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING)
