import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { HORIZON_DEGREES, lightAt, sunAltitudeDegrees } from './sun.ts'

/** Published times, to the minute. Refraction shifts them by up to one. */
test.each([
  ['London in June', 51.5074, -0.1278, '2024-06-21T03:43:00Z', '2024-06-21T20:21:00Z'],
  ['London in December', 51.5074, -0.1278, '2024-12-21T08:04:00Z', '2024-12-21T15:53:00Z'],
  ['New York in June', 40.7128, -74.006, '2024-06-20T09:25:00Z', '2024-06-21T00:31:00Z'],
  ['Sydney in December', -33.8688, 151.2093, '2024-12-20T18:41:00Z', '2024-12-21T09:05:00Z'],
])('computes sunrise and sunset over %s like almanacs', (_, latitude, longitude, rise, set) => {
  const at = (instant: string, minutes: number) => lightAt(latitude, longitude, Date.parse(instant) + minutes * 60_000)
  expect([at(rise, -3), at(rise, 3)]).toEqual(['twilight', 'daylight'])
  expect([at(set, -3), at(set, 3)]).toEqual(['daylight', 'twilight'])
  expect([at(rise, -90), at(set, 90)]).toEqual(['night', 'night'])
})

/** Spencer's series of 1971: an independent formula for the sun's position, accurate to half a degree. */
function spencerAltitude(latitude: number, longitude: number, ms: number): number {
  const date = new Date(ms)
  const day = (ms - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000
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
    const ms = Date.UTC(2000, 0) + random() * 60 * 365.25 * 86_400_000
    const difference = sunAltitudeDegrees(latitude, longitude, ms) - spencerAltitude(latitude, longitude, ms)
    expect(Math.abs(difference), `${latitude} ${longitude} ${ms}`).toBeLessThan(1)
  }
})

test('keeps the sun up for half a year at the poles', () => {
  const up = Array.from({ length: 365 }, (_, day) => lightAt(90, 0, Date.UTC(2026, 0, 1 + day)))
  expect(up.filter((light) => light === 'daylight').length).toBeGreaterThan(183)
  expect(new Set(up)).toEqual(new Set(['daylight', 'twilight', 'night']))
  expect(HORIZON_DEGREES).toBeLessThan(0)
})
