import type { Position, Terrain } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildAirspaceIndex } from '../../airspace-index.ts'
import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import { makeCircle, makeCorridor, makeZone, offsetPosition } from '../../testing/draw-zones.ts'
import { planFlight } from '../plan-flight.ts'
import type { Flight } from './flight.ts'

const middle: Position = [46, 8]
const departAtMs = Date.UTC(2026, 5, 1, 12)
const request = {
  from: offsetPosition(middle, -5000, 0),
  to: offsetPosition(middle, 5000, 0),
  departAtMs,
  aircraft: { rangeKm: 200, climbRateMs: 1 },
}
/**
 * Hills of 120 m in the western half, which take four times as long to cross as flat ground. The eastern half is a
 * plain.
 */
const hills: Terrain = {
  heightAt: ([, longitude]) => 300 + (longitude < 8 ? 60 * (1 - Math.cos((longitude - 8) * 600)) : 0),
}
const sinceMinute = (minute: number) => [{ fromMs: departAtMs + minute * 60_000, weekly: [] }]
const center = offsetPosition(middle, 3000, 0)

/** Returns the first time when the flight comes within `meters` of `place`, according to its points and times. */
function firstWithin(flight: Flight, place: Position, meters: number): number | undefined {
  let at = flight.departAtMs
  for (let point = 1; point < flight.line.length; point++) {
    const [from, to] = [toVector(flight.line[point - 1]), toVector(flight.line[point])]
    const climb = Math.abs(flight.altitudesMeters[point] - flight.altitudesMeters[point - 1])
    at += 1000 * Math.max(metersBetween(from, to) / 15, climb)
    if (metersBetween(to, toVector(place)) < meters) return at
  }
  return undefined
}

test('avoids a zone that becomes active while hills slow the flight', () => {
  // Over flat ground, the flight would pass the zone after 10.4 minutes. With the hills, it takes more than 20 minutes.
  const zone = makeZone('late', makeCircle(center, 500), { times: sinceMinute(13) })
  const result = planFlight(buildAirspaceIndex([zone]), request, hills)
  if (result.kind !== 'planned') throw new Error(JSON.stringify(result))
  expect(result.flight.durationSeconds).toBeGreaterThan(20 * 60)
  expect(result.flight.zonesAvoided.map(({ id }) => id)).toEqual(['late'])
  expect(firstWithin(result.flight, center, 500)).toBeUndefined()
  const later = makeZone('later', makeCircle(center, 500), { times: sinceMinute(60) })
  const straight = planFlight(buildAirspaceIndex([later]), request, hills)
  if (straight.kind !== 'planned') throw new Error(JSON.stringify(straight))
  expect(straight.flight.distanceMeters).toBeLessThan(10_020)
})

test('rejects a destination that closes while hills slow the flight', () => {
  const zone = makeZone('goal', makeCircle(request.to, 500), { times: sinceMinute(15) })
  const result = planFlight(buildAirspaceIndex([zone]), request, hills)
  expect(result).toMatchObject({ kind: 'no-path', zones: [{ id: 'goal' }] })
  expect(
    planFlight(buildAirspaceIndex([zone]), { ...request, via: [offsetPosition(middle, 100, 0)] }, hills).kind,
  ).not.toBe('planned')
  expect(planFlight(buildAirspaceIndex([zone]), { ...request, from: offsetPosition(middle, 100, 0) }, hills).kind).toBe(
    'planned',
  )
})

test('skips a corridor that closes while hills slow the flight', () => {
  const until = (minute: number) => [{ untilMs: departAtMs + minute * 60_000, weekly: [] }]
  const lane = (minute: number) =>
    makeCorridor('lane', [offsetPosition(middle, 500, 100), offsetPosition(middle, 4500, 100)], {
      times: until(minute),
    })
  const corridorMeters = (minute: number) => {
    const result = planFlight(buildAirspaceIndex([], [lane(minute)]), request, hills)
    return result.kind === 'planned' ? result.flight.corridorMeters : Number.NaN
  }
  expect(corridorMeters(12)).toBe(0)
  expect(corridorMeters(90)).toBeGreaterThan(3000)
})
