import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const unitWeight = () => 1

const queueOf = (...items: readonly (readonly [string, number])[]) => {
  const queue = new FairQueue<number>()
  for (const [owner, item] of items) queue.push(owner, item)
  return queue
}
const drain = (queue: FairQueue<number>) => Array.from({ length: queue.size }, () => queue.shift())

test('serves one owner in order', () => {
  expect(drain(queueOf(['a', 1], ['a', 2], ['a', 3]))).toEqual([1, 2, 3])
})

test('alternates between owners: a single task waits for one task of each other owner', () => {
  expect(drain(queueOf(['a', 1], ['a', 2], ['a', 3], ['b', 4], ['c', 5], ['c', 6]))).toEqual([1, 4, 5, 2, 6, 3])
})

test('puts a returning owner behind all others', () => {
  const queue = queueOf(['a', 1], ['b', 2], ['b', 3])
  expect(queue.shift()).toBe(1)
  queue.push('a', 4)
  expect(drain(queue)).toEqual([2, 4, 3])
})

test('returns nothing when empty', () => {
  const queue = queueOf(['a', 1])
  expect([queue.shift(), queue.shift(), queue.size]).toEqual([1, undefined, 0])
})

test('counts all tasks, and those of one owner', () => {
  const queue = queueOf(['a', 1], ['a', 2], ['b', 3])
  expect([
    queue.size,
    queue.sumWeights(unitWeight, 'a'),
    queue.sumWeights(unitWeight, 'b'),
    queue.sumWeights(unitWeight, 'c'),
  ]).toEqual([3, 2, 1, 0])
})

test('removes a canceled task from any position', () => {
  const queue = queueOf(['a', 1], ['a', 2], ['b', 3], ['c', 4])
  expect(queue.removeWhere((item) => item !== 2)).toEqual([1, 3, 4])
  expect([queue.size, queue.sumWeights(unitWeight, 'b')]).toEqual([1, 0])
  expect(drain(queue)).toEqual([2])
})
