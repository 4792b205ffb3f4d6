import { seededRandom } from '@fairway/geo'
import { attributesOfLeg, DistanceQuery, Planner } from '@fairway/road'
import { checkAlternatives, checkLegs } from '@fairway/road/testing'
import { expect, test } from 'vitest'
import { openEmbedded } from './embedded-map.ts'

const { map, metric, place } = await openEmbedded()
const { network } = map
const planner = new Planner(map)
const SEED = 20_271

test('keeps every alternative in Montevideo within the limits, and has one for most longer trips', () => {
  const random = seededRandom(SEED)
  const distances = new DistanceQuery(map.topology)
  const trips = { all: 0, one: 0, two: 0 }
  let [alternatives, detours] = [0, 0]
  for (let round = 0; round < 400; round++) {
    const why = `seed ${SEED}, round ${round}`
    const request = { metric, stops: [place(random), place(random)], radiusMeters: 1000, alternatives: 2 }
    const plan = planner.plan(request)
    const snaps = planner.snap(request)
    if (plan.kind !== 'plan' || 'kind' in snaps) continue
    const [best] = plan.legs
    if (!best) throw new Error(why)
    expect(plan.alternatives.length).toBeLessThanOrEqual(2)
    for (const { legs } of plan.alternatives) expect(checkLegs(network, metric, snaps, legs), why).toEqual([])
    const faults = checkAlternatives(network, metric, distances, best, plan.alternatives)
    expect(
      faults.filter((fault) => !fault.includes('is enough')),
      why,
    ).toEqual([])
    alternatives += plan.alternatives.length
    detours += faults.length
    if ((attributesOfLeg(network, best).distanceCm.at(-1) ?? 0) < 5_000_00) continue
    trips.all++
    if (plan.alternatives.length >= 1) trips.one++
    if (plan.alternatives.length >= 2) trips.two++
  }
  // Only the section around the meeting node of both searches is guaranteed to be a shortest path.
  expect(detours / alternatives).toBeLessThan(0.015)
  expect(trips.all).toBeGreaterThan(250)
  expect(trips.one / trips.all, 'trips over 5 km with an alternative').toBeGreaterThan(0.78)
  expect(trips.two / trips.all, 'trips over 5 km with two alternatives').toBeGreaterThan(0.5)
})
