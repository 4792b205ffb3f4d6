import { solveFleet } from '../fleet/solve-fleet.ts'
import type { EvaluatedSolution, FleetOptions, FleetResult } from '../fleet-options.ts'
import type { FleetProblem } from '../problem/problem.ts'
import { type PartMembers, sortByNearness, toReorderedProblem } from './part.ts'
import { toWholeReason, toWholeTours, toWholeViolation } from './part-solution.ts'

/** Minimum number of stops for reordering. The matrices of smaller problems fit into CPU caches in any order. */
const MIN_STOPS = 300

/** Solves a problem with its stops reordered so that nearby stops are close in memory. */
export function solveReordered(problem: FleetProblem, options: FleetOptions): FleetResult {
  if (problem.stops.length < MIN_STOPS) return solveFleet(problem, options)
  const members = {
    stops: sortByNearness(problem, [...problem.stops.keys()]),
    vehicles: [...problem.vehicles.keys()],
  }
  const result = solveFleet(toReorderedProblem(problem, members, problem.initialSequences), options)
  const { solution, initialSolution } = result
  const unassignedStops = solution.unassigned.map(({ stop, reason }) => ({
    stop: members.stops[stop],
    reason: toWholeReason(reason, members),
  }))
  return {
    ...result,
    solution: {
      ...solution,
      tours: toWholeTours(solution.tours, members),
      unassigned: unassignedStops.sort((a, b) => a.stop - b.stop),
    },
    initialSolution: initialSolution && toWholeEvaluation(initialSolution, members),
  }
}

function toWholeEvaluation(evaluatedSolution: EvaluatedSolution, members: PartMembers): EvaluatedSolution {
  if (!evaluatedSolution.feasible)
    return { feasible: false, violation: toWholeViolation(evaluatedSolution.violation, members) }
  const { solution } = evaluatedSolution
  const unassignedStops = solution.unassigned.map(({ stop }) => ({ stop: members.stops[stop] }))
  return {
    feasible: true,
    solution: {
      ...solution,
      tours: toWholeTours(solution.tours, members),
      unassigned: unassignedStops.sort((a, b) => a.stop - b.stop),
    },
  }
}
