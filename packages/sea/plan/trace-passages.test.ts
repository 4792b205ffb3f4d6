import { distanceNm, type Position } from '@fairway/geo'
import { beforeAll, expect, test } from 'vitest'
import { cumulativeMiles, findNearestPoint, insertPointsAt } from '../route/cut-line.ts'
import type { Sea } from '../schema.ts'
import { makeRectangle, makeSea } from '../testing/draw-sea.ts'
import { listCrossedPassages, listPassages, traceNamedSections } from './trace-passages.ts'

let sea: Sea
beforeAll(() => {
  sea = makeSea({ south: 0, west: 0, north: 1, east: 1, lands: [makeRectangle(0.4, 0.4, 0.6, 0.6)] })
})

const toSections = (...points: Position[]) => [{ points }]
const tracePassageIds = (points: Position[]) =>
  traceNamedSections(sea, toSections(...points), 1e5).map(({ passageUse, startNm, endNm }) => [
    passageUse?.passage.id,
    Math.round(startNm),
    Math.round(endNm),
  ])

const west: Position = [35.95, -7]
const east: Position = [35.95, -4]
/** Meridian of the Gibraltar gate. */
const GATE = -5.6

test('puts a strait around the mile at which its gate is crossed, no matter how long the line is', () => {
  const nm = distanceNm(35.95, -7, 35.96, GATE)
  expect(tracePassageIds([west, east])).toEqual([['gibraltar', Math.round(nm - 15), Math.round(nm + 15)]])
})

test('counts a return as a second passage, and zigzags across the gate as one', () => {
  expect(tracePassageIds([west, east, west]).map(([id]) => id)).toEqual(['gibraltar', 'gibraltar'])
  expect(tracePassageIds([west, [35.9, -5.5], [35.92, -5.7], east]).map(([id]) => id)).toEqual(['gibraltar'])
})

test('counts two gates of one passage as one transit', () => {
  const pacific: Position[] = [
    [-53.9, -70.95],
    [-53.2, -70.7],
    [-52.6, -70],
    [-52.4, -69],
  ]
  expect(listPassages(sea, toSections(...pacific))).toEqual(['magellan'])
  const [part] = traceNamedSections(sea, toSections(...pacific), 1e5)
  expect((part?.endNm ?? 0) - (part?.startNm ?? 0)).toBeGreaterThan(80)
})

test('adds points at the requested miles, and none where one exists', () => {
  const [{ points }] = insertPointsAt(toSections([0, 0], [0, 2], [0, 3]), [0, 30, distanceNm(0, 0, 0, 2), 150.1])
  expect(points.map(([, longitude]) => Math.round(longitude * 60) / 60)).toEqual([0, 0.5, 2, 2.5, 3])
  const miles = cumulativeMiles(points)
  expect(miles[1]).toBeCloseTo(30, 6)
  expect(miles.at(-1)).toBeCloseTo(distanceNm(0, 0, 0, 3), 6)
  expect([0, 30, 119.9, 150].map((nm) => findNearestPoint(miles, nm))).toEqual([0, 1, 2, 3])
})

test.each([
  ['29 nm south of Cape Agulhas', -34.83 - 29 / 60.04, ['good_hope']],
  ['31 nm south of it', -34.83 - 31 / 60.04, []],
  ['16 degrees south of it', -51, []],
] as const)('names a cape only when the route passes within 30 nm: %s', (_, latitude, names) => {
  const sections = toSections([latitude, 19.9], [latitude, 20.1])
  expect(listPassages(sea, sections)).toEqual(names)
  expect(listCrossedPassages(sea, sections)).toEqual(['good_hope'])
})
