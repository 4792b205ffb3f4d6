import { seededRandom } from '@fairway/geo'
import type { EvaluatedSolution, FleetOptions, FleetResult } from '../fleet-options.ts'
import type { FleetProblem } from '../problem/problem.ts'
import type { UnexplainedSolution } from '../solution/solution.ts'
import { addWorthwhileStops } from './add-worthwhile-stops.ts'
import { evaluateSolution, isBetterSolution, isSolution } from './evaluate-solution.ts'
import { explainUnassigned } from './explain-unassigned.ts'
import { type FleetModel, toFleetModel } from './model.ts'
import { type AnnealingResult, anneal } from './search/anneal.ts'
import { startFleetSearch } from './search/start-fleet-search.ts'
import { findSingleTour, isSingleTour } from './single-tour.ts'

/** A result without reasons for its unassigned stops, and the model for finding these reasons. */
export interface UnexplainedResult extends Omit<FleetResult, 'solution'> {
  readonly model: FleetModel
  readonly solution: UnexplainedSolution
}

/** Solves a problem with all stops and vehicles at once. The result is never worse than the given solution. */
export function solveFleet(problem: FleetProblem, options: FleetOptions): FleetResult {
  const { model, solution, ...result } = searchFleet(problem, options)
  // Reasons are computed only at the end. For many stops and depots, they take longer than the search.
  return { ...result, solution: { ...solution, unassigned: explainUnassigned(model, solution) } }
}

export function searchFleet(problem: FleetProblem, options: FleetOptions): UnexplainedResult {
  const model = toFleetModel(problem)
  const initialSolution = evaluateInitialSolution(model)
  const feasibleInitialSolution = initialSolution?.feasible ? initialSolution.solution : undefined
  const { stopSequences, roundCount } = searchSolution(
    model,
    options,
    feasibleInitialSolution && problem.initialSequences,
  )
  const candidate = evaluateSolution(model, addWorthwhileStops(model, stopSequences))
  if (!isSolution(candidate)) throw new Error(`the search violated a constraint: ${JSON.stringify(candidate)}`)
  const keptInitial =
    feasibleInitialSolution !== undefined && !isBetterSolution(model, candidate, feasibleInitialSolution)
  const solution = keptInitial ? feasibleInitialSolution : candidate
  return { model, solution, initialSolution, keptInitial, iterations: roundCount }
}

function searchSolution(
  model: FleetModel,
  options: FleetOptions,
  initialSequences: FleetProblem['initialSequences'],
): AnnealingResult {
  const singleTourResult = isSingleTour(model) ? findSingleTour(model, options, initialSequences?.[0]) : undefined
  if (singleTourResult) return singleTourResult
  return anneal(startFleetSearch(model, seededRandom(options.seed)), options, initialSequences)
}

function evaluateInitialSolution(model: FleetModel): EvaluatedSolution | undefined {
  const { initialSequences } = model.problem
  if (!initialSequences) return undefined
  const evaluation = evaluateSolution(model, initialSequences)
  return isSolution(evaluation) ? { feasible: true, solution: evaluation } : { feasible: false, violation: evaluation }
}
