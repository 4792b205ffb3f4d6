import type { FleetProblem } from '@fairway/optimizer'
import type { MatrixJob } from '../matrix/cells/matrix-job.ts'
import type { Tables } from './own-matrix.ts'

export type Objective = 'distance' | 'duration'

/** A problem to be solved: plain data, so that any thread can do it. */
export interface OptimizeJob {
  /** Where distances and times come from: from the roads, or from the caller. */
  readonly matrix: { readonly roads: MatrixJob } | { readonly own: Tables }
  readonly objective: Objective
  /** All but the matrices; times in thousandths of a minute, distances in decimetres. */
  readonly fleet: Omit<FleetProblem, 'size' | 'cost' | 'duration' | 'distance'>
  readonly size: number
  readonly seed: number
  readonly maxIterations: number | undefined
  readonly budgetMs: number
}

/** A request as the service understands it. */
export interface OptimizeQuery {
  readonly job: OptimizeJob
  /** For every stop of the optimizer its number in the request. */
  readonly numbers: readonly number[]
  /** How many stops the request has. */
  readonly stopCount: number
  /** As the caller knows the rows of the matrix. */
  readonly names: readonly string[]
  readonly skillNames: readonly string[]
  readonly departMs: number
  /** What of the request counts for nothing, and why. */
  readonly ignored: readonly string[]
}
