import { seededRandom } from '@fairway/geo'
import { checkSolution } from '../checker/check-solution.ts'
import type { FleetResult } from '../fleet-options.ts'
import { optimizeFleet } from '../optimize-fleet.ts'
import type { FleetProblem } from '../problem/problem.ts'
import { compareScores, scoreSolution } from './best-of-all-plans.ts'
import { type RandomProblemOptions, randomProblem } from './random-problem.ts'

export interface NeverWorseCase {
  readonly problem: FleetProblem
  readonly result: FleetResult
  /** Descriptions of the violations. */
  readonly violations: readonly string[]
}

/**
 * Solves a random problem of up to `maxStops` stops with a good, mediocre, or infeasible initial solution. The result
 * must satisfy all rules, must not be worse than the initial solution, and must be byte-for-byte reproducible.
 */
export function tryNeverWorse(
  seed: number,
  maxStops: number,
  maxIterations: number,
  options: Pick<RandomProblemOptions, 'withCosts' | 'withOrderRules' | 'withDrivingRules' | 'withDays'> = {},
): NeverWorseCase {
  const random = seededRandom(seed)
  /** Small problems are preferred, because they are faster to solve and rules interact in them just as much. */
  const stops = 2 + Math.floor(random() ** 3 * (maxStops - 1))
  const vehicles = 1 + Math.floor(random() * Math.max(1, stops / 6))
  const baseProblem = randomProblem(random, { stops, vehicles, ...options })
  const problem = { ...baseProblem, initialSequences: randomInitialSequences(baseProblem, random, seed) }
  const solve = (): FleetResult => optimizeFleet(problem, { seed, maxIterations, isOver: () => false })
  const result = solve()
  const violations = checkSolution(problem, result.solution)
  if (result.initialSolution?.feasible) {
    violations.push(
      ...checkSolution(problem, result.initialSolution.solution).map((violation) => `given: ${violation}`),
    )
    const difference = compareScores(
      scoreSolution(problem, result.solution),
      scoreSolution(problem, result.initialSolution.solution),
    )
    if (difference > 0) violations.push('is worse than the given solution')
    if (result.keptInitial !== (difference === 0)) violations.push('reports wrongly whether it kept the given solution')
  }
  if (JSON.stringify(solve()) !== JSON.stringify(result)) violations.push('gives a different result the second time')
  return { problem, result, violations }
}

/**
 * Generates initial sequences. Half of them come from a short search with a few stops removed. The other half is random
 * and rarely feasible.
 */
function randomInitialSequences(problem: FleetProblem, random: () => number, seed: number): number[][] {
  const stopSequences: number[][] = problem.vehicles.map(() => [])
  if (random() < 0.5) {
    const { solution } = optimizeFleet(problem, { seed, maxIterations: 2, isOver: () => false })
    const dropped = random() * 0.2
    for (const { vehicle, stops } of solution.tours)
      stopSequences[vehicle]?.push(...stops.filter(() => random() >= dropped))
  } else {
    for (const stop of problem.stops.keys()) stopSequences[Math.floor(random() * stopSequences.length)]?.push(stop)
  }
  return stopSequences
}
