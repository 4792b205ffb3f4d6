import { expect, test } from 'vitest'
import { splitAtGaps } from './chosen-track.ts'

const fix = (minute: number) => ({ at: [minute, 0] as const, time: new Date(minute * 60_000).toISOString() })

test('a track is drawn in pieces: none leads across a time in which nobody knows the way', () => {
  expect(splitAtGaps([])).toEqual([])
  expect(splitAtGaps([0, 1, 4, 7.1, 8, 20].map(fix))).toEqual([
    [
      [0, 0],
      [1, 0],
      [4, 0],
    ],
    [
      [7.1, 0],
      [8, 0],
    ],
  ])
})
