import { expect, test } from 'vitest'
import { Planner } from '../route/planner.ts'
import { buildMetric, buildRoadMap } from '../testing/map-of.ts'
import { buildSteps } from './build-steps.ts'
import { buildDrawnNetwork } from './testing/draw-network.ts'
import { drawMap } from './testing/map-source.ts'

const METERS = 0.899e-5
const map = drawMap('a---------------b', { ab: {} })
const { network, index } = buildDrawnNetwork(map)
const roadMap = buildRoadMap(network)
const planner = new Planner(roadMap)
const metric = buildMetric(roadMap)

/** The side of the arrival on a street from west to east, 80 m long. */
function arrivalSide(from: 'a' | 'b', northMeters: number, eastMeters = 40): string | undefined {
  const [latitude, longitude] = map.points.get(from) ?? [0, 0]
  const [south, west] = map.points.get('a') ?? [0, 0]
  const destination = { latitude: south + northMeters * METERS, longitude: west + eastMeters * METERS, heading: -1 }
  const stops = [{ latitude, longitude, heading: -1 }, destination]
  const plan = planner.plan({ metric, stops, radiusMeters: 500, alternatives: 0 })
  if (plan.kind !== 'plan') throw new Error(plan.kind)
  return buildSteps(network, index, plan.legs)[0].at(-1)?.modifier
}

test.each([
  ['a', 20, 'left'],
  ['a', -20, 'right'],
  ['b', 20, 'right'],
  ['b', -20, 'left'],
] as const)('says the side of the street, coming from %s to %i m north', (from, northMeters, side) => {
  expect(arrivalSide(from, northMeters)).toBe(side)
})

test.each([
  [2.5, undefined],
  [3.5, 'left'],
  [99, 'left'],
  [101, undefined],
])('says a side only for a destination beside the road: %f m', (meters, side) => {
  expect(arrivalSide('a', meters)).toBe(side)
})

test('says no side for a destination ahead of the end of the street', () => {
  expect(arrivalSide('a', 5, 110)).toBeUndefined()
})
