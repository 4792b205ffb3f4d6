import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultFeedLimits } from '../feed-content.ts'
import { FeedError } from '../feed-failure.ts'
import { SegmentTable } from './segment-table.ts'

test('keeps a segment once, at its first index, with its last speed', () => {
  const id = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.maxSafeInteger())
  fc.assert(
    fc.property(fc.array(fc.tuple(id, id, fc.integer({ min: 0, max: 130 }))), (rows) => {
      const table = new SegmentTable()
      const oracle = new Map<string, number[]>()
      for (const [from, to, kmh] of rows) {
        table.set(from, to, kmh)
        oracle.set(`${from} ${to}`, [from, to, kmh])
      }
      const { fromNode, toNode, kmh } = table.toSpeeds()
      expect(Array.from(fromNode, (from, index) => [from, toNode[index], kmh[index]])).toEqual([...oracle.values()])
    }),
  )
})

test('finds ids that differ only in their high bits quickly', () => {
  const table = new SegmentTable()
  for (let index = 0; index < 200_000; index++) table.set(index * 2 ** 32, 7, 50)
  for (let index = 0; index < 200_000; index++) table.set(index * 2 ** 32, 7, 60)
  expect(table.size).toBe(200_000)
  expect(new Set(table.toSpeeds().kmh)).toEqual(new Set([60]))
})

test('keeps the maximum number of segments and rejects one more', () => {
  const table = new SegmentTable({ ...defaultFeedLimits, segments: 2 })
  table.set(1, 2, 30)
  table.set(2, 3, 30)
  table.set(1, 2, 40)
  expect(() => table.set(3, 4, 30)).toThrow(FeedError)
})
