import { lengthNm, type Position } from '@fairway/geo'
import { beforeAll, expect, test } from 'vitest'
import type { Sea } from '../schema.ts'
import { makeSea } from '../testing/draw-sea.ts'
import { densify, splitAtAntimeridian, wrapLine } from './dense-line.ts'

let sea: Sea
beforeAll(() => {
  sea = makeSea({ south: 49, west: 4, north: 54, east: 36 })
})

test('keeps the length of a great circle, with points at most 60 miles apart', () => {
  const endpoints: Position[] = [
    [50, 5],
    [52, 35],
  ]
  const dense = densify(sea, endpoints)
  expect(lengthNm(dense)).toBeCloseTo(lengthNm(endpoints), 6)
  expect(dense.length).toBeGreaterThan(18)
  expect(Math.max(...dense.map(([latitude]) => latitude))).toBeGreaterThan(52.2)
})

test('splits a line at the antimeridian, in both directions and repeatedly', () => {
  const east: Position[] = [
    [0, 179],
    [2, 181],
  ]
  expect(splitAtAntimeridian(east)).toEqual([
    [
      [179, 0],
      [180, 1],
    ],
    [
      [-180, 1],
      [-179, 2],
    ],
  ])
  const west: Position[] = [
    [2, -179],
    [0, -181],
  ]
  expect(splitAtAntimeridian(west)).toEqual([
    [
      [-179, 2],
      [-180, 1],
    ],
    [
      [180, 1],
      [179, 0],
    ],
  ])
  expect(splitAtAntimeridian([...east, [0, 179]])).toHaveLength(3)
  expect(
    splitAtAntimeridian([
      [0, 10],
      [1, 11],
    ]),
  ).toEqual([
    [
      [10, 0],
      [11, 1],
    ],
  ])
  expect(wrapLine(east)).toEqual([
    [0, 179],
    [2, -179],
  ])
})
