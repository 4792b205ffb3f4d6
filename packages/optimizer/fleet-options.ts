import type { FleetSolution, UnexplainedSolution } from './solution/solution.ts'
import type { TourViolation } from './solution/tour-violation.ts'

export interface FleetOptions {
  readonly seed: number
  /** Maximum number of search rounds. If set, the result does not depend on the speed of the machine. */
  readonly maxIterations?: number | undefined
  /** Returns the used share of the time budget, from 0 to 1. Ignored if `maxIterations` is set. */
  readonly progress?: (() => number) | undefined
  readonly isOver: () => boolean
  /**
   * Returns whether to end the search early, for example because the client disconnected. Checked as often as `isOver`.
   */
  readonly shouldStop?: (() => boolean) | undefined
  /**
   * Range of a longer search that this search covers, as shares of its progress. The range determines the temperatures.
   * Default: [0, 1].
   */
  readonly coolingRange?: readonly [from: number, to: number] | undefined
}

export function isSearchOver({ isOver, shouldStop }: FleetOptions): boolean {
  return isOver() || shouldStop?.() === true
}

export interface FleetResult {
  readonly solution: FleetSolution
  /** The given solution, evaluated by the same rules. Undefined if no solution was given. */
  readonly initialSolution: EvaluatedSolution | undefined
  /** Whether the given solution was kept because the search found no better one. */
  readonly keptInitial: boolean
  readonly iterations: number
}

export type EvaluatedSolution =
  | { readonly feasible: true; readonly solution: UnexplainedSolution }
  | { readonly feasible: false; readonly violation: TourViolation }
