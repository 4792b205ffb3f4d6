import { describe, expect, test } from 'vitest'
import type { Corridor, Zone } from '../../model.ts'
import { makeSky } from '../../sky.ts'
import {
  ask,
  departAtMs,
  expectFlight,
  expectRefusal,
  here,
  minutes,
  since,
  until,
  type Wish,
  wall,
} from '../../testing/ask-flight.ts'
import { block, circle, corners, drawCorridor, drawZone, polygon } from '../../testing/draw-zones.ts'
import { planFlight } from '../plan-flight.ts'

/** Expects a flight at that second and no flight one second earlier. */
function expectEarliest(zones: readonly Zone[], wish: Wish, corridors: readonly Corridor[] = []): number {
  const refusal = expectRefusal(zones, wish, corridors)
  const earliest = 'earliestDepartureMs' in refusal ? (refusal.earliestDepartureMs ?? 0) : 0
  expect(earliest % 1000, JSON.stringify(refusal)).toBe(0)
  expect(ask(zones, { ...wish, departAtMs: earliest }, corridors).kind).toBe('planned')
  expect(ask(zones, { ...wish, departAtMs: earliest - 1000 }, corridors).kind).not.toBe('planned')
  return earliest
}

describe('earliest departure', () => {
  test('is found when a timed zone makes the path longer than the range', () => {
    const aircraft = { rangeKm: 14 }
    const refusal = expectRefusal([wall({ times: until(minutes(90)) })], { aircraft })
    expect(refusal.kind).toBe('range-exceeded')
    const earliest = expectEarliest([wall({ times: until(minutes(90)) })], { aircraft })
    expect(earliest).toBeLessThan(minutes(90))
    expect(expectRefusal([wall()], { aircraft })).not.toHaveProperty('earliestDepartureMs')
  })

  test('is found when an intermediate attempt exceeds the range', () => {
    const first = drawZone('first', circle(here(-5000, 0), 300), { times: until(minutes(60)) })
    const earliest = expectEarliest([first, wall({ times: until(minutes(180)) })], { aircraft: { rangeKm: 14 } })
    expect(earliest).toBeGreaterThan(minutes(160))
  })

  test('is found through a gap of five minutes, which has closed for a departure at its start', () => {
    const ring = polygon(here(5000, 0), corners(-1500, -1500, 1500, 1500), [corners(-600, -600, 600, 600)])
    const zones = [
      drawZone('before', ring, { times: until(minutes(180)) }),
      drawZone('after', ring, { times: since(minutes(185)) }),
    ]
    expect(expectRefusal(zones, { departAtMs: minutes(180) }).kind).toBe('no-path')
    const earliest = expectEarliest(zones, {})
    const meetsIt = minutes(180) - ((8500 - 30) / 15 + 100 / 3) * 1000
    expect(earliest).toBeGreaterThan(meetsIt - 1000)
    expect(earliest).toBeLessThan(meetsIt + 2000)
  })

  test('is found when only corridors are allowed and the corridor opens later', () => {
    const lane = drawCorridor('lane', [here(-4500, 300), here(4500, 300)], { times: since(minutes(120)) })
    const wish = { corridors: 'only' } as const
    expect(expectRefusal([], wish, [lane])).toMatchObject({ kind: 'no-corridor' })
    expect(expectEarliest([], wish, [lane])).toBeLessThan(minutes(120))
    const open = drawCorridor('open', [here(-4500, 300), here(4500, 300)])
    const across = drawZone('across', block(here(0, 300), -300, -300, 300, 300), { times: until(minutes(60)) })
    expect(expectEarliest([across], wish, [open])).toBeLessThan(minutes(60))
  })

  test('is rounded up to a full second', () => {
    const start = drawZone('start', circle(here(-5000, 0), 500), { times: until(minutes(90) + 250) })
    expect(expectEarliest([start], { departAtMs: departAtMs + 17 })).toBe(minutes(90) + 1000)
  })

  test('is not searched for a disconnected client', () => {
    const zones = [
      wall({ times: until(minutes(90)) }),
      drawZone('goal', circle(here(5000, 0), 500), { times: until(minutes(60)) }),
    ]
    const request = { from: here(-5000, 0), to: here(5000, 0), departAtMs }
    const refusal = planFlight(makeSky(zones), request, undefined, () => true)
    expect(refusal).not.toHaveProperty('earliestDepartureMs')
    expect(expectFlight(zones, { departAtMs: minutes(100) }).distanceMeters).toBeLessThan(10_020)
  })
})
