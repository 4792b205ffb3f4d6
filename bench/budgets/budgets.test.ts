import { expect, test } from 'vitest'
import { measureCounts, readBudgets } from './budgets.ts'

/** Share by which a count may exceed its budget. Repeated runs differ by less than 2 %. */
const TOLERANCE = 0.05

test('no request allocates or sends over 5 % more than its budget', async () => {
  const { counts: budgets } = readBudgets()
  const counts = await measureCounts()
  expect(Object.keys(counts)).toEqual(Object.keys(budgets))
  for (const [name, { heapBytes, replyBytes }] of Object.entries(budgets)) {
    const hint = `${name}: save memory, or raise the budget in bench/budgets.json and explain why`
    expect(counts[name]?.heapBytes, hint).toBeLessThanOrEqual(heapBytes * (1 + TOLERANCE))
    expect(counts[name]?.replyBytes, hint).toBeLessThanOrEqual(replyBytes * (1 + TOLERANCE))
    // A budget far above the count would not notice a regression.
    expect(counts[name]?.heapBytes, `${name}: lower the budget in bench/budgets.json`).toBeGreaterThan(heapBytes * 0.85)
  }
})
