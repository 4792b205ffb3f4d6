import { describe, expect, test } from 'vitest'
import type { OddDocument } from './model.ts'
import { findTripViolation, type OddTrip } from './trip-rules.ts'
import { WeekSpans } from './weekly-hours.ts'

const at = (instant: string) => Date.parse(instant)
const place = { latitude: -34.9, longitude: -56.17 }

const document: OddDocument = {
  id: 'test',
  version: '1',
  operator: 'Tester',
  name: 'test',
  sample: false,
  areas: [],
  permits: [
    { authority: 'City', reference: 'A-1', fromMs: at('2026-01-01T00:00:00Z'), untilMs: at('2026-07-01T00:00:00Z') },
    { authority: 'City', reference: '', fromMs: at('2026-07-01T00:00:00Z'), untilMs: at('2027-01-01T00:00:00Z') },
  ],
  roads: { classes: ['residential'], maxSpeedLimitKmh: undefined, exclude: [] },
  conditions: { weather: ['dry', 'rain'], light: ['daylight'], minVisibilityMeters: 200 },
  hours: { timeZone: 'UTC', weekly: [{ days: ['mo', 'tu', 'we', 'th', 'fr'], fromMinute: 660, untilMinute: 1200 }] },
}
const clock = { spans: new WeekSpans(document.hours?.weekly ?? []), utcOffsetSeconds: () => 0 }

function breakOf(trip: Partial<OddTrip>, changed: Partial<OddDocument> = {}) {
  const departMs = trip.departMs ?? at('2026-11-16T15:00:00Z')
  const whole: OddTrip = {
    departMs,
    arriveMs: departMs + 600_000,
    from: place,
    to: place,
    weather: 'dry',
    light: undefined,
    visibilityMeters: 10_000,
    ...trip,
  }
  return findTripViolation({ ...document, ...changed }, clock, whole)
}

test('a compliant trip breaks no rule', () => {
  expect(breakOf({})).toBeUndefined()
})

describe('permits', () => {
  test('may be consecutive', () => {
    const [departMs, arriveMs] = [at('2026-06-30T19:50:00Z'), at('2026-07-01T11:05:00Z')]
    expect(breakOf({ departMs, arriveMs, light: 'daylight' })?.rule).toBe('hours')
  })
  test('must cover the trip to its end', () => {
    const departMs = at('2026-12-31T23:55:00Z')
    expect(breakOf({ departMs })).toEqual({
      rule: 'permit',
      observed: '2027-01-01T00:00:00Z, which no permit covers',
      allowed:
        'City A-1 from 2026-01-01T00:00:00Z until 2026-07-01T00:00:00Z; City from 2026-07-01T00:00:00Z until 2027-01-01T00:00:00Z',
    })
    expect(breakOf({ departMs: at('2025-12-31T23:59:59Z') })?.rule).toBe('permit')
    expect(breakOf({ departMs: at('2026-12-31T23:50:00Z') })?.rule).toBe('hours')
    expect(breakOf({ departMs: at('2027-01-01T00:00:00Z'), arriveMs: at('2027-01-01T00:00:00Z') })?.rule).toBe('permit')
  })
  test('are required', () => {
    expect(breakOf({}, { permits: [] })).toMatchObject({ rule: 'permit', allowed: 'no permit is in force' })
  })
})

describe('hours', () => {
  test('include both ends, and an arrival exactly at the end', () => {
    expect(breakOf({ departMs: at('2026-11-16T10:59:00Z') })).toMatchObject({
      rule: 'hours',
      observed: 'Mon 10:59 (UTC)',
    })
    expect(breakOf({ departMs: at('2026-11-16T19:50:00Z') })).toBeUndefined()
    expect(breakOf({ departMs: at('2026-11-16T19:51:00Z') })).toMatchObject({
      rule: 'hours',
      observed: 'Mon 20:00 (UTC)',
    })
    expect(breakOf({ departMs: at('2026-11-15T15:00:00Z') })?.allowed).toBe('Mon, Tue, Wed, Thu, Fri 11:00–20:00')
    expect(breakOf({ departMs: at('2026-11-15T15:00:00Z') })).toMatchObject({
      rule: 'hours',
      observed: 'Sun 15:00 (UTC)',
    })
  })
})

describe('conditions', () => {
  test('check the weather', () => {
    expect(breakOf({ weather: 'snow' })).toEqual({ rule: 'weather', observed: 'snow', allowed: 'dry, rain' })
    expect(breakOf({ weather: 'rain' })).toBeUndefined()
  })
  test('check visibility on both sides of the limit', () => {
    expect(breakOf({ visibilityMeters: 200 })).toBeUndefined()
    expect(breakOf({ visibilityMeters: 199.9 })).toEqual({
      rule: 'visibility',
      observed: '199.9 m',
      allowed: 'at least 200 m',
    })
  })
  test('check the given light, or the sun until arrival', () => {
    expect(breakOf({ light: 'night' })).toEqual({ rule: 'light', observed: 'night', allowed: 'daylight' })
    const late = { hours: undefined, permits: document.permits }
    const dusk = at('2026-11-16T22:25:00Z')
    const open = {
      spans: new WeekSpans([{ days: ['mo', 'tu'], fromMinute: 0, untilMinute: 1440 }]),
      utcOffsetSeconds: () => 0,
    }
    const trip = (arriveMs: number): OddTrip => ({
      departMs: dusk,
      arriveMs,
      from: place,
      to: place,
      weather: 'dry',
      light: undefined,
      visibilityMeters: 10_000,
    })
    expect(findTripViolation({ ...document, ...late }, open, trip(dusk))).toBeUndefined()
    expect(findTripViolation({ ...document, ...late }, open, trip(dusk + 3_600_000))).toMatchObject({
      rule: 'light',
      observed: expect.stringMatching(/^twilight at 2026-11-16T22:\d\d:00Z, according to the position of the sun$/),
      allowed: 'daylight',
    })
  })
})
