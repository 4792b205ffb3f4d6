import { expect, test } from 'vitest'
import type { Position } from '../model.ts'
import { DAY_MS, type SunEvent, sunEventMs } from './sun.ts'

const RADIANS = Math.PI / 180
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS

/** An independent formula: the Astronomical Almanac's low-precision solar position, with sidereal time. */
function altitudeDegrees(ms: number, [latitude, longitude]: Position): number {
  const days = ms / DAY_MS - 10_957.5
  const anomaly = (357.528 + 0.9856003 * days) * RADIANS
  const ecliptic = (280.46 + 0.9856474 * days + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * RADIANS
  const tilt = (23.439 - 0.0000004 * days) * RADIANS
  const ascension = Math.atan2(Math.cos(tilt) * Math.sin(ecliptic), Math.cos(ecliptic))
  const declination = Math.asin(Math.sin(tilt) * Math.sin(ecliptic))
  const sidereal = (18.697374558 + 24.06570982441908 * days) * 15 * RADIANS
  const hourAngle = sidereal + longitude * RADIANS - ascension
  const sine =
    Math.sin(latitude * RADIANS) * Math.sin(declination) +
    Math.cos(latitude * RADIANS) * Math.cos(declination) * Math.cos(hourAngle)
  return Math.asin(sine) / RADIANS
}

// Values from almanacs, in UTC.
test.each([
  ['sunrise', '2024-06-20', [51.4779, 0], '2024-06-20T03:43'],
  ['sunset', '2024-06-20', [51.4779, 0], '2024-06-20T20:21'],
  ['sunrise', '2024-12-21', [51.4779, 0], '2024-12-21T08:04'],
  ['sunset', '2024-12-21', [51.4779, 0], '2024-12-21T15:53'],
  ['sunrise', '2024-06-20', [40.7128, -74.006], '2024-06-20T09:25'],
  ['sunset', '2024-06-20', [40.7128, -74.006], '2024-06-21T00:31'],
] as [SunEvent, string, Position, string][])('%s of %s at %j is at %s', (event, date, where, expected) => {
  const minutes = (sunEventMs(event, dayOf(date), where) - Date.parse(`${expected}:00Z`)) / 60_000
  expect(Math.abs(minutes)).toBeLessThanOrEqual(1.5)
})

test('matches another formula for the position of the sun at every event', () => {
  const events: SunEvent[] = ['morning-twilight', 'sunrise', 'sunset', 'evening-twilight']
  const altitudes = [-6, -0.833, -0.833, -6]
  for (let day = dayOf('2026-01-01'); day < dayOf('2027-01-01'); day += 9) {
    for (const where of [
      [-34.9, -56.2],
      [59.9, 30.3],
      [1.3, 103.8],
      [-17.8, 179.9],
      [64, -179.9],
    ] as Position[]) {
      const times = events.map((event) => sunEventMs(event, day, where))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      times.forEach((ms, index) => {
        if (altitudeDegrees((times[1] + times[2]) / 2 + DAY_MS / 2, where) > altitudes[index] - 0.5) return
        expect(Math.abs(altitudeDegrees(ms, where) - altitudes[index])).toBeLessThan(0.05)
      })
    }
  }
})

test('lasts from midnight to midnight where the sun stays up, and has no length where it stays down', () => {
  const longyearbyen: Position = [78.22, 15.63]
  const lasts = (date: string) =>
    sunEventMs('sunset', dayOf(date), longyearbyen) - sunEventMs('sunrise', dayOf(date), longyearbyen)
  expect(Math.abs(lasts('2026-06-21') - DAY_MS)).toBeLessThan(31_000)
  expect(sunEventMs('sunset', dayOf('2026-06-21'), longyearbyen)).toBe(
    sunEventMs('sunrise', dayOf('2026-06-22'), longyearbyen),
  )
  expect(lasts('2026-12-21')).toBe(0)
  expect(lasts('2026-03-20') / DAY_MS).toBeCloseTo(0.5, 1)
})
