import { describe, expect, test } from 'vitest'
import { expectFlight, expectRefusal, here, type Wish } from '../testing/ask-flight.ts'
import { circle, drawZone } from '../testing/draw-zones.ts'

describe('refusals', () => {
  test('a stop in a zone or too near to one', () => {
    const zone = drawZone('z', circle(here(5000, 0), 500))
    expect(expectRefusal([zone])).toMatchObject({ kind: 'inside-zone', field: 'to', within: 'zone' })
    expect(expectRefusal([zone], { to: here(5000, 525) })).toMatchObject({ within: 'margin', marginM: 30 })
    expect(expectFlight([zone], { to: here(5000, 545) }).legs).toHaveLength(1)
    expect(expectRefusal([zone], { via: [here(5000, 0)], to: here(8000, 0) })).toMatchObject({ field: 'via[0]' })
  })

  test('range: what is needed and what may be used', () => {
    const aircraft = { rangeKm: 13.8, reservePct: 20 }
    expect(expectFlight([], { aircraft }).energy.usableKm).toBeCloseTo(11.04, 6)
    const refusal = expectRefusal([], { aircraft: { rangeKm: 13.7, reservePct: 20 } })
    expect(refusal).toMatchObject({ kind: 'range-exceeded', rangeKm: 13.7, reservePct: 20 })
    if (refusal.kind === 'range-exceeded') expect(refusal.neededKm).toBeCloseTo(11, 1)
    expect(expectRefusal([], { to: [60, 60] }).kind).toBe('range-exceeded')
  })

  test('wind over the limit of the aircraft; a course that cannot be held', () => {
    expect(expectFlight([], { wind: { speedMs: 12, fromDeg: 0 } }).legs).toHaveLength(1)
    expect(expectRefusal([], { wind: { speedMs: 12.1, fromDeg: 0 } })).toEqual({
      kind: 'wind-limit',
      givenMs: 12.1,
      limitMs: 12,
    })
    const aircraft = { cruiseSpeedMs: 10 }
    expect(expectRefusal([], { aircraft, wind: { speedMs: 11, fromDeg: 0 } })).toMatchObject({
      kind: 'course-not-held',
    })
    expect(expectFlight([], { aircraft, wind: { speedMs: 11, fromDeg: 270 } }).durationSeconds).toBeLessThan(600)
  })

  test.each([
    ['aircraft.range_km', { aircraft: { rangeKm: -1 } }],
    ['aircraft.range_km', { aircraft: { rangeKm: Number.NaN } }],
    ['aircraft.cruise_speed_ms', { aircraft: { cruiseSpeedMs: 0 } }],
    ['aircraft.reserve_pct', { aircraft: { reservePct: 100 } }],
    ['aircraft.climb_rate_ms', { aircraft: { climbRateMs: 0 } }],
    ['wind.speed_ms', { wind: { speedMs: -1, fromDeg: 0 } }],
    ['wind.from_deg', { wind: { speedMs: 1, fromDeg: 361 } }],
    ['altitude_m', { altitudeM: 0 }],
    ['margin_m', { marginM: 0 }],
    ['from[0]', { from: [91, 0] }],
    ['to[1]', { to: [0, Number.NaN] }],
    ['depart_at', { departAtMs: Number.NaN }],
  ] as [string, Wish][])('%s out of its limits', (field, wish) => {
    expect(expectRefusal([], wish)).toMatchObject({ kind: 'bad-number', field })
  })
})

describe('wind', () => {
  test('head, tail and cross winds change the time, and what is needed', () => {
    const still = expectFlight([]).durationSeconds
    const windy = (fromDeg: number) =>
      expectFlight([], { wind: { speedMs: 9, fromDeg }, aircraft: { rangeKm: 60 } }).durationSeconds
    const up = 2 * (100 / 3)
    expect(windy(90)).toBeCloseTo(up + ((still - up) * 15) / 6, 0)
    expect(windy(270)).toBeCloseTo(up + ((still - up) * 15) / 24, 0)
    expect(windy(0)).toBeCloseTo(up + ((still - up) * 15) / 12, 0)
    const { energy, durationSeconds } = expectFlight([], { wind: { speedMs: 9, fromDeg: 0 } })
    expect(energy.neededKm).toBeCloseTo((durationSeconds * 15) / 1000, 9)
  })
})
