import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { DistanceQuery } from '../cch/distance-query.ts'
import { type Plan, Planner } from '../route/planner.ts'
import type { Stop } from '../route/stop-snaps.ts'
import { checkAlternatives } from '../testing/check-alternatives.ts'
import { checkLegs } from '../testing/check-plan.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { MAX_STRETCH } from './limits.ts'

const SIZE = 26
const RADIUS_METERS = 500

describe.each([1, 2, 3])('town with seed %i', (seed) => {
  const random = seededRandom(seed)
  const network = randomNetwork(random, { columns: SIZE, rows: SIZE, restrictedShare: 0, unsnappableShare: 0 })
  const map = buildRoadMap(network)
  const metric = buildMetric(map)
  const planner = new Planner(map)
  const distances = new DistanceQuery(map.topology)
  const place = (): Stop => ({
    latitude: 41 + random() * SIZE * 0.0012,
    longitude: -8 + random() * SIZE * 0.0012,
    heading: -1,
  })
  const ask = (stops: readonly Stop[], alternatives: number) =>
    planner.plan({ metric, stops, radiusMeters: RADIUS_METERS, alternatives })

  /** Draws random stops until a route between them exists. In a town, this takes few attempts. */
  function planSome(count: number, alternatives: number): { plan: Plan; stops: Stop[] } {
    for (;;) {
      const stops = Array.from({ length: count }, place)
      const plan = ask(stops, alternatives)
      if (plan.kind === 'plan') return { plan, stops }
    }
  }

  test('alternatives respect the limits, repeat no street, and differ from each other', () => {
    let [alternatives, detours] = [0, 0]
    for (let round = 0; round < 150; round++) {
      const { plan, stops } = planSome(2, 3)
      const why = `seed ${seed}, round ${round}`
      const snaps = planner.snap({ metric, stops, radiusMeters: RADIUS_METERS, alternatives: 0 })
      if ('kind' in snaps) throw new Error(why)
      for (const { legs } of plan.alternatives) expect(checkLegs(network, metric, snaps, legs), why).toEqual([])
      const faults = checkAlternatives(network, metric, distances, plan.legs[0], plan.alternatives)
      expect(
        faults.filter((fault) => !fault.includes('is enough')),
        why,
      ).toEqual([])
      expect(plan.alternatives.length).toBeLessThanOrEqual(3)
      alternatives += plan.alternatives.length
      detours += faults.length
    }
    expect(alternatives).toBeGreaterThan(75)
    // Only the section around the meeting node of the two searches is guaranteed to be a shortest path.
    expect(detours / alternatives).toBeLessThan(0.03)
  })

  test('returns at most the requested number, and the same best path with or without alternatives', () => {
    for (let round = 0; round < 40; round++) {
      const { plan, stops } = planSome(2, 0)
      expect(plan.alternatives).toEqual([])
      for (const count of [1, 2, 3]) {
        const more = ask(stops, count)
        if (more.kind !== 'plan') throw new Error('the same request no longer returns a route')
        expect(more.alternatives.length).toBeLessThanOrEqual(count)
        expect({ ...more, alternatives: [] }, `seed ${seed}, round ${round}`).toEqual(plan)
      }
    }
  })

  test('changes one leg of a route with stops, with stretch and sharing relative to the whole path', () => {
    let found = 0
    for (let round = 0; round < 60; round++) {
      const { plan, stops } = planSome(3 + (round % 2), 2)
      const why = `seed ${seed}, round ${round}`
      const snaps = planner.snap({ metric, stops, radiusMeters: RADIUS_METERS, alternatives: 0 })
      if ('kind' in snaps) throw new Error(why)
      expect(plan.alternatives.length).toBeLessThanOrEqual(2)
      for (const { legs, stretch, sharing } of plan.alternatives) {
        const others = legs.flatMap((leg, index) => (leg === plan.legs[index] ? [] : [index]))
        expect(others, why).toHaveLength(1)
        expect(checkLegs(network, metric, snaps, legs), why).toEqual([])
        const weight = legs.reduce((sum, leg) => sum + leg.weight, 0)
        // A street that is only touched at a stop may add weight to the best route but not to the alternative, or vice
        // versa.
        expect(Math.abs(weight / plan.weight - 1 - stretch), why).toBeLessThan(0.02)
        expect(stretch).toBeLessThanOrEqual(MAX_STRETCH)
        expect(sharing).toBeGreaterThan(0)
        expect(sharing).toBeLessThan(1)
        const kept = plan.weight - plan.legs[others[0]].weight
        expect(sharing, why).toBeGreaterThanOrEqual(kept / weight - 0.02)
        found++
      }
    }
    expect(found).toBeGreaterThan(10)
  })

  test('returns no alternative between neighbors on one street', () => {
    const { edges } = network
    for (let edge = 0; edge < edges.count; edge += 5) {
      const i = edges.shapeFirst[edge]
      const stop = (share: number): Stop => ({
        latitude: (edges.shapeLatitude[i] + share * (edges.shapeLatitude[i + 1] - edges.shapeLatitude[i])) / 1e6,
        longitude: (edges.shapeLongitude[i] + share * (edges.shapeLongitude[i + 1] - edges.shapeLongitude[i])) / 1e6,
        heading: -1,
      })
      const plan = ask([stop(0.3), stop(0.7)], 3)
      if (plan.kind !== 'plan' || plan.legs[0].arcs.length > 1) continue
      expect(plan.alternatives, `seed ${seed}, edge ${edge}`).toEqual([])
    }
  })
})
