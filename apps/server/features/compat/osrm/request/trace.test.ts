import { expect, test } from 'vitest'
import type { Point } from './coordinates.ts'
import { listParts, listTidyPoints } from './trace.ts'

/** Returns points on a meridian at the given distances in meters from the equator. */
const at = (...meters: number[]): Point[] => meters.map((meter) => [meter / 110_574, 0])

test.each([
  ['keeps points that are 15 m apart', at(0, 16, 32, 48), [], [0, 1, 2, 3]],
  ['leaves out points that are closer, but not the last', at(0, 8, 16, 24, 25), [], [0, 2, 4]],
  ['leaves out points within 5 s', at(0, 100, 200, 300), [0, 3, 6, 9], [0, 2, 3]],
  ['keeps one point', at(0), [], [0]],
])('%s', (_title, points, timestamps, kept) => {
  expect(listTidyPoints(points, timestamps)).toEqual(kept)
})

test.each([
  ['has one part without timestamps', [0, 1, 2], [], [[0, 1, 2]]],
  [
    'is split after ten times the median interval',
    [0, 1, 2, 3],
    [0, 1, 12, 13],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  ['is not split at ten times the median interval', [0, 1, 2, 3], [0, 1, 11, 12], [[0, 1, 2, 3]]],
  ['is split between the points that are kept', [0, 2, 3, 4], [0, 0, 1, 2, 90], [[0, 2, 3], [4]]],
])('a trace %s', (_title, points, timestamps, parts) => {
  expect(listParts(points, timestamps)).toEqual(parts)
})
