import { expect, test } from 'vitest'
import { createLimitMemory } from './limit-memory.ts'
import { windowOf } from './window.ts'
import { WindowTable } from './window-table.ts'

test.each([
  [10, 10, 1000],
  [2, 2, 1000],
  [1, 1, 1000],
  [0.5, 1, 2000],
  [0.2, 1, 5000],
  [2.5, 5, 2000],
  [3.7, 37, 10_000],
  [3.33, 33, 9909.909909909909],
  [1.1, 11, 10_000],
  [1e6, 1e6, 1000],
])('turns %d per second into %i in %d ms', (perSecond, most, windowMs) => {
  const window = windowOf(perSecond)
  expect(window.most).toBe(most)
  expect(window.windowMs).toBeCloseTo(windowMs, 6)
  expect(window.most / window.windowMs).toBeCloseTo(perSecond / 1000, 12)
})

test('never evicts a name with active counts: without room, new names wait', () => {
  const table = new WindowTable(createLimitMemory(1, 1, 1))
  const window = { most: 2, windowMs: 1000 }
  for (let name = 0; name < 8; name++) expect(table.pass(`push:${name}`, window, 1e6).allowed).toBe(true)
  expect(table.pass('push:8', window, 1e6)).toMatchObject({ allowed: false, retryAfterMs: 1000 })
  expect(table.pass('push:0', window, 1e6).allowed).toBe(true)
  expect(table.pass('push:0', window, 1e6).allowed).toBe(false)
  expect(table.pass('push:8', window, 2e6).allowed).toBe(true)
})
