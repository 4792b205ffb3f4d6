import { describe, expect, test } from 'vitest'
import { buildAirspaceIndex } from '../../airspace-index.ts'
import type { Corridor, Zone } from '../../model.ts'
import {
  departAtMs,
  expectFlight,
  expectRefusal,
  makeWall,
  minutesAfterDeparture,
  planTestFlight,
  positionAt,
  type RequestOverrides,
  validSince,
  validUntil,
} from '../../testing/ask-flight.ts'
import {
  makeCircle,
  makeCorridor,
  makePolygon,
  makeRectangle,
  makeZone,
  rectangleCorners,
} from '../../testing/draw-zones.ts'
import { planFlight } from '../plan-flight.ts'

/** Expects a flight at this second and no flight one second earlier. */
function expectEarliest(
  zones: readonly Zone[],
  overrides: RequestOverrides,
  corridors: readonly Corridor[] = [],
): number {
  const refusal = expectRefusal(zones, overrides, corridors)
  const earliest = 'earliestDepartureMs' in refusal ? (refusal.earliestDepartureMs ?? 0) : 0
  expect(earliest % 1000, JSON.stringify(refusal)).toBe(0)
  expect(planTestFlight(zones, { ...overrides, departAtMs: earliest }, corridors).kind).toBe('planned')
  expect(planTestFlight(zones, { ...overrides, departAtMs: earliest - 1000 }, corridors).kind).not.toBe('planned')
  return earliest
}

describe('earliest departure', () => {
  test('is found when a timed zone makes the path longer than the range', () => {
    const aircraft = { rangeKm: 14 }
    const refusal = expectRefusal([makeWall({ times: validUntil(minutesAfterDeparture(90)) })], { aircraft })
    expect(refusal.kind).toBe('range-exceeded')
    const earliest = expectEarliest([makeWall({ times: validUntil(minutesAfterDeparture(90)) })], { aircraft })
    expect(earliest).toBeLessThan(minutesAfterDeparture(90))
    expect(expectRefusal([makeWall()], { aircraft })).not.toHaveProperty('earliestDepartureMs')
  })

  test('is found when an intermediate attempt exceeds the range', () => {
    const first = makeZone('first', makeCircle(positionAt(-5000, 0), 300), {
      times: validUntil(minutesAfterDeparture(60)),
    })
    const earliest = expectEarliest([first, makeWall({ times: validUntil(minutesAfterDeparture(180)) })], {
      aircraft: { rangeKm: 14 },
    })
    expect(earliest).toBeGreaterThan(minutesAfterDeparture(160))
  })

  test('is found for a gap of five minutes, which a departure at its start would reach too late', () => {
    const ring = makePolygon(positionAt(5000, 0), rectangleCorners(-1500, -1500, 1500, 1500), [
      rectangleCorners(-600, -600, 600, 600),
    ])
    const zones = [
      makeZone('before', ring, { times: validUntil(minutesAfterDeparture(180)) }),
      makeZone('after', ring, { times: validSince(minutesAfterDeparture(185)) }),
    ]
    expect(expectRefusal(zones, { departAtMs: minutesAfterDeparture(180) }).kind).toBe('no-path')
    const earliest = expectEarliest(zones, {})
    const meetingDepartureMs = minutesAfterDeparture(180) - ((8500 - 30) / 15 + 100 / 3) * 1000
    expect(earliest).toBeGreaterThan(meetingDepartureMs - 1000)
    expect(earliest).toBeLessThan(meetingDepartureMs + 2000)
  })

  test('is found when only corridors are allowed and the corridor opens later', () => {
    const lane = makeCorridor('lane', [positionAt(-4500, 300), positionAt(4500, 300)], {
      times: validSince(minutesAfterDeparture(120)),
    })
    const overrides = { corridors: 'only' } as const
    expect(expectRefusal([], overrides, [lane])).toMatchObject({ kind: 'no-corridor' })
    expect(expectEarliest([], overrides, [lane])).toBeLessThan(minutesAfterDeparture(120))
    const open = makeCorridor('open', [positionAt(-4500, 300), positionAt(4500, 300)])
    const across = makeZone('across', makeRectangle(positionAt(0, 300), -300, -300, 300, 300), {
      times: validUntil(minutesAfterDeparture(60)),
    })
    expect(expectEarliest([across], overrides, [open])).toBeLessThan(minutesAfterDeparture(60))
  })

  test('is rounded up to a full second', () => {
    const start = makeZone('start', makeCircle(positionAt(-5000, 0), 500), {
      times: validUntil(minutesAfterDeparture(90) + 250),
    })
    expect(expectEarliest([start], { departAtMs: departAtMs + 17 })).toBe(minutesAfterDeparture(90) + 1000)
  })

  test('is not searched for a disconnected client', () => {
    const zones = [
      makeWall({ times: validUntil(minutesAfterDeparture(90)) }),
      makeZone('goal', makeCircle(positionAt(5000, 0), 500), { times: validUntil(minutesAfterDeparture(60)) }),
    ]
    const request = { from: positionAt(-5000, 0), to: positionAt(5000, 0), departAtMs }
    const refusal = planFlight(buildAirspaceIndex(zones), request, undefined, () => true)
    expect(refusal).not.toHaveProperty('earliestDepartureMs')
    expect(expectFlight(zones, { departAtMs: minutesAfterDeparture(100) }).distanceMeters).toBeLessThan(10_020)
  })
})
