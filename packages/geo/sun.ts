import { type Position, RADIANS_PER_DEGREE } from './earth.ts'

/**
 * Position of the sun, computed with two formulas. Sunrise times need the equation of time. The altitude is computed
 * many times per trip, so it uses a formula that takes half the time. Both formulas agree within 0.011 degrees, so the
 * tests can compare their results.
 */

export type SunEvent = 'morning-twilight' | 'sunrise' | 'sunset' | 'evening-twilight'
export type Daylight = 'daylight' | 'twilight' | 'night'

/** Length of a day in milliseconds. Days are UTC calendar days, numbered from 1970. */
const DAY_MS = 86_400_000
const HALF_DAY_MS = DAY_MS / 2
/** Noon on January 1, 2000, the epoch of the formulas. */
const J2000_MS = Date.UTC(2000, 0, 1, 12)

/** Altitude of the sun's center in degrees when its upper rim touches the horizon, including refraction. */
const HORIZON_DEGREES = -0.833
/** Altitude of the sun in degrees at the end of civil twilight, when headlights become necessary. */
const TWILIGHT_DEGREES = -6

/**
 * Returns the altitude of the sun in degrees, negative below the horizon. Uses the low-precision formulas of the
 * Astronomical Almanac (page C5). Their error is 0.01° from 1950 to 2050 and a few hundredths of a degree over two
 * centuries. An error of 0.01° shifts the time of sunrise by a few seconds, while refraction shifts it by up to a
 * minute.
 */
export function sunAltitudeDegrees(latitude: number, longitude: number, instantMs: number): number {
  const days = (instantMs - J2000_MS) / DAY_MS
  const meanLongitude = 280.46 + 0.9856474 * days
  const meanAnomaly = (357.528 + 0.9856003 * days) * RADIANS_PER_DEGREE
  const eclipticLongitude =
    (meanLongitude + 1.915 * Math.sin(meanAnomaly) + 0.02 * Math.sin(2 * meanAnomaly)) * RADIANS_PER_DEGREE
  const obliquity = (23.439 - 0.0000004 * days) * RADIANS_PER_DEGREE
  const rightAscension = Math.atan2(Math.cos(obliquity) * Math.sin(eclipticLongitude), Math.cos(eclipticLongitude))
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(eclipticLongitude))
  const siderealDegrees = 280.46061837 + 360.98564736629 * days + longitude
  const hourAngle = siderealDegrees * RADIANS_PER_DEGREE - rightAscension
  const sine =
    Math.sin(latitude * RADIANS_PER_DEGREE) * Math.sin(declination) +
    Math.cos(latitude * RADIANS_PER_DEGREE) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(Math.min(1, Math.max(-1, sine))) / RADIANS_PER_DEGREE
}

export function daylightAt(latitude: number, longitude: number, instantMs: number): Daylight {
  const altitude = sunAltitudeDegrees(latitude, longitude, instantMs)
  if (altitude >= HORIZON_DEGREES) return 'daylight'
  return altitude >= TWILIGHT_DEGREES ? 'twilight' : 'night'
}

/**
 * Returns the time of a sun event on one day, in milliseconds since 1970. The solar day is centered on the solar noon
 * of the given UTC day, so sunrise precedes sunset everywhere. During polar day, sunrise is midway between the previous
 * noon and this noon, and sunset is midway between this noon and the next. During polar night, both are at noon. The
 * period from sunrise to sunset is then all day or empty.
 */
export function sunEventMs(event: SunEvent, day: number, [latitude, longitude]: Position): number {
  const altitude = event === 'sunrise' || event === 'sunset' ? HORIZON_DEGREES : TWILIGHT_DEGREES
  const sideOfNoon = event === 'sunrise' || event === 'morning-twilight' ? -1 : 1
  const meanNoon = meanNoonMs(day, longitude)
  const noon = noonMs(day, longitude)
  let noonOffsetDays = halfDayFraction(altitude, latitude, sunAt(noon).declination)
  if (noonOffsetDays === 0) return noon
  // Solar days vary in length, so using exactly half a day would leave gaps of seconds between them.
  if (noonOffsetDays === 0.5) return (noon + noonMs(day + sideOfNoon, longitude)) / 2
  let eventMs = noon
  // The sun moves between noon and the event, so each iteration refines the time. Outside the polar regions, two
  // iterations are accurate to a second.
  for (let iteration = 0; iteration < 3; iteration++) {
    eventMs = meanNoon + (sideOfNoon * noonOffsetDays - sunAt(eventMs).ahead) * DAY_MS
    noonOffsetDays = halfDayFraction(altitude, latitude, sunAt(eventMs).declination)
  }
  return meanNoon + (sideOfNoon * noonOffsetDays - sunAt(eventMs).ahead) * DAY_MS
}

function meanNoonMs(day: number, longitude: number): number {
  return day * DAY_MS + HALF_DAY_MS - (longitude / 360) * DAY_MS
}

function noonMs(day: number, longitude: number): number {
  const meanNoon = meanNoonMs(day, longitude)
  return meanNoon - sunAt(meanNoon).ahead * DAY_MS
}

/**
 * Returns the time from noon to the event as a fraction of a day. The result is 0 if the sun never reaches the altitude
 * and 0.5 if the sun never drops below it.
 */
function halfDayFraction(altitude: number, latitude: number, declination: number): number {
  const cosine =
    (Math.sin(altitude * RADIANS_PER_DEGREE) - Math.sin(latitude * RADIANS_PER_DEGREE) * Math.sin(declination)) /
    (Math.cos(latitude * RADIANS_PER_DEGREE) * Math.cos(declination))
  return Math.acos(Math.max(-1, Math.min(1, cosine))) / (2 * Math.PI)
}

/**
 * Returns the declination of the sun and how far the sun is ahead of the clock (the equation of time) as a fraction of
 * a day. The formulas are from Meeus, "Astronomical Algorithms", chapters 25 and 28, as in NOAA's solar calculator.
 */
function sunAt(ms: number): { readonly declination: number; readonly ahead: number } {
  const julianCenturies = (ms / DAY_MS - 10_957.5) / 36_525
  const meanLongitude =
    (280.46646 + julianCenturies * (36_000.76983 + julianCenturies * 0.0003032)) * RADIANS_PER_DEGREE
  const anomaly = (357.52911 + julianCenturies * (35_999.05029 - julianCenturies * 0.0001537)) * RADIANS_PER_DEGREE
  const eccentricity = 0.016708634 - julianCenturies * 0.000042037
  const equationOfCenter =
    Math.sin(anomaly) * (1.914602 - julianCenturies * 0.004817) +
    Math.sin(2 * anomaly) * (0.019993 - julianCenturies * 0.000101) +
    Math.sin(3 * anomaly) * 0.000289
  const lunarNode = (125.04 - 1934.136 * julianCenturies) * RADIANS_PER_DEGREE
  const longitude = meanLongitude + (equationOfCenter - 0.00569 - 0.00478 * Math.sin(lunarNode)) * RADIANS_PER_DEGREE
  const obliquity = (23.439291 - julianCenturies * 0.0130042 + 0.00256 * Math.cos(lunarNode)) * RADIANS_PER_DEGREE
  const y = Math.tan(obliquity / 2) ** 2
  const equationOfTime =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly)
  return { declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)), ahead: equationOfTime / (2 * Math.PI) }
}
