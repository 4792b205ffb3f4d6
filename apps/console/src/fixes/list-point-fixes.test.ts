import { expect, test, vi } from 'vitest'
import type { Point } from '../points.ts'
import { type FixablePoint, listPointFixes } from './list-point-fixes.ts'

const toPoint = (title: string, change: Partial<FixablePoint> = {}): FixablePoint => ({
  title,
  at: [43.7, 7.4],
  move: () => undefined,
  ...change,
})
const listFixes = (message: string, points: readonly FixablePoint[], isNear = true) =>
  listPointFixes(message, { points, noun: 'stop', isNearMaps: () => isNear, moveToRoad: async () => undefined })
const labels = (message: string, points: readonly FixablePoint[], isNear = true) =>
  listFixes(message, points, isNear).map(({ label }) => label)

test('a point without a road nearby can be moved or removed', () => {
  const remove = vi.fn()
  const point = toPoint('stop 2', { remove })
  const message = 'Stop 2 (43.7, 7.4) has no road within 1000 m; move it nearer to a road'
  expect(labels(message, [point])).toEqual(['Move stop 2 to the nearest road', 'Remove stop 2'])
  void listFixes(message, [point])[1]?.run()
  expect(remove).toHaveBeenCalledOnce()
  expect(labels('There is no road within 1000 m of this position', [toPoint('the position')])).toEqual([
    'Move the position to the nearest road',
  ])
})

test('a point outside the maps can be moved only if a map is near', () => {
  const message = 'Stop 2 is outside the loaded maps of this service (monaco); ask the operator to add a map'
  const point = toPoint('stop 2', { remove: () => undefined })
  expect(labels(message, [point])).toEqual(['Move stop 2 to the nearest road', 'Remove stop 2'])
  expect(labels(message, [point], false)).toEqual(['Remove stop 2'])
})

test('many points are removed together, and only some get their own button', () => {
  const removed: number[] = []
  const points = [1, 2, 3, 4].map((number) => toPoint(`stop ${number}`, { remove: () => void removed.push(number) }))
  const fixes = listFixes('stops 1 to 4 have no road within 1000 m', points)
  expect(fixes.map(({ label }) => label)).toEqual([
    'Move stop 1 to the nearest road',
    'Move stop 2 to the nearest road',
    'Move stop 3 to the nearest road',
    'Remove these 4 stops',
  ])
  void fixes.at(-1)?.run()
  expect(removed).toEqual([1, 2, 3, 4])
})

test('swapped coordinates can be swapped back', () => {
  const moves: Point[] = []
  const point = toPoint('the start', { at: [7.4, 43.7], move: (to) => void moves.push(to) })
  const message =
    'The start is outside the loaded maps of this service (monaco); points are [latitude, longitude], and with the two values swapped, the point would be in monaco'
  const [swap] = listFixes(message, [point], false)
  expect(swap?.label).toBe('Swap latitude and longitude of the start')
  void swap?.run()
  expect(moves).toEqual([[43.7, 7.4]])
})

test('too many points offer the largest allowed number', () => {
  const kept: number[] = []
  const options = {
    points: [],
    isNearMaps: () => true,
    moveToRoad: async () => undefined,
    keepFirst: (count: number) => void kept.push(count),
  }
  const messages = [
    'points has 101 points, but requests without a key may have at most 100 per side (10,000 cells)',
    'The request has 1,101 points (stops, plus the points in start, end and fleet), but the free plan allows at most 1,100; send fewer',
  ]
  const fixes = messages.flatMap((message) => listPointFixes(message, options))
  expect(fixes.map(({ label }) => label)).toEqual([
    'Keep only the first 100 points',
    'Keep only the first 1,100 points',
  ])
  for (const { run } of fixes) void run()
  expect(kept).toEqual([100, 1100])
  expect(listPointFixes('There is no road route between the start and the destination', options)).toEqual([])
})
