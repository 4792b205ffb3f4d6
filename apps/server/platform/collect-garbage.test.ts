import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleCollector } from './collect-garbage.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Creates garbage of about 24 MB. The reference shows whether the garbage was collected. */
function createGarbage(): WeakRef<object> {
  const numbers = Array.from({ length: 3_000_000 }, (_, index) => index + 0.5)
  return new WeakRef(numbers)
}

/** Waits for a new task of the event loop, because a new WeakRef keeps its target during the current one. */
const nextTask = () => setTimeout(0)

test('collects the garbage of a thread that has been idle for a second', async () => {
  const collector = new IdleCollector()
  collector.startTask()
  const garbage = createGarbage()
  collector.endTask()
  await nextTask()
  vi.advanceTimersByTime(999)
  expect(garbage.deref()).toBeDefined()
  await nextTask()
  vi.advanceTimersByTime(1)
  expect(garbage.deref()).toBeUndefined()
})

test('collects no garbage while a task runs', async () => {
  const collector = new IdleCollector()
  collector.startTask()
  const garbage = createGarbage()
  collector.endTask()
  await nextTask()
  vi.advanceTimersByTime(999)
  collector.startTask()
  await nextTask()
  vi.advanceTimersByTime(10_000)
  expect(garbage.deref()).toBeDefined()
})

test('does not collect again until the thread has allocated several megabytes', async () => {
  const collector = new IdleCollector()
  collector.endTask()
  vi.advanceTimersByTime(1000)
  const small = new WeakRef({})
  collector.endTask()
  await nextTask()
  vi.advanceTimersByTime(1000)
  expect(small.deref()).toBeDefined()
})
