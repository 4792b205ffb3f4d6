import type { FleetProblem, Keep } from '@fairway/optimizer'
import type { MatrixJob } from '../matrix/cells/matrix-job.ts'
import type { Point } from '../route/points.ts'
import type { VehicleCostFields } from './costs/cost-fields.ts'
import type { Objective } from './costs/cost-units.ts'
import type { TravelKind } from './costs/travel.ts'
import type { OwnMatrix } from './own-matrix.ts'
import type { TourClock } from './tour-clock.ts'

/** A problem to solve, as plain data that can be sent to any thread. */
export interface OptimizeJob {
  /** The source of distances and durations: the road network or the caller. */
  readonly matrix: { readonly roads: MatrixJob } | { readonly own: OwnMatrix }
  /** The kinds of travel that the `travel` of a vehicle refers to. */
  readonly travel: readonly TravelKind[]
  readonly objective: Objective
  /** Everything except the matrices. Times are in thousandths of a minute, distances in decimeters. */
  readonly fleet: Omit<FleetProblem, 'size' | 'cost' | 'duration' | 'distance' | 'travel'>
  readonly size: number
  readonly seed: number
  readonly maxIterations: number | undefined
  readonly budgetMs: number
  /** If tours have begun: what a new solution keeps of them. */
  readonly keep?: Keep | undefined
}

/** A validated request. */
export interface OptimizeQuery {
  readonly job: OptimizeJob
  /** Maps optimizer stops to stop numbers of the request. */
  readonly numbers: readonly number[]
  /** Number of stops in the request. */
  readonly stopCount: number
  /** The caller's names for the matrix rows. */
  readonly names: readonly string[]
  /** The matrix rows as [latitude, longitude]. */
  readonly points: readonly Point[]
  readonly skillNames: readonly string[]
  /** By vehicle; all undefined if the request has no costs. */
  readonly costs: readonly (VehicleCostFields | undefined)[]
  readonly departMs: number
  /** For local times. */
  readonly clock: TourClock
  /** Whether the request has times, in which case the day of the tours matters. */
  readonly hasTimes: boolean
  readonly overnight: boolean
  /** Request fields that are ignored, and why. */
  readonly ignored: readonly string[]
  readonly warnings: readonly string[]
}
