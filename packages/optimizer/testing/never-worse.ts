import { seededRandom } from '@fairway/geo'
import { checkPlan } from '../checker/check-plan.ts'
import { optimizeFleet } from '../optimize-fleet.ts'
import type { FleetProblem, FleetResult } from '../problem.ts'
import { compareJudgements, judge } from './best-of-all-plans.ts'
import { randomProblem } from './random-problem.ts'

export interface NeverWorseCase {
  readonly problem: FleetProblem
  readonly result: FleetResult
  /** Descriptions of the violations. */
  readonly wrong: readonly string[]
}

/**
 * Solves a random problem of up to `mostStops` stops with a given solution that is good, mediocre or infeasible. The
 * result must satisfy all rules, must not be worse than the given solution, and must be byte-for-byte reproducible.
 */
export function tryNeverWorse(seed: number, mostStops: number, maxIterations: number): NeverWorseCase {
  const random = seededRandom(seed)
  /** Prefers small problems: they are faster, and rules interact in them just as well. */
  const stops = 2 + Math.floor(random() ** 3 * (mostStops - 1))
  const vehicles = 1 + Math.floor(random() * Math.max(1, stops / 6))
  const asked = randomProblem(random, { stops, vehicles })
  const problem = { ...asked, given: somePlan(asked, random, seed) }
  const solve = (): FleetResult => optimizeFleet(problem, { seed, maxIterations, isOver: () => false })
  const result = solve()
  const wrong = checkPlan(problem, result.plan)
  if (result.given?.feasible) {
    wrong.push(...checkPlan(problem, result.given.plan).map((what) => `given: ${what}`))
    const difference = compareJudgements(judge(problem, result.plan), judge(problem, result.given.plan))
    if (difference > 0) wrong.push('is worse than the given solution')
    if (result.keptGiven !== (difference === 0)) wrong.push('reports wrongly whether it kept the given solution')
  }
  if (JSON.stringify(solve()) !== JSON.stringify(result)) wrong.push('gives a different result the second time')
  return { problem, result, wrong }
}

/**
 * Half of the solutions come from a short search with a few stops removed. The others are random and rarely feasible.
 */
function somePlan(problem: FleetProblem, random: () => number, seed: number): number[][] {
  const orders: number[][] = problem.vehicles.map(() => [])
  if (random() < 0.5) {
    const { plan } = optimizeFleet(problem, { seed, maxIterations: 2, isOver: () => false })
    const dropped = random() * 0.2
    for (const { vehicle, stops } of plan.tours) orders[vehicle]?.push(...stops.filter(() => random() >= dropped))
  } else {
    for (const stop of problem.stops.keys()) orders[Math.floor(random() * orders.length)]?.push(stop)
  }
  return orders
}
