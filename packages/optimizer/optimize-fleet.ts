import { examinePlan, isBetter, isPlan } from './fleet/examine-plan.ts'
import { type FleetModel, toModel } from './fleet/model.ts'
import { type Annealed, anneal } from './fleet/search/anneal.ts'
import { startFleetSearch } from './fleet/search/fleet-search.ts'
import { findSingleTour, isSingleTour } from './fleet/single-tour.ts'
import type { FleetOptions, FleetProblem, FleetResult, GivenPlan } from './problem.ts'
import { seededRandom } from './random.ts'

/** The best plan for several vehicles that the limits allow, never worse than the given one. */
export function optimizeFleet(problem: FleetProblem, options: FleetOptions): FleetResult {
  const model = toModel(problem)
  const given = judgeGiven(model)
  const asGiven = given?.feasible ? given.plan : undefined
  const { orders, rounds } = search(model, options, asGiven && problem.given)
  const plan = examinePlan(model, orders)
  if (!isPlan(plan)) throw new Error(`the search broke a rule: ${JSON.stringify(plan)}`)
  const keptGiven = asGiven !== undefined && !isBetter(model, plan, asGiven)
  return { plan: keptGiven ? asGiven : plan, given, keptGiven, iterations: rounds }
}

function search(model: FleetModel, options: FleetOptions, given: FleetProblem['given']): Annealed {
  const single = isSingleTour(model) ? findSingleTour(model, options, given?.[0]) : undefined
  return single ?? anneal(startFleetSearch(model, seededRandom(options.seed)), options, given)
}

function judgeGiven(model: FleetModel): GivenPlan | undefined {
  const { given } = model.problem
  if (!given) return undefined
  const examined = examinePlan(model, given)
  return isPlan(examined) ? { feasible: true, plan: examined } : { feasible: false, violation: examined }
}
