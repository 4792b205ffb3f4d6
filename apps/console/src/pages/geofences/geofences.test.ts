import { flatDistanceMeters } from '@fairway/geo'
import { beforeEach, expect, test } from 'vitest'
import { describeRules, describeShape } from './describe.ts'
import { toCircleRing, toFeatures, toRadius, toRadiusHandle } from './shapes.ts'
import { changeDraft, draft, editGeofence, placePoint, startDraft, toSaveCall } from './state.ts'

const center = [60, 25] as const

function getDraft() {
  if (draft.value === undefined) throw new Error('nothing is being drawn')
  return draft.value
}

beforeEach(() => {
  draft.value = undefined
})

test('a circle on the map keeps its radius, and its handle returns the same radius', () => {
  for (const corner of toCircleRing(center, 500))
    expect(Math.abs(flatDistanceMeters(...center, ...corner) - 500)).toBeLessThan(1)
  expect(toRadius(center, toRadiusHandle(center, 500))).toBe(500)
  expect(toRadius(center, center)).toBe(10)
})

test('draws circles and areas as closed rings and lines as lines, but no corridors along planned routes', () => {
  const outer = [
    [1, 1],
    [1, 2],
    [2, 2],
  ] as const
  const { features } = toFeatures([
    { id: 'a', polygon: { outer } },
    { id: 'b', corridor: { line: outer, distance_m: 50 } },
    { id: 'c', corridor: { along_plan: true, distance_m: 50 } },
  ])
  expect(features.map(({ geometry }) => geometry.type)).toEqual(['Polygon', 'LineString'])
  expect(features[0]?.geometry).toMatchObject({
    coordinates: [
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 1],
      ],
    ],
  })
})

test('an area can be saved from its third corner on, a circle from its center on', () => {
  startDraft('polygon')
  changeDraft({ name: ' Harbor ' })
  for (const corner of [
    [1, 1],
    [1, 2],
  ] as const)
    placePoint(corner)
  expect(toSaveCall(getDraft())).toBeUndefined()
  placePoint([2, 2])
  expect(toSaveCall(getDraft())).toEqual({
    method: 'POST',
    path: '/v1/geofences',
    body: {
      name: 'Harbor',
      polygon: {
        outer: [
          [1, 1],
          [1, 2],
          [2, 2],
        ],
      },
      rules: { enter: true, exit: true },
    },
  })
  startDraft('circle')
  placePoint(center)
  changeDraft({ radius: '150', dwell: '1.5', speed: '30', exit: false })
  expect(toSaveCall(getDraft())?.body).toMatchObject({
    circle: { center, radius_m: 150 },
    rules: { enter: true, exit: false, dwell_s: 90, max_speed_kmh: 30 },
  })
})

test('changing a geofence keeps everything that was not changed', () => {
  const line: [number, number][] = [
    [1, 1],
    [2, 2],
  ]
  const rules = { enter: false, exit: true, dwell_s: 600 }
  editGeofence({ id: 'gf_1', name: 'Road', corridor: { line, distance_m: 80 }, rules, created_at: '' })
  expect(toSaveCall(getDraft())).toEqual({
    method: 'PATCH',
    path: '/v1/geofences/gf_1',
    body: { name: 'Road', corridor: { line, distance_m: 80 }, rules },
  })
})

test('describes shapes and rules in words', () => {
  expect(describeShape({ circle: { center, radius_m: 150 } })).toBe('Circle with a radius of 150 m')
  expect(describeShape({ corridor: { along_plan: true, distance_m: 100 } })).toBe('Within 100 m of each planned route')
  expect(describeRules({})).toBe('Reports: enters, leaves')
  expect(describeRules({ enter: false, exit: false, dwell_s: 600, max_speed_kmh: 30 })).toBe(
    'Reports: stays longer than 10 min, exceeds 30 km/h',
  )
  expect(describeRules({ enter: false, exit: false })).toBe('Reports nothing')
})
