import type { OddLight } from './model.ts'

const RADIANS = Math.PI / 180
const DAY_MS = 86_400_000
/** Noon on 1 January 2000, the epoch of the formulas. */
const EPOCH_MS = Date.UTC(2000, 0, 1, 12)

/** Altitude at which the upper rim of the sun touches the horizon, refraction included. */
export const HORIZON_DEGREES = -0.833
/** The end of civil twilight, when headlights become necessary. */
export const TWILIGHT_DEGREES = -6

/**
 * Altitude of the sun in degrees, negative below the horizon. Uses the low-precision formulas of the Astronomical
 * Almanac (page C5). They are accurate to 0.01° from 1950 to 2050 and to a few hundredths over two centuries. That is
 * some seconds of sunrise, where refraction is uncertain by a minute.
 */
export function sunAltitudeDegrees(latitude: number, longitude: number, instantMs: number): number {
  const days = (instantMs - EPOCH_MS) / DAY_MS
  const meanLongitude = 280.46 + 0.9856474 * days
  const anomaly = (357.528 + 0.9856003 * days) * RADIANS
  const ecliptic = (meanLongitude + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS
  const obliquity = (23.439 - 0.0000004 * days) * RADIANS
  const ascension = Math.atan2(Math.cos(obliquity) * Math.sin(ecliptic), Math.cos(ecliptic))
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(ecliptic))
  const siderealDegrees = 280.46061837 + 360.98564736629 * days + longitude
  const hourAngle = siderealDegrees * RADIANS - ascension
  const sine =
    Math.sin(latitude * RADIANS) * Math.sin(declination) +
    Math.cos(latitude * RADIANS) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(Math.min(1, Math.max(-1, sine))) / RADIANS
}

export function lightAt(latitude: number, longitude: number, instantMs: number): OddLight {
  const altitude = sunAltitudeDegrees(latitude, longitude, instantMs)
  if (altitude >= HORIZON_DEGREES) return 'daylight'
  return altitude >= TWILIGHT_DEGREES ? 'twilight' : 'night'
}
