import { expect, test } from 'vitest'
import { createStop } from '../../entry/stops.ts'
import { intersect, type MultiPolygon, toBands, toSquareKilometers } from './areas.ts'
import { listCalls } from './compute.ts'
import { defaultSettings, listLimits, parseSettings, toggleProfile, toQuery } from './settings.ts'

const square = (west: number, south: number, size: number): MultiPolygon => [
  [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ],
  ],
]
const monaco = createStop({ at: [43.7384, 7.4246], label: 'Monaco' })
const nice = createStop({ at: [43.7034, 7.2663], label: '' })

test('spaces contours evenly, and compares several travel modes at one limit', () => {
  expect(listLimits({ ...defaultSettings, limit: 20, contourCount: 3 })).toEqual([6.7, 13.3, 20])
  expect(listLimits({ ...defaultSettings, limit: 1, contourCount: 4 })).toEqual([0.3, 0.5, 0.8, 1])
  expect(listLimits({ ...defaultSettings, limit: 20, profiles: ['car', 'foot'] })).toEqual([20])
})

test('writes everything on the page into the link, and reads it back', () => {
  const settings = {
    unit: 'kilometers',
    limit: 7,
    contourCount: 2,
    profiles: ['bicycle', 'foot'],
    direction: 'to',
    combine: 'all',
  } as const
  const query = new URLSearchParams(toQuery([monaco, nice], settings))
  expect(query.get('points')).toBe('43.7384,7.4246,Monaco;43.7034,7.2663')
  expect(parseSettings(query)).toEqual(settings)
  expect(toQuery([], defaultSettings)).toEqual({})
  expect(parseSettings(new URLSearchParams('minutes=61&contours=0&by=rocket'))).toEqual(defaultSettings)
})

test('keeps at least one travel mode, in a fixed order', () => {
  expect(toggleProfile(['foot'], 'foot')).toEqual(['foot'])
  expect(toggleProfile(['foot'], 'car')).toEqual(['car', 'foot'])
  expect(toggleProfile(['car', 'foot'], 'car')).toEqual(['foot'])
})

test('sends one request for the area of any point, and one per point for the area of all', () => {
  const question = { origins: [monaco, nice], settings: { ...defaultSettings, limit: 9 } }
  const both = [monaco.at, nice.at]
  expect(listCalls(question, 'car').map(({ body }) => body)).toEqual([{ from: both, minutes: [3, 6, 9] }])
  const all = { ...question, settings: { ...question.settings, combine: 'all', direction: 'to' } as const }
  expect(listCalls(all, 'foot').map(({ body }) => body)).toEqual(
    both.map((from) => ({ from, minutes: [3, 6, 9], profile: 'foot', direction: 'to' })),
  )
})

test('cuts nested areas into bands that cover the largest one exactly', () => {
  const areas = [square(7.41, 43.71, 0.01), square(7.4, 43.7, 0.04)]
  const bands = toBands(areas)
  const sum = bands.reduce((total, band) => total + toSquareKilometers(band), 0)
  expect(sum).toBeCloseTo(toSquareKilometers(areas[1] ?? []), 6)
  expect(bands[1]?.[0]).toHaveLength(2)
})

test('intersects areas, and finds nothing in common where one is empty', () => {
  const common = intersect([square(0, 0, 2), square(1, 1, 2)])
  expect(toSquareKilometers(common)).toBeCloseTo(toSquareKilometers(square(1, 1, 1)), 6)
  expect(intersect([square(0, 0, 1), square(2, 2, 1)])).toEqual([])
  expect(intersect([square(0, 0, 1), []])).toEqual([])
})

test('measures one degree at the equator as 12,364 km²', () => {
  expect(toSquareKilometers(square(0, 0, 1))).toBeCloseTo(12_364, -1)
})
