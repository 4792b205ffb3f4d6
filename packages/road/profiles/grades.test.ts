import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { TravelMode } from '../network/attributes.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { withRandomTerrain } from '../testing/random-terrain.ts'
import { gradeFactorsOf, gradeResponses, withGradeResponse, withGrades } from './grades.ts'

const { walker, rider, electricRider, wheelchair } = gradeResponses
const steps = Array.from({ length: 71 }, (_, i) => (i - 35) / 100)

describe('responses to grades', () => {
  test('have no effect on level ground', () => {
    for (const { speedFactor, penalty } of Object.values(gradeResponses))
      expect([speedFactor(0), penalty(0)]).toEqual([1, 1])
  })

  test('get slower with every percent uphill, and never stop', () => {
    for (const { speedFactor, penalty } of Object.values(gradeResponses)) {
      for (const grade of steps) {
        expect(speedFactor(grade)).toBeGreaterThan(0.1)
        expect(penalty(grade)).toBeGreaterThanOrEqual(1)
        if (grade >= 0) expect(speedFactor(grade + 0.01)).toBeLessThan(speedFactor(grade))
      }
    }
  })

  test('match their documented values', () => {
    // Tobler's speeds are 5.04 km/h on level ground, 6 km/h at 5 % downhill, and 3.55 km/h at 10 % uphill.
    expect(5.037 * walker.speedFactor(-0.05)).toBeCloseTo(6, 2)
    expect(5.037 * walker.speedFactor(0.1)).toBeCloseTo(3.55, 2)
    expect(rider.speedFactor(0.05)).toBeCloseTo(0.625, 6)
    expect(rider.speedFactor(-0.05)).toBeCloseTo(1.3, 6)
    expect(rider.speedFactor(-0.15)).toBeCloseTo(1, 6)
    expect(electricRider.speedFactor(0.1)).toBeCloseTo(1 / 1.3, 6)
    expect(wheelchair.penalty(0.1)).toBeCloseTo(3.4, 6)
  })

  test('a motor makes climbs easier, and a wheelchair makes them harder', () => {
    for (const grade of steps.filter((value) => value > 0)) {
      expect(electricRider.speedFactor(grade)).toBeGreaterThan(rider.speedFactor(grade))
      expect(wheelchair.speedFactor(grade)).toBeLessThan(walker.speedFactor(grade))
    }
  })
})

test('an edge costs the sum of its rising and falling sections, in both directions', () => {
  const terrain = {
    shapeHeight: new Int16Array(2),
    ascentDm: Uint16Array.of(300),
    descentDm: Uint16Array.of(100),
    risingShare: Uint8Array.of(153),
    steepest: new Int8Array(1),
  }
  // The edge has 600 m at 5 % uphill and then 400 m at 2.5 % downhill.
  const there = gradeFactorsOf(terrain, 0, 1000_00, rider)
  expect(there.duration).toBeCloseTo(0.6 / rider.speedFactor(0.05) + 0.4 / rider.speedFactor(-0.025), 9)
  const back = gradeFactorsOf(terrain, 1, 1000_00, rider)
  expect(back.duration).toBeCloseTo(0.6 / rider.speedFactor(-0.05) + 0.4 / rider.speedFactor(0.025), 9)
})

describe.each([61, 62, 63])('on the random network %i', (seed) => {
  const random = seededRandom(seed)
  const flat = randomNetwork(random, { columns: 6, rows: 6 })
  const hilly = withRandomTerrain(random, flat)
  const { terrain } = hilly
  if (!terrain) throw new Error('the network has no heights')
  const inMode = (mode: number) => ({ ...hilly, roads: { ...hilly.roads, mode: Uint8Array.of(mode, mode) } })

  test('cars are as fast as without grades', () => {
    const { arcs } = withGrades(inMode(TravelMode.driving), terrain)
    expect(arcs.duration).toEqual(flat.arcs.duration)
    expect(arcs.weight).toEqual(flat.arcs.weight)
  })

  test('another response changes durations, and the original response restores them', () => {
    const cycling = withGrades(inMode(TravelMode.cycling), terrain)
    const there = withGradeResponse(cycling, 'electricRider')
    expect(there.arcs.duration).not.toEqual(cycling.arcs.duration)
    const same = withGradeResponse(cycling, 'rider')
    expect(same.arcs.duration).toEqual(cycling.arcs.duration)
    expect(same.arcs.weight).toEqual(cycling.arcs.weight)
  })

  test('a network without heights stays the same object', () => {
    expect(withGradeResponse(flat, 'wheelchair')).toBe(flat)
  })
})
