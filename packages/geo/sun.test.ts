import { expect, test } from 'vitest'
import type { Position } from './earth.ts'
import { seededRandom } from './random.ts'
import { daylightAt, type SunEvent, sunAltitudeDegrees, sunEventMs } from './sun.ts'

const DAY_MS = 86_400_000
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const altitudeDegrees = (ms: number, [latitude, longitude]: Position) => sunAltitudeDegrees(latitude, longitude, ms)

// The expected values come from almanacs, in UTC.
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

test('puts the sun at the altitude of the event according to the other formula', () => {
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

/** The expected times are published to the minute. Refraction shifts them by up to one minute. */
test.each([
  ['London in June', 51.5074, -0.1278, '2024-06-21T03:43:00Z', '2024-06-21T20:21:00Z'],
  ['London in December', 51.5074, -0.1278, '2024-12-21T08:04:00Z', '2024-12-21T15:53:00Z'],
  ['New York in June', 40.7128, -74.006, '2024-06-20T09:25:00Z', '2024-06-21T00:31:00Z'],
  ['Sydney in December', -33.8688, 151.2093, '2024-12-20T18:41:00Z', '2024-12-21T09:05:00Z'],
])('computes sunrise and sunset in %s like almanacs', (_, latitude, longitude, rise, set) => {
  const at = (instant: string, minutes: number) =>
    daylightAt(latitude, longitude, Date.parse(instant) + minutes * 60_000)
  expect([at(rise, -3), at(rise, 3)]).toEqual(['twilight', 'daylight'])
  expect([at(set, -3), at(set, 3)]).toEqual(['daylight', 'twilight'])
  expect([at(rise, -90), at(set, 90)]).toEqual(['night', 'night'])
})

/** Returns the altitude of the sun from Spencer's series of 1971, an independent formula accurate to half a degree. */
function spencerAltitude(latitude: number, longitude: number, ms: number): number {
  const date = new Date(ms)
  const day = (ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS
  const g = (2 * Math.PI * day) / 365.2422
  const declination =
    0.006918 -
    0.399912 * Math.cos(g) +
    0.070257 * Math.sin(g) -
    0.006758 * Math.cos(2 * g) +
    0.000907 * Math.sin(2 * g) -
    0.002697 * Math.cos(3 * g) +
    0.00148 * Math.sin(3 * g)
  const equationMinutes =
    229.18 *
    (0.000075 +
      0.001868 * Math.cos(g) -
      0.032077 * Math.sin(g) -
      0.014615 * Math.cos(2 * g) -
      0.040849 * Math.sin(2 * g))
  const minutes = (ms / 60_000) % 1440
  const hourAngle = ((minutes + equationMinutes + 4 * longitude) / 4 - 180) * (Math.PI / 180)
  const phi = (latitude * Math.PI) / 180
  const sine = Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle)
  return (Math.asin(sine) * 180) / Math.PI
}

test('matches another series everywhere on earth, over decades', () => {
  const random = seededRandom(5)
  for (let i = 0; i < 3000; i++) {
    const [latitude, longitude] = [180 * random() - 90, 360 * random() - 180]
    const ms = Date.UTC(2000, 0) + random() * 60 * 365.25 * DAY_MS
    const difference = sunAltitudeDegrees(latitude, longitude, ms) - spencerAltitude(latitude, longitude, ms)
    expect(Math.abs(difference), `${latitude} ${longitude} ${ms}`).toBeLessThan(1)
  }
})

test('keeps the sun up for half a year at the poles', () => {
  const up = Array.from({ length: 365 }, (_, day) => daylightAt(90, 0, Date.UTC(2026, 0, 1 + day)))
  expect(up.filter((light) => light === 'daylight').length).toBeGreaterThan(183)
  expect(new Set(up)).toEqual(new Set(['daylight', 'twilight', 'night']))
})
