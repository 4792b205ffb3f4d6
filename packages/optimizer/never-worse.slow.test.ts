import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkSolution } from './checker/check-solution.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import { compareScores, findBestScore, scoreSolution } from './testing/best-of-all-plans.ts'
import { tryNeverWorse } from './testing/never-worse.ts'
import { randomProblem } from './testing/random-problem.ts'

test('300 random problems: meets all constraints, is never worse than the given solution, and is reproducible', () => {
  let feasible = 0
  for (let seed = 1; seed <= 300; seed++) {
    const { violations, result } = tryNeverWorse(seed, seed % 50 === 0 ? 200 : 30, 30)
    expect(violations, `seed ${seed}`).toEqual([])
    if (result.initialSolution?.feasible) feasible++
  }
  expect(feasible).toBeGreaterThan(100)
})

test('up to six stops and two vehicles: is never better than the best solution, and nearly always equal', () => {
  let missed = 0
  for (let seed = 1; seed <= 200; seed++) {
    const random = seededRandom(seed)
    const stops = 1 + Math.floor(random() * 6)
    const problem = randomProblem(random, { stops, vehicles: 1 + Math.floor(random() * 2) })
    const { solution } = optimizeFleet(problem, { seed, maxIterations: 200, isOver: () => false })
    expect(checkSolution(problem, solution), `seed ${seed}`).toEqual([])
    const difference = compareScores(scoreSolution(problem, solution), findBestScore(problem))
    expect(difference, `seed ${seed} beats the oracle`).toBeGreaterThanOrEqual(0)
    if (difference > 0) missed++
  }
  expect(missed).toBeLessThanOrEqual(2)
})
