import { expect, test } from 'vitest'
import { splitAtGaps } from './selected-track.ts'

const fix = (minute: number) => ({ at: [minute, 0] as const, time: new Date(minute * 60_000).toISOString() })

test('splits a track at gaps: no segment crosses a period without positions', () => {
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
