import { flatDistanceMeters } from '@fairway/geo'
import { expect, test } from 'vitest'
import { createArea, createEmptyDraft, createStop, setAreas, setMode, toAreaTitle } from '../plan.ts'
import { toCall } from '../to-call.ts'
import { createAreaAround, formatAreas, MAX_AREA_NAME_LENGTH, MAX_AREAS, parseAreas } from './areas.ts'

const corners = [
  [43.73, 7.41],
  [43.74, 7.42],
  [43.73, 7.42],
] as const
const triangle = createArea(corners)

test('areas survive a link; incomplete ones are left out', () => {
  expect(formatAreas([triangle])).toBe('43.73,7.41_43.74,7.42_43.73,7.42')
  expect(parseAreas(formatAreas([triangle, triangle]))).toEqual([triangle, triangle])
  expect(parseAreas('43.73,7.41_43.74,7.42;abc;43.73,7.41_x_43.74,7.42_43.73,7.42')).toEqual([triangle])
  expect(
    parseAreas(
      Array(MAX_AREAS + 1)
        .fill(formatAreas([triangle]))
        .join(';'),
    ),
  ).toHaveLength(MAX_AREAS)
})

test('names and hidden areas survive a link', () => {
  const areas = [
    { corners, name: 'Harbor; 50 % closed_*!', isHidden: false },
    { corners, name: '', isHidden: true },
    { corners, name: 'Été', isHidden: true },
  ]
  const query = new URLSearchParams({ areas: formatAreas(areas) })
  expect(parseAreas(new URLSearchParams(query.toString()).get('areas') ?? '')).toEqual(areas)
  expect(formatAreas(areas.slice(1, 2))).toBe('!43.73,7.41_43.74,7.42_43.73,7.42')
  const [long] = parseAreas(`43.73,7.41_43.74,7.42_43.73,7.42*${'x'.repeat(MAX_AREA_NAME_LENGTH + 1)}`)
  expect(long?.name).toHaveLength(MAX_AREA_NAME_LENGTH)
})

test('an area without a name is called by its number', () => {
  const areas = [triangle, { ...triangle, name: 'Harbor' }]
  expect([toAreaTitle(areas, 0), toAreaTitle(areas, 1)]).toEqual(['area 1', 'Harbor'])
})

test('an area around a point has its corners at the given distance', () => {
  const center = [60, 25] as const
  for (const [latitude, longitude] of createAreaAround(center, 200))
    expect(Math.abs(flatDistanceMeters(...center, latitude, longitude) - 200)).toBeLessThan(0.5)
})

test('only road routes avoid areas', () => {
  const stops = [createStop({ at: [1, 1], label: '' }), createStop({ at: [2, 2], label: '' })]
  const draft = setAreas({ ...createEmptyDraft('road'), stops }, [triangle])
  expect(toCall(draft).body).toMatchObject({ avoid_areas: [corners] })
  expect(toCall(setMode(draft, 'drone', () => undefined)).body).not.toHaveProperty('avoid_areas')
  const hidden = { ...triangle, isHidden: true }
  expect(toCall(setAreas(draft, [hidden, triangle])).body).toMatchObject({ avoid_areas: [corners] })
  expect(toCall(setAreas(draft, [hidden])).body).not.toHaveProperty('avoid_areas')
  expect(toCall(setAreas(draft, [])).body).not.toHaveProperty('avoid_areas')
})
