import type { FleetOptions, FleetResult } from './fleet-options.ts'
import { isSolvedInParts, optimizeInParts } from './parts/optimize-in-parts.ts'
import { solveReordered } from './parts/solve-reordered.ts'
import type { FleetProblem } from './problem/problem.ts'

/**
 * Finds the best solution for multiple vehicles within the limits. The result is never worse than the given solution.
 */
export function optimizeFleet(givenProblem: FleetProblem, options: FleetOptions): FleetResult {
  const problem = tieLockedStops(givenProblem)
  return isSolvedInParts(problem) ? optimizeInParts(problem, options) : solveReordered(problem, options)
}

/** Adds locked stops to `mustVisit`, so that no other vehicle may serve them. */
export function tieLockedStops(problem: FleetProblem): FleetProblem {
  if (!problem.vehicles.some(({ locked = [] }) => locked.length > 0)) return problem
  const vehicles = problem.vehicles.map((vehicle) =>
    vehicle.locked
      ? { ...vehicle, mustVisit: [...new Set([...(vehicle.mustVisit ?? []), ...vehicle.locked])] }
      : vehicle,
  )
  return { ...problem, vehicles }
}
