import { describe, expect, test } from 'vitest'
import {
  expectFlight,
  expectRefusal,
  planTestFlight,
  positionAt,
  type RequestOverrides,
} from '../testing/ask-flight.ts'
import { makeCircle, makeZone } from '../testing/draw-zones.ts'
import { explainRefusal } from './refusal.ts'

describe('refusals', () => {
  test('name a stop in a zone or too close to one', () => {
    const zone = makeZone('z', makeCircle(positionAt(5000, 0), 500))
    expect(expectRefusal([zone])).toMatchObject({ kind: 'inside-zone', field: 'to', within: 'zone' })
    expect(expectRefusal([zone], { to: positionAt(5000, 525) })).toMatchObject({ within: 'margin', marginM: 30 })
    expect(expectFlight([zone], { to: positionAt(5000, 545) }).legs).toHaveLength(1)
    expect(expectRefusal([zone], { via: [positionAt(5000, 0)], to: positionAt(8000, 0) })).toMatchObject({
      field: 'via[0]',
    })
  })

  test('state the required and the usable range', () => {
    const aircraft = { rangeKm: 13.8, reservePct: 20 }
    expect(expectFlight([], { aircraft }).energy.usableKm).toBeCloseTo(11.04, 6)
    const refusal = expectRefusal([], { aircraft: { rangeKm: 13.7, reservePct: 20 } })
    expect(refusal).toMatchObject({ kind: 'range-exceeded', rangeKm: 13.7, reservePct: 20 })
    if (refusal.kind === 'range-exceeded') expect(refusal.neededKm).toBeCloseTo(11, 1)
    expect(expectRefusal([], { to: [60, 60] }).kind).toBe('range-exceeded')
  })

  test('cover wind above the limit of the aircraft, and a course that cannot be held', () => {
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
    const headwind = { aircraft: { windLimitMs: 20 }, wind: { speedMs: 16, fromDeg: 90 } }
    const refusal = expectRefusal([], headwind)
    expect(refusal).toMatchObject({ kind: 'course-not-held', givenMs: 16, cruiseSpeedMs: 15 })
    expect(explainRefusal(refusal)).toBe(
      'The destination (to) cannot be reached because the aircraft cannot hold its course in a wind of 16 m/s (16.0 m/s against the course) with a cruise speed of only 15 m/s',
    )
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
  ] as [string, RequestOverrides][])('cover %s out of range', (field, wish) => {
    expect(expectRefusal([], wish)).toMatchObject({ kind: 'bad-number', field })
  })
})

describe('aircraft limits', () => {
  const kindOf = (aircraft: NonNullable<RequestOverrides['aircraft']>) =>
    planTestFlight([], { to: positionAt(-4990, 0), aircraft })
  test.each([
    ['cruise_speed_ms', 'cruiseSpeedMs', 0.5, 400],
    ['range_km', 'rangeKm', 0.01, 2000],
    ['max_altitude_m', 'maxAltitudeM', 10, 10_000],
    ['climb_rate_ms', 'climbRateMs', 0.1, 100],
    ['wind_limit_ms', 'windLimitMs', 0, 150],
  ] as const)('%s', (name, field, least, most) => {
    for (const value of [least, most]) expect(kindOf({ [field]: value }).kind).not.toBe('bad-number')
    for (const invalidValue of [least - 0.001, most + 0.001, 1e308, Number.NaN]) {
      const refusal = kindOf({ [field]: invalidValue })
      expect(refusal).toEqual({
        kind: 'bad-number',
        field: `aircraft.${name}`,
        given: invalidValue,
        allowed: `from ${least} to ${most}`,
      })
    }
  })

  test('keep altitudes clear of the ground', () => {
    expect(expectFlight([], { altitudeM: 10 }).cruiseAltitudeM).toBe(10)
    expect(explainRefusal(expectRefusal([], { altitudeM: 9.9 }))).toBe(
      'altitude_m must be at least 10: lower altitudes leave too little room above the ground, but is 9.9',
    )
  })
})

describe('wind', () => {
  test('changes duration and required range by headwind, tailwind and crosswind', () => {
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
