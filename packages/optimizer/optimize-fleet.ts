import { isSolvedInParts, optimizeInParts } from './parts/optimize-in-parts.ts'
import { solveReordered } from './parts/solve-reordered.ts'
import type { FleetOptions, FleetProblem, FleetResult } from './problem.ts'

/** Finds the best solution for several vehicles within the limits, never worse than the given one. */
export function optimizeFleet(problem: FleetProblem, options: FleetOptions): FleetResult {
  return isSolvedInParts(problem) ? optimizeInParts(problem, options) : solveReordered(problem, options)
}
