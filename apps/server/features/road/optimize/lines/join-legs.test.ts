import { expect, test } from 'vitest'
import type { Point } from '../../route/points.ts'
import { type DrawnLeg, type DrawnStep, joinLegs } from './join-legs.ts'

const step = (from: number, to: number): DrawnStep => ({
  leg: 0,
  maneuver: { type: 'depart', at: [1, 1], bearing_before: 0, bearing_after: 0 },
  instruction: 'Drive',
  name: '',
  distance_m: 10,
  duration_s: 9,
  geometry_range: [from, to],
  mode: 'driving',
  driving_side: 'right',
})
const leg = (geometry: Point[], stop?: number): DrawnLeg => ({
  ...{ distance_km: 1, eta_min: 2, geometry, at: geometry.at(-1) ?? [0, 0], stop, speedFactor: 1 },
  steps: [step(0, geometry.length - 1)],
})
const [a, b, c, d]: readonly Point[] = [
  [1, 1],
  [1, 2],
  [1, 3],
  [1, 4],
]
if (!a || !b || !c || !d) throw new Error('points are missing')

test('joins legs at their common point, and keeps both points where the next leg starts elsewhere', () => {
  const joined = joinLegs([leg([a, b], 4), leg([b, c]), leg([d, a], 0)], a, 'points', true)
  expect(joined.geometry).toEqual([a, b, c, d, a])
  expect(joined.legs.map(({ stop, geometry_range }) => [stop, geometry_range])).toEqual([
    [4, [0, 1]],
    [undefined, [1, 2]],
    [0, [3, 4]],
  ])
  expect(joined.steps?.map(({ leg: index, geometry_range }) => [index, geometry_range])).toEqual([
    [0, [0, 1]],
    [1, [1, 2]],
    [2, [3, 4]],
  ])
})

test('writes the line in the requested format, or leaves it out', () => {
  expect(joinLegs([leg([a, b])], a, 'geojson', false)).toMatchObject({
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [2, 1],
      ],
    },
  })
  expect(joinLegs([leg([a, b])], a, 'polyline', false).geometry).toBe('_ibE_ibE?_ibE')
  expect(joinLegs([leg([a, b])], a, 'none', true)).toEqual({
    legs: [{ at: b, distance_km: 1, driving_min: 2 }],
    steps: [expect.not.objectContaining({ geometry_range: expect.anything() })],
  })
})

test('a vehicle that is twice as fast takes half the time', () => {
  const joined = joinLegs([{ ...leg([a, b]), speedFactor: 2 }], a, 'points', true)
  expect([joined.legs[0]?.driving_min, joined.steps?.[0]?.duration_s]).toEqual([1, 4.5])
})

test('a tour that goes nowhere is its start', () => {
  expect(joinLegs([], a, 'points', false)).toEqual({ geometry: [a], legs: [] })
})
