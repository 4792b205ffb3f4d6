import { seededRandom } from '@fairway/geo'
import { Planner, Snapper, type Stop } from '@fairway/road'
import { checkLegs, measureSegments, PlannerOracle } from '@fairway/road/testing'
import { expect, test } from 'vitest'
import { openEmbedded } from './embedded-map.ts'

const { map, metric, place } = await openEmbedded()
const { network } = map
const planner = new Planner(map)
const oracle = new PlannerOracle(network, metric)
const SEED = 20_261

/** Expects that the planner matches the reference in every respect. Returns whether a path exists. */
function expectPlan(stops: readonly Stop[], why: string): boolean {
  const request = { metric, stops, radiusMeters: 1000, alternatives: 0 }
  const snaps = planner.snap(request)
  if ('kind' in snaps) throw new Error(`${why}: ${JSON.stringify(snaps)}`)
  const plan = planner.plan(request)
  const truth = oracle.findMinWeight(snaps)
  if ('noPath' in truth || plan.kind !== 'plan') {
    expect(plan, why).toEqual({ kind: 'no-path', leg: 'noPath' in truth ? truth.noPath : undefined })
    return false
  }
  expect(plan.weight, why).toBe(truth.weight)
  expect(
    plan.legs.reduce((sum, { weight }) => sum + weight, 0),
    why,
  ).toBe(plan.weight)
  expect(checkLegs(network, metric, snaps, plan.legs), why).toEqual([])
  return true
}

test('finds the optimal path across Montevideo', () => {
  const random = seededRandom(SEED)
  let found = 0
  for (let round = 0; round < 60; round++) {
    if (expectPlan([place(random), place(random)], `seed ${SEED}, round ${round}`)) found++
  }
  expect(found).toBeGreaterThan(55)
})

test('finds the optimal path over stops, without U-turns on the street', () => {
  const random = seededRandom(SEED + 1)
  let found = 0
  for (let round = 0; round < 12; round++) {
    const stops = Array.from({ length: 3 + (round % 3) }, () => place(random))
    if (expectPlan(stops, `seed ${SEED + 1}, round ${round}`)) found++
  }
  expect(found).toBeGreaterThan(10)
})

test('finds the optimal path along a single street, in any order', () => {
  const random = seededRandom(SEED + 2)
  for (let round = 0; round < 15; round++) {
    const a = place(random)
    const nearby = () => ({ ...a, latitude: a.latitude + (random() - 0.5) * 0.0004 })
    expectPlan([a, nearby()], `seed ${SEED + 2}, round ${round}`)
    expectPlan([a, a], `seed ${SEED + 2}, round ${round}`)
    expectPlan([a, nearby(), a], `seed ${SEED + 2}, round ${round}`)
  }
})

test('snaps points to the nearest road of a full scan', () => {
  const random = seededRandom(SEED + 3)
  const snapper = new Snapper(network, map.snapIndex)
  for (let round = 0; round < 25; round++) {
    const { latitude, longitude } = place(random)
    const rules = { radiusMeters: 1000, arcWeight: metric.weights.arc, requiredFlags: 0, part: -1, heading: -1 }
    const [snap] = snapper.nearest(latitude, longitude, rules)
    const nearest = measureSegments(network, latitude, longitude, rules).reduce((a, b) => (b.meters < a.meters ? b : a))
    expect(snap?.distanceMeters, `seed ${SEED + 3}, round ${round}`).toBeCloseTo(nearest.meters, 4)
  }
})
