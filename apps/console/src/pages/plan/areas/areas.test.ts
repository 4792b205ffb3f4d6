import { flatDistanceMeters } from '@fairway/geo'
import { expect, test } from 'vitest'
import { createEmptyDraft, createStop, setAreas, setMode } from '../plan.ts'
import { toCall } from '../to-call.ts'
import { createAreaAround, formatAreas, MAX_AREAS, parseAreas } from './areas.ts'

const triangle = [
  [43.73, 7.41],
  [43.74, 7.42],
  [43.73, 7.42],
] as const

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

test('an area around a point has its corners at the given distance', () => {
  const center = [60, 25] as const
  for (const [latitude, longitude] of createAreaAround(center, 200))
    expect(Math.abs(flatDistanceMeters(...center, latitude, longitude) - 200)).toBeLessThan(0.5)
})

test('only road routes avoid areas', () => {
  const stops = [createStop({ at: [1, 1], label: '' }), createStop({ at: [2, 2], label: '' })]
  const draft = setAreas({ ...createEmptyDraft('road'), stops }, [triangle])
  expect(toCall(draft).body).toMatchObject({ avoid_areas: [triangle] })
  expect(toCall(setMode(draft, 'drone', () => undefined)).body).not.toHaveProperty('avoid_areas')
  expect(toCall(setAreas(draft, [])).body).not.toHaveProperty('avoid_areas')
})
