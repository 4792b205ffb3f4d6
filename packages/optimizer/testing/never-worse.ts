import { checkPlan } from '../checker/check-plan.ts'
import { optimizeFleet } from '../optimize-fleet.ts'
import type { FleetProblem, FleetResult } from '../problem.ts'
import { seededRandom } from '../random.ts'
import { compareJudgements, judge } from './best-of-all-plans.ts'
import { randomProblem } from './random-problem.ts'

export interface NeverWorseCase {
  readonly problem: FleetProblem
  readonly result: FleetResult
  /** What should not be, in words. */
  readonly wrong: readonly string[]
}

/**
 * A random problem of up to `mostStops` with a plan given, good, middling or impossible: the answer keeps all rules, is
 * not worse than the given plan, and comes out the same byte for byte when it is asked for again.
 */
export function tryNeverWorse(seed: number, mostStops: number, maxIterations: number): NeverWorseCase {
  const random = seededRandom(seed)
  /** Small ones more often: they take less time, and rules meet in them just the same. */
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
    if (difference > 0) wrong.push('is worse than the given plan')
    if (result.keptGiven !== (difference === 0)) wrong.push('says wrongly whether it kept the given plan')
  }
  if (JSON.stringify(solve()) !== JSON.stringify(result)) wrong.push('comes out different the second time')
  return { problem, result, wrong }
}

/** Half of them come from a short search, less a few stops; the others are dealt at random and seldom possible. */
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
