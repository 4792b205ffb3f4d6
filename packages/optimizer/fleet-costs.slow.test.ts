import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { checkSolution } from './checker/check-solution.ts'
import { optimizeFleet } from './optimize-fleet.ts'
import { compareScores, findBestScore, scoreSolution } from './testing/best-of-all-plans.ts'
import { tryNeverWorse } from './testing/never-worse.ts'
import { randomProblem } from './testing/random-problem.ts'

test('80 random problems with costs, prizes, groups, setup, releases and soft windows: meets all constraints and is never worse', () => {
  let feasible = 0
  for (let seed = 1; seed <= 80; seed++) {
    const { violations, result } = tryNeverWorse(seed, 20, 20, { withCosts: true })
    expect(violations, `seed ${seed}`).toEqual([])
    if (result.initialSolution?.feasible) feasible++
  }
  expect(feasible).toBeGreaterThan(20)
})

test('with costs, up to five stops and two vehicles: is never better than the best solution, and nearly always equal', () => {
  let missed = 0
  for (let seed = 1; seed <= 120; seed++) {
    const random = seededRandom(seed)
    const stops = 1 + Math.floor(random() * 5)
    const vehicles = 1 + Math.floor(random() * 2)
    const problem = randomProblem(random, {
      stops,
      vehicles,
      withCosts: true,
      without: { breaks: true, balance: true },
    })
    const { solution } = optimizeFleet(problem, { seed, maxIterations: 200, isOver: () => false })
    expect(checkSolution(problem, solution), `seed ${seed}`).toEqual([])
    const difference = compareScores(scoreSolution(problem, solution), findBestScore(problem))
    expect(difference, `seed ${seed} beats the oracle`).toBeGreaterThanOrEqual(-0.001)
    if (difference > 0.001) missed++
  }
  expect(missed).toBeLessThanOrEqual(2)
})
