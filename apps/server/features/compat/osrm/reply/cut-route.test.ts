import { flatDistanceMeters, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { Point } from '../request/coordinates.ts'
import { cutRoute } from './cut-route.ts'
import type { NativeRoute, NativeStep } from './native-route.ts'

const measure = (line: readonly Point[]) =>
  line.slice(1).reduce((sum, [latitude, longitude], index) => {
    const [a, b] = line[index] ?? [0, 0]
    return sum + flatDistanceMeters(a, b, latitude, longitude)
  }, 0)

/** The line goes north for three points and then east for two. The route has two steps and the arrival. */
const line: Point[] = [
  [0, 0],
  [0.001, 0],
  [0.002, 0],
  [0.002, 0.001],
  [0.002, 0.002],
]
const step = (type: string, range: [number, number], name: string): NativeStep => ({
  leg: 0,
  maneuver: { type, bearing_before: 0, bearing_after: 90, at: line[range[0]] ?? [0, 0] },
  name,
  lanes: [{ valid: true, indications: ['right'] }],
  mode: 'driving',
  driving_side: 'right',
  distance_m: measure(line.slice(range[0], range[1] + 1)),
  duration_s: 10 * (range[1] - range[0]),
  geometry_range: range,
})
const total = measure(line)
const route: NativeRoute = {
  distance_km: total / 1000,
  eta_min: 40 / 60,
  geometry: line,
  legs: [{ distance_km: total / 1000, eta_min: 40 / 60 }],
  steps: [step('depart', [0, 2], 'Up'), step('turn', [2, 4], 'Right'), step('arrive', [4, 4], 'Right')],
}
const describeSteps = (steps: readonly NativeStep[] | undefined) =>
  (steps ?? []).map(({ leg, maneuver, name, distance_m }) => [leg, maneuver.type, name, Math.round(distance_m)])

test('divides a step at a point within it, with a departure and an arrival per leg', () => {
  const { legs, steps, geometry } = cutRoute(route, [0, measure(line.slice(0, 2)) / 2, total])
  expect(describeSteps(steps)).toEqual([
    [0, 'depart', 'Up', 55],
    [0, 'arrive', 'Up', 0],
    [1, 'depart', 'Up', 166],
    [1, 'turn', 'Right', 223],
    [1, 'arrive', 'Right', 0],
  ])
  expect(geometry).toEqual([[0, 0], [0.0005, 0], ...line.slice(1)])
  expect(legs.map(({ eta_min }) => Math.round(eta_min * 60))).toEqual([5, 35])
  // There is no turn at the cut, so the departure has the direction of the line.
  expect(steps?.[2]).not.toHaveProperty('lanes')
  expect(steps?.[2]?.maneuver).toEqual({ type: 'depart', bearing_before: 0, bearing_after: 0, at: [0.0005, 0] })
  expect(steps?.[3]?.lanes).toBeDefined()
})

test('adds no point where a cut is at a point, and has legs of zero length where cuts repeat', () => {
  const corner = measure(line.slice(0, 3))
  const { legs, steps, geometry } = cutRoute(route, [0, corner, corner, total])
  expect(geometry).toEqual(line)
  expect(legs.map(({ distance_km }) => Math.round(distance_km * 1000))).toEqual([221, 0, 223])
  expect(describeSteps(steps)).toEqual([
    [0, 'depart', 'Up', 221],
    [0, 'arrive', 'Up', 0],
    [1, 'depart', 'Up', 0],
    [1, 'arrive', 'Up', 0],
    [2, 'depart', 'Right', 223],
    [2, 'arrive', 'Right', 0],
  ])
})

test('keeps length and duration, and puts every cut at its distance (seed 7)', () => {
  const random = seededRandom(7)
  for (let round = 0; round < 200; round++) {
    const cuts = [0, ...Array.from({ length: Math.floor(random() * 9) }, () => random() * total), total]
    cuts.sort((a, b) => a - b)
    const { legs, steps = [], geometry } = cutRoute(route, cuts)
    const points = geometry as readonly Point[]
    const sum = (field: 'distance_m' | 'duration_s') => steps.reduce((all, each) => all + each[field], 0)
    expect(sum('distance_m')).toBeCloseTo(total, 3)
    expect(sum('duration_s')).toBeCloseTo(40, 3)
    expect(legs).toHaveLength(cuts.length - 1)
    for (const [leg, along] of cuts.slice(0, -1).entries()) {
      const [start = 0] = steps.find((each) => each.leg === leg)?.geometry_range ?? []
      expect(Math.abs(measure(points.slice(0, start + 1)) - along)).toBeLessThan(0.2)
    }
  }
})
