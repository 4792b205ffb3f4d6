import { expect, test } from 'vitest'
import { createLimitMemory } from './limit-memory.ts'
import { toRateWindow } from './window.ts'
import { WindowRateTable } from './window-table.ts'

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
  const window = toRateWindow(perSecond)
  expect(window.limit).toBe(most)
  expect(window.windowMs).toBeCloseTo(windowMs, 6)
  expect(window.limit / window.windowMs).toBeCloseTo(perSecond / 1000, 12)
})

test('never evicts a name with active counts: without room, new names wait', () => {
  const table = new WindowRateTable(createLimitMemory(1, 1, 1))
  const window = { limit: 2, windowMs: 1000 }
  for (let name = 0; name < 8; name++) expect(table.check(`push:${name}`, window, 1e6).isAllowed).toBe(true)
  expect(table.check('push:8', window, 1e6)).toMatchObject({ isAllowed: false, retryAfterMs: 1000 })
  expect(table.check('push:0', window, 1e6).isAllowed).toBe(true)
  expect(table.check('push:0', window, 1e6).isAllowed).toBe(false)
  expect(table.check('push:8', window, 2e6).isAllowed).toBe(true)
})

test('the table has room for 40,000 names that are active at the same time', () => {
  const table = new WindowRateTable(createLimitMemory(18))
  const window = { limit: 2, windowMs: 1000 }
  const countAllowed = (nowMicros: number) => {
    let count = 0
    for (let name = 0; name < 40_000; name++) if (table.check(`push:7:as_${name}`, window, nowMicros).isAllowed) count++
    return count
  }
  expect([countAllowed(1e6), countAllowed(1e6), countAllowed(1e6)]).toEqual([40_000, 40_000, 0])
})
