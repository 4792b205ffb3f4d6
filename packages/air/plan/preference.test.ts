import { type Position, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildAirspaceIndex } from '../airspace-index.ts'
import { offsetPosition } from '../testing/draw-zones.ts'
import { randomCorridors, randomZones } from '../testing/random-sky.ts'
import { planFlight } from './plan-flight.ts'

const middle: Position = [-34.9, -56.2]
const endpoints = {
  from: offsetPosition(middle, -6000, 0),
  to: offsetPosition(middle, 6000, 500),
  departAtMs: 0,
  aircraft: { rangeKm: 100 },
}

test('never flies less in corridors with a stronger preference for them', () => {
  const random = seededRandom(77)
  for (let scene = 0; scene < 15; scene++) {
    const zones = randomZones(random, middle, 15, { wide: 11_000, high: 5000, largest: 300 })
    const sky = buildAirspaceIndex(zones, randomCorridors(random, middle, 2))
    let before = 0
    for (const corridorFactor of [1, 0.9, 0.8, 0.5]) {
      const result = planFlight(sky, { ...endpoints, corridorFactor })
      if (result.kind !== 'planned') break
      expect(result.flight.corridorMeters, `scene ${scene}`).toBeGreaterThanOrEqual(before - 1e-3)
      before = result.flight.corridorMeters
    }
  }
})
