import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const unitWeight = () => 1
const oneMs = () => 1

const queueOf = (...items: readonly (readonly [string, number])[]) => {
  const queue = new FairQueue<number>()
  for (const [id, item] of items) queue.push({ id, weight: 1 }, item)
  return queue
}
const drain = (queue: FairQueue<number>) => Array.from({ length: queue.size }, () => queue.shift(oneMs))

test('serves one owner in order', () => {
  expect(drain(queueOf(['a', 1], ['a', 2], ['a', 3]))).toEqual([1, 2, 3])
})

test('alternates between owners whose tasks take equally long', () => {
  expect(drain(queueOf(['a', 1], ['a', 2], ['a', 3], ['b', 4], ['c', 5], ['c', 6]))).toEqual([1, 4, 5, 2, 6, 3])
})

test('puts a returning owner behind those that have not used more time', () => {
  const queue = queueOf(['a', 1], ['b', 2], ['b', 3])
  expect(queue.shift(oneMs)).toBe(1)
  queue.push({ id: 'a', weight: 1 }, 4)
  expect(drain(queue)).toEqual([2, 3, 4])
})

test('counts measured time: after one long task, the other owner runs many short ones', () => {
  const queue = queueOf(['a', 1], ['a', 2], ...[3, 4, 5, 6].map((item) => ['b', item] as const))
  expect(queue.shift(oneMs)).toBe(1)
  queue.settle('a', 1, 1000)
  for (const item of [3, 4, 5, 6]) {
    expect(queue.shift(oneMs)).toBe(item)
    queue.settle('b', 1, 100)
  }
  expect(queue.shift(oneMs)).toBe(2)
})

test('remembers the debt of an owner that sends one task at a time', () => {
  const queue = queueOf(['a', 1], ['b', 2], ['b', 3], ['b', 4])
  expect(queue.shift(oneMs)).toBe(1)
  queue.settle('a', 1, 250)
  queue.push({ id: 'a', weight: 1 }, 5)
  for (const item of [2, 3, 4]) {
    expect(queue.shift(oneMs)).toBe(item)
    queue.settle('b', 1, 100)
  }
  expect(queue.shift(oneMs)).toBe(5)
})

test('returns nothing when empty', () => {
  const queue = queueOf(['a', 1])
  expect([queue.shift(oneMs), queue.shift(oneMs), queue.size]).toEqual([1, undefined, 0])
})

test('counts all tasks, and those of one owner', () => {
  const queue = queueOf(['a', 1], ['a', 2], ['b', 3])
  const sumOf = (owner: string) => queue.sumWeights(unitWeight, owner)
  expect([queue.size, queue.sumWeights(unitWeight), sumOf('a'), sumOf('b'), sumOf('c')]).toEqual([3, 3, 2, 1, 0])
})

test('removes a canceled task from any position', () => {
  const queue = queueOf(['a', 1], ['a', 2], ['b', 3], ['c', 4])
  expect(queue.removeWhere((item) => item !== 2)).toEqual([1, 3, 4])
  expect([queue.size, queue.sumWeights(unitWeight, 'b')]).toEqual([1, 0])
  expect(drain(queue)).toEqual([2])
})

test('removes the newest task of the owner with the most tasks, but only above the limit', () => {
  const queue = queueOf(['a', 1], ['b', 2], ['b', 3], ['b', 4], ['c', 5])
  expect(queue.removeFromLargest(unitWeight, 3)).toBeUndefined()
  expect(queue.removeFromLargest(unitWeight, 2)).toBe(4)
  expect([queue.size, queue.sumWeights(unitWeight, 'b')]).toEqual([4, 2])
})

/** Simulated pool. Every active owner always has several waiting tasks. */
class Simulation {
  readonly queue = new FairQueue<{ owner: Owner; ms: number }>()
  readonly usedMs = new Map<string, number>()
  private readonly running: { endMs: number; owner: Owner; ms: number; expectedMs: number }[] = []
  private readonly random: () => number
  private readonly threads: number
  now = 0

  constructor(seed: number, threads: number) {
    this.random = seededRandom(seed)
    this.threads = threads
  }

  /** Runs until the given time. The expected duration of a task is wrong by a factor of up to 20. */
  run(untilMs: number, owners: readonly Owner[]): void {
    while (this.now < untilMs) {
      for (const owner of owners)
        while (this.queue.sumWeights(unitWeight, owner.id) < 2)
          this.queue.push(owner, { owner, ms: this.taskMs(owner) })
      while (this.running.length < this.threads) {
        const next = this.queue.shift(() => EXPECTED_MS)
        if (!next) break
        this.running.push({ ...next, endMs: this.now + next.ms, expectedMs: EXPECTED_MS })
      }
      this.running.sort((a, b) => a.endMs - b.endMs)
      const done = this.running.shift()
      if (!done) return
      this.now = done.endMs
      this.queue.settle(done.owner.id, done.expectedMs, done.ms)
      this.usedMs.set(done.owner.id, this.usedOf(done.owner) + done.ms)
    }
  }

  usedOf({ id }: Owner): number {
    return this.usedMs.get(id) ?? 0
  }

  private taskMs({ maxTaskMs }: Owner): number {
    return maxTaskMs ** this.random()
  }
}

interface Owner {
  readonly id: string
  readonly weight: number
  readonly maxTaskMs: number
}

const EXPECTED_MS = 20

describe('a seeded simulation of 20 pools', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1)
  const chooseOwners = (seed: number): Owner[] => {
    const random = seededRandom(1000 + seed)
    return Array.from({ length: 3 + Math.floor(random() * 6) }, (_, index) => ({
      id: `owner ${index}`,
      weight: [1, 2, 8, 16][Math.floor(random() * 4)] ?? 1,
      maxTaskMs: [20, 100, 200][Math.floor(random() * 3)] ?? 20,
    }))
  }

  test.each(seeds)('shares time by weight, whatever the length of the tasks (seed %i)', (seed) => {
    const owners = chooseOwners(seed)
    const threads = 1 + (seed % 3)
    const simulation = new Simulation(seed, threads)
    simulation.run(60_000, owners)
    const totalWeight = owners.reduce((sum, { weight }) => sum + weight, 0)
    const totalMs = owners.reduce((sum, owner) => sum + simulation.usedOf(owner), 0)
    for (const owner of owners) {
      // Tasks cannot be divided, so each thread may deviate from the ideal share by the longest task.
      const idealMs = (totalMs * owner.weight) / totalWeight
      expect(Math.abs(simulation.usedOf(owner) - idealMs)).toBeLessThan((threads + 1) * 200 + 0.01 * idealMs)
    }
  })

  test.each(seeds)('gives an owner that was idle no more than its share when it returns (seed %i)', (seed) => {
    const owners = chooseOwners(seed)
    const [returning, ...others] = owners
    if (!returning) throw new Error('there are no owners')
    const simulation = new Simulation(seed, 1)
    simulation.run(30_000, others)
    const start = simulation.now
    simulation.run(90_000, owners)
    const share = returning.weight / owners.reduce((sum, { weight }) => sum + weight, 0)
    const idealMs = (simulation.now - start) * share
    expect(Math.abs(simulation.usedOf(returning) - idealMs)).toBeLessThan(400 + 0.01 * idealMs)
  })
})
