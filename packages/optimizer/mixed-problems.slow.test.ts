import { expect, test } from 'vitest'
import { toMixedOptions } from './testing/mixed-options.ts'
import { tryNeverWorse } from './testing/never-worse.ts'

test('64 random problems with days, driving-time rules, costs and order rules in all combinations: no violation', () => {
  const solved = { withDays: 0, withDrivingRules: 0, withBoth: 0, feasible: 0 }
  for (let seed = 1; seed <= 64; seed++) {
    const options = toMixedOptions(seed)
    const { violations, result } = tryNeverWorse(seed, 16, 15, options)
    expect(violations, `seed ${seed}`).toEqual([])
    if (result.solution.tours.length === 0) continue
    if (options.withDays) solved.withDays++
    if (options.withDrivingRules) solved.withDrivingRules++
    if (options.withDays && options.withDrivingRules) solved.withBoth++
    if (result.initialSolution?.feasible) solved.feasible++
  }
  expect(solved.withBoth).toBeGreaterThan(8)
  expect(Math.min(solved.withDays, solved.withDrivingRules, solved.feasible)).toBeGreaterThan(16)
})
