/** Size and shape of the earth. Results are compared byte for byte, so these numbers never change. */

/** `[latitude, longitude]` in degrees. */
export type Position = readonly [latitude: number, longitude: number]

export const RADIANS = Math.PI / 180

/** The mean radius of the earth. Lengths on this sphere differ from those on the ellipsoid by at most 0.6 %. */
export const EARTH_RADIUS_METERS = 6_371_008.8

/**
 * Sea distances use a sphere with a radius of 6,371 km, on which one minute of a great circle is nearly one nautical
 * mile.
 */
export const NAUTICAL_MILES_PER_RADIAN = 3440.065
export const KILOMETERS_PER_NAUTICAL_MILE = 1.852

/** The WGS 84 ellipsoid. */
export const EQUATOR_RADIUS_METERS = 6_378_137
export const FLATTENING = 1 / 298.257223563
export const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING)
