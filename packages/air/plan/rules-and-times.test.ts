import { describe, expect, test } from 'vitest'
import type { Validity } from '../model.ts'
import {
  expectFlight,
  expectRefusal,
  makeWall,
  minutesAfterDeparture,
  origin,
  positionAt,
  validSince,
  validUntil,
} from '../testing/ask-flight.ts'
import { makeCircle, makeRectangle, makeZone } from '../testing/draw-zones.ts'

describe('rules and times', () => {
  test.each(['prohibited', 'authorisation', 'conditional'] as const)(
    '%s blocks unless the request names the zone',
    (rule) => {
      expect(expectFlight([makeWall({ rule })]).distanceMeters).toBeGreaterThan(11_000)
      const flight = expectFlight([makeWall({ rule })], { authorisations: ['wall'] })
      expect(flight.distanceMeters).toBeLessThan(10_020)
      expect(flight.authorisationNeeded).toMatchObject([{ id: 'wall', rule }])
      expect(
        expectFlight([makeWall({ rule })], { authorisations: ['wall', 'other'], to: positionAt(-4000, 0) })
          .authorisationNeeded,
      ).toEqual([])
    },
  )

  test('a zone without requirements does not block', () => {
    expect(expectFlight([makeWall({ rule: 'none' })])).toMatchObject({ zonesAvoided: [], authorisationNeeded: [] })
  })

  test('a zone that starts during the flight is avoided, and one that starts after the passage is not', () => {
    // The wall begins 4,800 m from the start, after half a minute of climb and 5.3 minutes of cruise. The flight passes
    // the far end of the wall after 6.4 minutes.
    expect(expectFlight([makeWall({ times: validSince(minutesAfterDeparture(4)) })]).distanceMeters).toBeGreaterThan(
      11_000,
    )
    expect(expectFlight([makeWall({ times: validSince(minutesAfterDeparture(6.2)) })]).distanceMeters).toBeGreaterThan(
      11_000,
    )
    expect(expectFlight([makeWall({ times: validSince(minutesAfterDeparture(6.6)) })]).distanceMeters).toBeLessThan(
      10_020,
    )
    expect(expectFlight([makeWall({ times: validUntil(minutesAfterDeparture(5)) })]).distanceMeters).toBeLessThan(
      10_020,
    )
    expect(expectFlight([makeWall({ times: validUntil(minutesAfterDeparture(6)) })]).distanceMeters).toBeGreaterThan(
      11_000,
    )
  })

  test('a zone active only while the flight would be inside is avoided', () => {
    const wide = makeZone('wide', makeRectangle(origin, -3000, -1000, 3000, 1000), {
      times: [{ fromMs: minutesAfterDeparture(6), untilMs: minutesAfterDeparture(6.5), weekly: [] }],
    })
    expect(expectFlight([wide]).distanceMeters).toBeGreaterThan(10_100)
  })

  test('a start in a zone that becomes active before the flight has left it is rejected', () => {
    const around = makeZone('around', makeRectangle(positionAt(-5000, 0), -2000, -2000, 2000, 2000), {
      times: validSince(minutesAfterDeparture(2)),
    })
    expect(expectRefusal([around])).toMatchObject({ kind: 'no-path', zones: [{ id: 'around' }] })
    const later = makeZone('later', makeRectangle(positionAt(-5000, 0), -2000, -2000, 2000, 2000), {
      times: validSince(minutesAfterDeparture(4)),
    })
    expect(expectFlight([later]).distanceMeters).toBeLessThan(10_020)
  })

  test('a destination closed on arrival gives the earliest departure that arrives as it opens', () => {
    const goalZone = makeZone('goal', makeCircle(positionAt(5000, 0), 500), {
      times: validUntil(minutesAfterDeparture(60)),
    })
    const refusal = expectRefusal([goalZone])
    if (refusal.kind !== 'inside-zone') throw new Error(refusal.kind)
    const earliest = refusal.earliestDepartureMs ?? 0
    expect(expectFlight([goalZone], { departAtMs: earliest }).departAtMs).toBe(earliest)
    expect(earliest).toBeLessThan(minutesAfterDeparture(60))
    expect(earliest).toBeGreaterThan(minutesAfterDeparture(47))
    expect(expectRefusal([goalZone], { departAtMs: earliest - 60_000 }).kind).toBe('no-path')
  })

  test('a closed start gives the end of the zone, or nothing when it does not end within a week', () => {
    const start = (times: Validity[]) => makeZone('start', makeCircle(positionAt(-5000, 0), 500), { times })
    expect(expectRefusal([start(validUntil(minutesAfterDeparture(90)))])).toMatchObject({
      earliestDepartureMs: minutesAfterDeparture(90),
    })
    expect(expectRefusal([start(validUntil(minutesAfterDeparture(7 * 1440 + 1)))])).not.toHaveProperty(
      'earliestDepartureMs',
    )
    expect(expectRefusal([start([])])).not.toHaveProperty('earliestDepartureMs')
  })

  test('an expired zone is ignored', () => {
    expect(expectFlight([makeWall({ times: validUntil(minutesAfterDeparture(-1)) })]).distanceMeters).toBeLessThan(
      10_020,
    )
  })
})
