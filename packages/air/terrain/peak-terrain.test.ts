import type { Position } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildAirspaceIndex } from '../airspace-index.ts'
import { planFlight } from '../plan/plan-flight.ts'
import type { FlightRequest } from '../plan/request.ts'
import { offsetPosition } from '../testing/index.ts'
import { PEAK_CLEARANCE_M, PeakTerrain, peakRadiusMeters } from './peak-terrain.ts'

const at: Position = [46, 8]
const peak = { name: 'Peak', at, meters: 2000 }

test('assumes the ground at the take-off height, and a cone with a flat top around a peak', () => {
  const terrain = new PeakTerrain([peak], 500)
  const top = 2000 + PEAK_CLEARANCE_M
  expect(terrain.heightAt(at)).toBe(top)
  expect(terrain.heightAt(offsetPosition(at, 1490, 0))).toBe(top)
  expect(terrain.heightAt(offsetPosition(at, 2500, 0))).toBeCloseTo(top - 500, -1)
  const radiusMeters = peakRadiusMeters(peak, 500)
  expect(terrain.heightAt(offsetPosition(at, radiusMeters - 20, 0))).toBeGreaterThan(500)
  expect(terrain.heightAt(offsetPosition(at, radiusMeters + 20, 0))).toBe(500)
})

test('a peak that is lower than the takeoff point has no cone', () => {
  expect(peakRadiusMeters(peak, 2000 + PEAK_CLEARANCE_M)).toBe(0)
  expect(new PeakTerrain([peak], 3000).heightAt(at)).toBe(3000)
})

const request: FlightRequest = {
  from: offsetPosition(at, -8000, 0),
  to: offsetPosition(at, 8000, 0),
  departAtMs: 0,
  takeOffElevationM: 500,
  aircraft: { rangeKm: 100 },
}

function fly(changes: Partial<FlightRequest>) {
  const plan = planFlight(buildAirspaceIndex([]), { ...request, ...changes })
  if (plan.kind !== 'planned') throw new Error(JSON.stringify(plan))
  return plan.flight
}

test('a flight climbs over a peak, with altitudes above the takeoff point', () => {
  const flight = fly({ peaks: [peak] })
  expect(flight.altitudesAre).toBe('above-take-off')
  expect(Math.max(...flight.altitudesMeters)).toBeCloseTo(1500 + PEAK_CLEARANCE_M + 100, -1)
  expect([flight.altitudesMeters[0], flight.altitudesMeters.at(-1)]).toEqual([0, 0])
  expect(flight.durationSeconds).toBeGreaterThan(fly({}).durationSeconds + 100)
  expect(Math.max(...fly({}).altitudesMeters)).toBe(100)
})

test('a flight that starts next to a peak climbs from the ground to its cone', () => {
  const flight = fly({ from: offsetPosition(at, -2000, 0), peaks: [peak] })
  expect(flight.altitudesMeters[0]).toBe(0)
  expect(flight.altitudesMeters[1]).toBeCloseTo(1500 + PEAK_CLEARANCE_M - 250 + 100, -1)
})
