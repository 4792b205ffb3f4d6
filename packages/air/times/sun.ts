import type { DayMoment, Position } from '../model.ts'

export type SunEvent = Extract<DayMoment, { kind: 'sun' }>['event']

/** Day by day of the calendar in UTC: the number of days since 1970. */
export const DAY_MS = 86_400_000
const HALF_DAY_MS = DAY_MS / 2
const RADIANS = Math.PI / 180

/** Of the sun's centre: its upper edge in the horizon, lifted by refraction; and the end of civil twilight. */
const HORIZON_DEG = -0.833
const CIVIL_DEG = -6

/**
 * When the sun does this on one day, in milliseconds since 1970.
 *
 * The day is the one around the solar noon that falls into the given day in UTC, so that sunrise comes before sunset
 * everywhere on earth. Where the sun stays up, it rises midway from the noon before and sets midway to the next one; where
 * it stays down, it does both at noon. "From sunrise to sunset" is then all day and never, as it should be.
 */
export function sunEventMs(event: SunEvent, day: number, [latitude, longitude]: Position): number {
  const altitude = event === 'sunrise' || event === 'sunset' ? HORIZON_DEG : CIVIL_DEG
  const side = event === 'sunrise' || event === 'morning-twilight' ? -1 : 1
  const meanNoon = meanNoonMs(day, longitude)
  const noon = noonMs(day, longitude)
  let away = halfDayShare(altitude, latitude, sunAt(noon).declination)
  if (away === 0) return noon
  // Days of the sun are not all of one length: were it half a day, there would be gaps of seconds between them.
  if (away === 0.5) return (noon + noonMs(day + side, longitude)) / 2
  let found = noon
  // The sun moves on between noon and the event; twice is good to a second outside the polar circles.
  for (let round = 0; round < 3; round++) {
    found = meanNoon + (side * away - sunAt(found).ahead) * DAY_MS
    away = halfDayShare(altitude, latitude, sunAt(found).declination)
  }
  return meanNoon + (side * away - sunAt(found).ahead) * DAY_MS
}

function meanNoonMs(day: number, longitude: number): number {
  return day * DAY_MS + HALF_DAY_MS - (longitude / 360) * DAY_MS
}

function noonMs(day: number, longitude: number): number {
  const mean = meanNoonMs(day, longitude)
  return mean - sunAt(mean).ahead * DAY_MS
}

/** From noon to the event as a part of a day: 0 where the sun never gets there, one half where it never gets below. */
function halfDayShare(altitude: number, latitude: number, declination: number): number {
  const cosine =
    (Math.sin(altitude * RADIANS) - Math.sin(latitude * RADIANS) * Math.sin(declination)) /
    (Math.cos(latitude * RADIANS) * Math.cos(declination))
  return Math.acos(Math.max(-1, Math.min(1, cosine))) / (2 * Math.PI)
}

/**
 * Where the sun stands: its declination, and by which part of a day it is ahead of the clock (the equation of time).
 * After Meeus, "Astronomical Algorithms", chapters 25 and 28, as NOAA's solar calculator has it.
 */
function sunAt(ms: number): { readonly declination: number; readonly ahead: number } {
  const century = (ms / DAY_MS - 10_957.5) / 36_525
  const meanLongitude = (280.46646 + century * (36_000.76983 + century * 0.0003032)) * RADIANS
  const anomaly = (357.52911 + century * (35_999.05029 - century * 0.0001537)) * RADIANS
  const eccentricity = 0.016708634 - century * 0.000042037
  const center =
    Math.sin(anomaly) * (1.914602 - century * 0.004817) +
    Math.sin(2 * anomaly) * (0.019993 - century * 0.000101) +
    Math.sin(3 * anomaly) * 0.000289
  const node = (125.04 - 1934.136 * century) * RADIANS
  const longitude = meanLongitude + (center - 0.00569 - 0.00478 * Math.sin(node)) * RADIANS
  const obliquity = (23.439291 - century * 0.0130042 + 0.00256 * Math.cos(node)) * RADIANS
  const y = Math.tan(obliquity / 2) ** 2
  const equation =
    y * Math.sin(2 * meanLongitude) -
    2 * eccentricity * Math.sin(anomaly) +
    4 * eccentricity * y * Math.sin(anomaly) * Math.cos(2 * meanLongitude) -
    0.5 * y * y * Math.sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * Math.sin(2 * anomaly)
  return { declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)), ahead: equation / (2 * Math.PI) }
}
