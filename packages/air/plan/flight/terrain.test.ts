import { HgtTerrain, type Position, type Terrain } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildAirspaceIndex } from '../../airspace-index.ts'
import type { Volume } from '../../model.ts'
import { makeCorridor, makeRectangle, makeZone, offsetPosition } from '../../testing/draw-zones.ts'
import { planFlight } from '../plan-flight.ts'
import type { FlightRequest } from '../request.ts'
import { samplePositions } from './heights.ts'

const middle: Position = [46, 8]
const request = { from: offsetPosition(middle, -5000, 0), to: offsetPosition(middle, 5000, 0), departAtMs: 0 }

/** A ridge of `height` meters from south to north, on land 500 m above sea level. */
const ridge = (height: number): Terrain => ({
  heightAt: ([, longitude]) => 500 + height * Math.exp(-(((longitude - 8) * 200) ** 2)),
})

function fly(zones: Parameters<typeof buildAirspaceIndex>[0], terrain: Terrain, wish: Partial<FlightRequest> = {}) {
  const plan = planFlight(buildAirspaceIndex(zones), { ...request, ...wish }, terrain)
  if (plan.kind !== 'planned') throw new Error(JSON.stringify(plan))
  return plan.flight
}

test('follows the terrain, with altitudes above sea level', () => {
  const terrain = ridge(400)
  const flight = fly([], terrain)
  expect(flight.altitudesAre).toBe('above-sea')
  expect(flight.altitudesMeters[0]).toBeCloseTo(500, 0)
  expect(Math.max(...flight.altitudesMeters)).toBeGreaterThan(990)
  for (let at = 2; at < flight.line.length - 1; at++) {
    const along = samplePositions(flight.line[at - 1], flight.line[at], 20)
    along.forEach((position, step) => {
      const share = step / (along.length - 1)
      const altitude = flight.altitudesMeters[at - 1] * (1 - share) + flight.altitudesMeters[at] * share
      expect(Math.abs(altitude - (terrain.heightAt(position) ?? 0) - 100)).toBeLessThan(8)
    })
  }
})

test('takes longer for a climb steeper than the aircraft can fly', () => {
  const slow = fly([], ridge(400), { aircraft: { climbRateMs: 0.5, rangeKm: 100 }, altitudeM: 10 })
  const quick = fly([], ridge(400), { aircraft: { climbRateMs: 10, rangeKm: 100 }, altitudeM: 10 })
  expect(slow.durationSeconds).toBeGreaterThan(quick.durationSeconds + 400)
})

test('blocks a zone above sea level only where the terrain lifts the flight into it', () => {
  const over = { lower: { meters: 800, above: 'sea' } } as const
  const zones = [makeZone('over', makeRectangle(middle, -3000, -1000, 3000, 1000), { band: over })]
  expect(fly(zones, ridge(100)).distanceMeters).toBeLessThan(10_020)
  expect(fly(zones, ridge(400)).distanceMeters).toBeGreaterThan(10_100)
  expect(fly(zones, ridge(400), { altitudeM: 100 }).zonesAvoided).toHaveLength(1)
  const adjacentZones = [makeZone('beside', makeRectangle(middle, 2500, -1000, 4000, 1000), { band: over })]
  expect(fly(adjacentZones, ridge(400)).distanceMeters).toBeLessThan(10_020)
})

test('uses heights above take-off where the take-off elevation is unknown', () => {
  expect(fly([], { heightAt: () => undefined }).altitudesAre).toBe('above-take-off')
})

/** Creates a ridge every four samples, with slopes of about 54 %, at a resolution of three arc seconds. */
function ridges(): HgtTerrain {
  const size = 1201
  const samples = Int16Array.from(
    { length: size * size },
    (_, at) => 300 + 71 * ((at % size) % 4 === 0 ? 1 : (at % size) % 2 === 0 ? 0 : 0.5),
  )
  return new HgtTerrain([{ latitude: 45, longitude: 7, size, samples }])
}

const steep = ridges()

test.each([10, 60, 120])(
  'keeps the altitude of %d m within 5 m everywhere over ridges between samples',
  (altitudeM) => {
    let worst = 0
    const [from, to]: Position[] = [
      [45.5, 7.5],
      [45.507, 7.531],
    ]
    const { line, altitudesMeters } = fly([], steep, { from, to, altitudeM, aircraft: { rangeKm: 200 } })
    for (let at = 2; at < line.length - 1; at++) {
      const along = samplePositions(line[at - 1], line[at], 1)
      along.forEach((position, step) => {
        const share = step / (along.length - 1)
        const altitude = altitudesMeters[at - 1] * (1 - share) + altitudesMeters[at] * share
        worst = Math.max(worst, Math.abs(altitude - (steep.heightAt(position) ?? 0) - altitudeM))
      })
    }
    expect(worst).toBeLessThan(5.05)
  },
)

test('avoids a zone that ends 4 m below or begins 4 m above, because terrain is followed within 5 m', () => {
  const across = (band: Volume['band']) => [makeZone('across', makeRectangle(middle, -200, -3000, 200, 3000), { band })]
  const above = (meters: number) => ({ meters, above: 'ground' }) as const
  const flat: Terrain = { heightAt: () => 500 }
  for (const band of [{ upper: above(96) }, { lower: above(104) }]) {
    expect(fly(across(band), flat).distanceMeters).toBeGreaterThan(11_000)
  }
  for (const band of [{ upper: above(95) }, { lower: above(105) }]) {
    expect(fly(across(band), flat).distanceMeters).toBeLessThan(10_020)
  }
})

test('skips a corridor whose ceiling is reached by a ridge between its corners', () => {
  const upper = { meters: 750, above: 'sea' } as const
  const lane = makeCorridor('lane', [offsetPosition(middle, -4500, 50), offsetPosition(middle, 4500, 50)], {
    band: { upper },
  })
  const path = (height: number) => {
    const plan = planFlight(buildAirspaceIndex([], [lane]), request, ridge(height))
    return plan.kind === 'planned' ? plan.flight.path : plan.kind
  }
  expect([path(100), path(400)]).toEqual(['mixed', 'direct'])
})
