import { seededRandom } from '@fairway/geo'
import { addWorthwhileStops } from './fleet/add-worthwhile-stops.ts'
import { evaluateSolution, isBetterSolution, isSolution } from './fleet/evaluate-solution.ts'
import { explainUnassigned } from './fleet/explain-unassigned.ts'
import { type FleetModel, toFleetModel } from './fleet/model.ts'
import { type AnnealingResult, anneal } from './fleet/search/anneal.ts'
import { startFleetSearch } from './fleet/search/fleet-search.ts'
import { findSingleTour, isSingleTour } from './fleet/single-tour.ts'
import type { EvaluatedSolution, FleetOptions, FleetProblem, FleetResult } from './problem.ts'

/** Finds the best solution for several vehicles within the limits, never worse than the given one. */
export function optimizeFleet(problem: FleetProblem, options: FleetOptions): FleetResult {
  const model = toFleetModel(problem)
  const initialSolution = evaluateInitialSolution(model)
  const feasibleInitialSolution = initialSolution?.feasible ? initialSolution.solution : undefined
  const { orders, rounds } = searchSolution(model, options, feasibleInitialSolution && problem.initialOrders)
  const candidate = evaluateSolution(model, addWorthwhileStops(model, orders))
  if (!isSolution(candidate)) throw new Error(`the search violated a constraint: ${JSON.stringify(candidate)}`)
  const keptInitial =
    feasibleInitialSolution !== undefined && !isBetterSolution(model, candidate, feasibleInitialSolution)
  const solution = keptInitial ? feasibleInitialSolution : candidate
  // Reasons are computed only at the end. For many stops and depots they take longer than the solution.
  return {
    solution: { ...solution, unassigned: explainUnassigned(model, solution) },
    initialSolution,
    keptInitial,
    iterations: rounds,
  }
}

function searchSolution(
  model: FleetModel,
  options: FleetOptions,
  initialOrders: FleetProblem['initialOrders'],
): AnnealingResult {
  const singleTourResult = isSingleTour(model) ? findSingleTour(model, options, initialOrders?.[0]) : undefined
  if (singleTourResult) return singleTourResult
  return anneal(startFleetSearch(model, seededRandom(options.seed)), options, initialOrders)
}

function evaluateInitialSolution(model: FleetModel): EvaluatedSolution | undefined {
  const { initialOrders } = model.problem
  if (!initialOrders) return undefined
  const evaluation = evaluateSolution(model, initialOrders)
  return isSolution(evaluation) ? { feasible: true, solution: evaluation } : { feasible: false, violation: evaluation }
}
