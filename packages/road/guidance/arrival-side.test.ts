import { expect, test } from 'vitest'
import { RoadFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { Planner } from '../route/planner.ts'
import { type Approach, keepApproach } from '../snap/side-of-street.ts'
import { type Snap, Snapper } from '../snap/snapper.ts'
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

/** Returns the arrival side on a street that runs 80 m from west to east. */
function arrivalSide(from: 'a' | 'b', northMeters: number, eastMeters = 40, approach?: Approach): string | undefined {
  const [latitude, longitude] = map.points.get(from) ?? [0, 0]
  const [south, west] = map.points.get('a') ?? [0, 0]
  const destination = {
    latitude: south + northMeters * METERS,
    longitude: west + eastMeters * METERS,
    heading: -1,
    approach,
  }
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
] as const)('is the side of the street, coming from %s to %i m north', (from, northMeters, side) => {
  expect(arrivalSide(from, northMeters)).toBe(side)
})

test.each([
  [2.5, undefined],
  [3.5, 'left'],
  [99, 'left'],
  [101, undefined],
])('is given only for a destination next to the road: %f m', (meters, side) => {
  expect(arrivalSide('a', meters)).toBe(side)
})

test('is not given for a destination beyond the end of the street', () => {
  expect(arrivalSide('a', 5, 110)).toBeUndefined()
})

test.each([
  ['a', 20],
  ['a', -20],
  ['b', 20],
  ['b', -20],
] as const)("is the driver's side for a curb approach, coming from %s to %i m north", (from, northMeters) => {
  expect(arrivalSide(from, northMeters, 40, 'curb')).toBe('right')
})

test.each([
  ['a', 20],
  ['a', -20],
  ['b', 20],
  ['b', -20],
] as const)('is the other side for an opposite approach, coming from %s to %i m north', (from, northMeters) => {
  expect(arrivalSide(from, northMeters, 40, 'opposite')).toBe('left')
})

test('for a curb approach may be either side of a one-way street, and is not restricted for a point on the road', () => {
  const oneway = buildDrawnNetwork(drawMap('a---------------b', { ab: { oneway: 'yes' } }))
  const snapper = new Snapper(oneway.network, buildRoadMap(oneway.network).snapIndex)
  expect(
    keepApproach(oneway.network, findBeside(oneway.network, snapper, 20), 'curb').map(({ sides }) => sides),
  ).toEqual([1])
  expect(
    keepApproach(oneway.network, findBeside(oneway.network, snapper, -20), 'curb').map(({ sides }) => sides),
  ).toEqual([1])
  const street = new Snapper(network, roadMap.snapIndex)
  expect(keepApproach(network, findBeside(network, street, 2), 'curb').map(({ sides }) => sides)).toEqual([3])
})

test('for a curb approach is the left side where traffic drives on the left', () => {
  const left = drawMap('a---------------b', { ab: {} })
  const drawn = buildDrawnNetwork(left)
  const flags = drawn.network.roads.flags.map((value) => value | RoadFlag.leftHandTraffic)
  const british = { ...drawn.network, roads: { ...drawn.network.roads, flags } }
  const snapper = new Snapper(british, buildRoadMap(british).snapIndex)
  const sidesAt = (northMeters: number) =>
    keepApproach(british, findBeside(british, snapper, northMeters), 'curb').map(({ sides }) => sides)
  const sidesOnTheRight = (northMeters: number) =>
    keepApproach(network, findBeside(network, new Snapper(network, roadMap.snapIndex), northMeters), 'curb').map(
      ({ sides }) => sides,
    )
  for (const northMeters of [20, -20]) {
    expect([sidesAt(northMeters)[0], sidesOnTheRight(northMeters)[0]].toSorted()).toEqual([1, 2])
  }
})

function findBeside(of: RoadNetwork, snapper: Snapper, northMeters: number): Snap[] {
  const [south, west] = map.points.get('a') ?? [0, 0]
  const arcWeight = new Int32Array(of.arcs.count)
  const rules = { radiusMeters: 500, arcWeight, part: -1, requiredFlags: 0, heading: -1 }
  return snapper.nearest(south + northMeters * METERS, west + 40 * METERS, rules)
}
