import { seededRandom } from '@fairway/geo'
import { examinePlan, isBetter, isPlan } from './fleet/examine-plan.ts'
import { explainUnassigned } from './fleet/explain-unassigned.ts'
import { type FleetModel, toModel } from './fleet/model.ts'
import { type Annealed, anneal } from './fleet/search/anneal.ts'
import { startFleetSearch } from './fleet/search/fleet-search.ts'
import { findSingleTour, isSingleTour } from './fleet/single-tour.ts'
import { type FleetOptions, type FleetProblem, type FleetResult, type GivenPlan, isOver } from './problem.ts'

/** Finds the best solution for several vehicles within the limits, never worse than the given one. */
export function optimizeFleet(problem: FleetProblem, options: FleetOptions): FleetResult {
  const model = toModel(problem)
  const given = judgeGiven(model)
  const asGiven = given?.feasible ? given.plan : undefined
  const { orders, rounds } = search(model, options, asGiven && problem.given)
  const found = examinePlan(model, orders)
  if (!isPlan(found)) throw new Error(`the search violated a constraint: ${JSON.stringify(found)}`)
  const keptGiven = asGiven !== undefined && !isBetter(model, found, asGiven)
  const plan = keptGiven ? asGiven : found
  // Reasons are computed only at the end. For many stops and depots they take longer than the solution.
  return {
    plan: { ...plan, unassigned: explainUnassigned(model, plan.unassigned) },
    given,
    keptGiven,
    iterations: rounds,
  }
}

function search(model: FleetModel, options: FleetOptions, given: FleetProblem['given']): Annealed {
  const single = isSingleTour(model) ? findSingleTour(model, options, given?.[0]) : undefined
  if (single) return single
  return anneal(
    startFleetSearch(model, seededRandom(options.seed), () => isOver(options)),
    options,
    given,
  )
}

function judgeGiven(model: FleetModel): GivenPlan | undefined {
  const { given } = model.problem
  if (!given) return undefined
  const examined = examinePlan(model, given)
  return isPlan(examined) ? { feasible: true, plan: examined } : { feasible: false, violation: examined }
}
