import { expect, test } from 'vitest'
import { type OwnerClass, PlanQueue } from './plan-queue.ts'
import type { TaskOwner } from './task.ts'

const pro: TaskOwner = { id: 'pro', weight: 16, isPaying: true }
const trial: TaskOwner = { id: 'trial', weight: 2, isPaying: false }
const anonymous: TaskOwner = { id: '192.0.2.1', weight: 1, isPaying: false }
const taskOf = (owner: TaskOwner) => ({ owner, expectedMs: 100 })
const everyClass = () => true

/**
 * Runs one task at a time and keeps the queues filled. Each task takes its expected time. Returns the number of tasks
 * per owner.
 */
function runTasks(count: number, owners: readonly TaskOwner[], mayRun: (ownerClass: OwnerClass) => boolean) {
  const queue = new PlanQueue<ReturnType<typeof taskOf>>()
  const tasks: Record<string, number> = {}
  for (let done = 0; done < count; done++) {
    for (const owner of owners) queue.push(taskOf(owner))
    const next = queue.shift(mayRun)
    if (!next) throw new Error('nothing may run')
    queue.settle(next, 100)
    tasks[next.owner.id] = (tasks[next.owner.id] ?? 0) + 1
  }
  return tasks
}

test('runs a paying task before all others that wait', () => {
  const queue = new PlanQueue<ReturnType<typeof taskOf>>()
  for (let index = 0; index < 20; index++) queue.push(taskOf({ ...trial, id: `trial ${index}` }))
  for (let round = 0; round < 10; round++) {
    const other = queue.shift(everyClass)
    expect(other?.owner.isPaying).toBe(false)
    if (other) queue.settle(other, 2000)
    queue.push(taskOf(pro))
    const next = queue.shift(everyClass)
    expect(next?.owner).toBe(pro)
    if (next) queue.settle(next, 1000)
  }
})

test('leaves a sixteenth of the time to others while paying owners have more work than fits', () => {
  expect(runTasks(1600, [pro, trial], everyClass)).toEqual({ pro: 1500, trial: 100 })
})

test('shares the time of each class by weight', () => {
  const starter: TaskOwner = { id: 'starter', weight: 8, isPaying: true }
  expect(runTasks(300, [trial, anonymous], everyClass)).toEqual({ trial: 200, '192.0.2.1': 100 })
  expect(runTasks(300, [starter, pro], everyClass)).toEqual({ pro: 200, starter: 100 })
})

test('skips a class that may not run', () => {
  expect(runTasks(50, [pro, trial], (ownerClass) => ownerClass === 'other')).toEqual({ trial: 50 })
  expect(runTasks(50, [pro, trial], (ownerClass) => ownerClass === 'paying')).toEqual({ pro: 50 })
  expect(new PlanQueue().shift(everyClass)).toBeUndefined()
})
