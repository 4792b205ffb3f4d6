import type { Position } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { AirFile } from '../model.ts'
import { MAX_POLYGON_CORNERS, makePolygon } from './rings.ts'
import { readValid as readNamed, readError as refusalNamed } from './testing/read.ts'

const ring = (...corners: [number, number][]) => [corners]
const square = ring([2, 49], [2.1, 49], [2.1, 49.1], [2, 49.1], [2, 49])
const NAME = 'folder/mine.geojson'
const collection = (properties: object, geometry: object) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', properties, geometry }],
})
const read = (file: object) => readNamed(file, NAME)
const refusal = (properties: object, geometry: object) =>
  refusalNamed(collection(properties, geometry), NAME).replace(`${NAME}: `, '')
const outer = (file: AirFile) => {
  const outline = file.zones[0]?.volumes[0]?.outline
  return outline?.kind === 'polygon' ? outline.outer : []
}
const accepted = (coordinates: unknown) => outer(read(collection({}, { type: 'Polygon', coordinates })))
const refused = (coordinates: unknown) => refusal({}, { type: 'Polygon', coordinates }).replace(/^features\[0\]: /, '')

test('accepts rings closed or open, in either orientation, with duplicate corners and spikes', () => {
  const small = ring([2, 49], [2.01, 49], [2.01, 49.01])
  const expected = [
    [49, 2],
    [49, 2.01],
    [49.01, 2.01],
  ]
  expect(accepted(small)).toEqual(expected)
  expect(accepted(ring([2, 49], [2.01, 49], [2.01, 49.01], [2, 49]))).toEqual(expected)
  expect(accepted(ring([2.01, 49.01], [2.01, 49], [2, 49]))).toEqual(expected.toReversed())
  expect(accepted(ring([2, 49], [2, 49], [2.01, 49], [2.01, 49.01], [2.01, 49.01], [2, 49]))).toEqual(expected)
  expect(accepted(ring([2, 49], [2.01, 49], [2.05, 48.95], [2.01, 49], [2.01, 49.01]))).toEqual(expected)
})

test('adds corners to long borders, so that they follow their parallel rather than a great circle', () => {
  const dense = accepted(ring([0, 50], [2, 50], [2, 49], [0, 49]))
  expect(dense.length).toBeGreaterThan(20)
  expect(dense.filter(([latitude]) => latitude === 50).length).toBeGreaterThan(10)
})

test('accepts rings across the antimeridian and around a pole', () => {
  const over = accepted(ring([179.99, 0], [-179.99, 0], [-179.99, 0.01], [179.99, 0.01]))
  expect(over.length).toBe(4)
  expect(accepted(ring([0, 80], [90, 80], [180, 80], [-90, 80])).length).toBeGreaterThan(100)
  expect(accepted(ring([0, 89.99], [0.01, 89.99], [0.01, 90], [0, 90])).length).toBe(3)
})

test('keeps holes', () => {
  const hole = ring([2.02, 49.02], [2.04, 49.02], [2.04, 49.04])[0]
  const file = read(collection({}, { type: 'Polygon', coordinates: [square[0], hole] }))
  expect(file.zones[0]?.volumes[0]?.outline).toMatchObject({
    holes: [
      [
        [49.02, 2.02],
        [49.02, 2.04],
        [49.04, 2.04],
      ],
    ],
  })
})

test('accepts a bridge to a hole', () => {
  const keyhole = ring([0, 0], [4, 0], [4, 4], [0, 4], [0, 0], [1, 1], [1, 2], [2, 2], [2, 1], [1, 1])
  expect(refused(keyhole)).toBe('accepted')
})

test('rejects a self-intersecting outline with the position and both edges', () => {
  expect(refused(ring([0, 0], [1, 1], [1, 0], [0, 1]))).toBe(
    'geometry.coordinates crosses itself at [0.5, 0.5]: the edge from [0, 0] to [1, 1] crosses the edge from [0, 1] to [1, 0]; allowed: outlines without crossings',
  )
  const hole = ring([2.05, 49.05], [2.2, 49.05], [2.05, 49.06])[0]
  expect(refused([square[0], hole])).toContain('geometry.coordinates crosses itself at [49.05, 2.1]')
  const outside = ring([3, 49.05], [3.2, 49.05], [3, 49.06])[0]
  expect(refused([square[0], outside])).toBe(
    'geometry.coordinates has hole 1 outside its outline; allowed: holes inside it',
  )
})

test('rejects large self-intersecting outlines too, in bounded time', () => {
  const wave = Array.from({ length: 20_000 }, (_, index): [number, number] => {
    const angle = (index / 20_000) * 2 * Math.PI
    const radius = 3 + 0.3 * Math.sin(angle * 300)
    return [radius * Math.cos(angle), 40 + radius * Math.sin(angle)]
  })
  expect(refused([wave])).toBe('accepted')
  const [a, b] = [wave[100], wave[15_000]]
  if (a && b) [wave[100], wave[15_000]] = [b, a]
  expect(refused([wave])).toContain('crosses itself at')
  const tangled = Array.from({ length: 8000 }, (_, index): [number, number][] => [
    [index * 1e-5, 40],
    [index * 1e-5 + 1 + 3e-6, 41],
    [index * 1e-5 + 1 + 6e-6, 41],
    [index * 1e-5 + 6e-6, 40],
  ]).flat()
  expect(refused([[...tangled, [2, 39], [0, 39]]])).toBe(
    'geometry.coordinates is too complex to be checked; allowed: simpler outlines',
  )
})

test.each([
  [ring([0, 0], [1, 1]), 'geometry.coordinates has fewer than 3 different corners in the outline; allowed: at least 3'],
  [ring([0, 0], [1, 1], [2, 2]), 'geometry.coordinates has no area: all corners lie on one line'],
  [[], 'geometry.coordinates is []; allowed: a list of rings'],
  ['here', 'geometry.coordinates is "here"; allowed: a list of rings'],
  [
    [
      [
        [0, 0],
        [0, 91],
        [1, 1],
      ],
    ],
    'geometry.coordinates[0][1] is [0,91]; allowed: a list of longitude (-180 to 180) and latitude (-90 to 90)',
  ],
  [
    [
      [
        [0, 0],
        [null, 1],
        [1, 1],
      ],
    ],
    'geometry.coordinates[0][1] is [null,1]; allowed: a list of longitude (-180 to 180) and latitude (-90 to 90)',
  ],
  [
    [[[0, 0], 5, [1, 1]]],
    'geometry.coordinates[0][1] is 5; allowed: a list of longitude (-180 to 180) and latitude (-90 to 90)',
  ],
])('rejects %j', (coordinates, message) => {
  expect(refused(coordinates)).toBe(message)
})

test('limits a zone to 100,000 corners', () => {
  const circle = (corners: number) =>
    Array.from({ length: corners }, (_, at): Position => {
      const turn = (at / corners) * 2 * Math.PI
      return [48 + Math.sin(turn), 11 + Math.cos(turn)]
    })
  expect(makePolygon(circle(MAX_POLYGON_CORNERS), [])).toMatchObject({ kind: 'polygon' })
  expect(makePolygon(circle(MAX_POLYGON_CORNERS - 2), [circle(3)])).toEqual({
    complaint: 'has 100001 corners; allowed: at most 100000',
  })
})
