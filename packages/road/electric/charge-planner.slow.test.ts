import { describe, expect, test } from 'vitest'
import { planCharging } from './charge-planner.ts'
import type { ChargePlan, ChargeProblem } from './charge-problem.ts'
import { bruteCharging, enumerateCharging } from './testing/brute-charging.ts'
import { expectValidPlan } from './testing/check-plan.ts'
import { randomProblem } from './testing/random-problem.ts'

const PROBLEMS = 500
const MAX_STATIONS = 60

test('the brute force equals a separate evaluation of every sequence', () => {
  for (let seed = 1001; seed <= 1200; seed++) {
    const problem = randomProblem(seed, 5)
    const enumerated = enumerateCharging(problem, 4)
    const merged = bruteCharging(problem, 4)
    if (enumerated === Number.POSITIVE_INFINITY) expect(merged, `seed ${seed}`).toBe(enumerated)
    else expect(merged, `seed ${seed}`).toBeCloseTo(enumerated, 6)
  }
})

describe('equals a brute force over all sequences of stations', () => {
  const solved: { problem: ChargeProblem; plan: ChargePlan | undefined }[] = []

  test.each(Array.from({ length: 10 }, (_, part) => part))(`in part %i of ${PROBLEMS} random problems`, (part) => {
    for (let seed = 1 + part; seed <= PROBLEMS; seed += 10) {
      const problem = randomProblem(seed, MAX_STATIONS)
      const plan = planCharging(problem)
      const best = bruteCharging(problem)
      if (best === Number.POSITIVE_INFINITY) expect(plan, `seed ${seed}`).toBeUndefined()
      else expect(plan?.totalSeconds, `seed ${seed}`).toBeCloseTo(best, 6)
      if (plan) expectValidPlan(problem, plan, `seed ${seed}`)
      solved.push({ problem, plan })
    }
  })

  test('on problems that cover trips with and without stops, via points, impossible trips and rising curves', () => {
    const count = (matches: (entry: (typeof solved)[number]) => boolean): number => solved.filter(matches).length
    expect(solved).toHaveLength(PROBLEMS)
    expect(count(({ plan }) => plan === undefined)).toBeGreaterThan(20)
    expect(count(({ plan }) => plan?.stops.length === 0)).toBeGreaterThan(10)
    expect(count(({ plan }) => (plan?.stops.length ?? 0) >= 2)).toBeGreaterThan(100)
    expect(count(({ plan }) => (plan?.stops.length ?? 0) >= 4)).toBeGreaterThan(5)
    expect(count(({ problem, plan }) => plan !== undefined && problem.viaCount > 0)).toBeGreaterThan(50)
    expect(count(({ problem }) => problem.curves.some(({ risesKwh }) => risesKwh.length > 0))).toBeGreaterThan(100)
    expect(count(({ problem }) => problem.curves.length > 50)).toBeGreaterThan(50)
  })
})
