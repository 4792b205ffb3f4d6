import type { FleetProblem, KeepRule } from '@fairway/optimizer'
import type { MatrixJob } from '../matrix/cells/matrix-job.ts'
import type { Point } from '../route/points.ts'
import type { VehicleCostFields } from './costs/cost-fields.ts'
import type { Objective } from './costs/cost-units.ts'
import type { TravelKind } from './costs/travel.ts'
import type { TourOwner } from './days/expand-days.ts'
import type { RuleName } from './driving-rule-presets.ts'
import type { OwnMatrix } from './own-matrix.ts'
import type { TourClock } from './tour-clock.ts'

/** Optimization job as plain data that can be sent to any thread. */
export interface OptimizeJob {
  /** Source of distances and durations: the road network or the caller. */
  readonly matrix: { readonly roads: MatrixJob } | { readonly own: OwnMatrix }
  /** Travel kinds that the `travel` index of a vehicle refers to. */
  readonly travel: readonly TravelKind[]
  readonly objective: Objective
  /** Fleet problem without the matrices. Times are in thousandths of a minute, distances in decimeters. */
  readonly fleet: Omit<FleetProblem, 'size' | 'cost' | 'duration' | 'distance' | 'travel'>
  readonly size: number
  /** Stop of each portion, if stops are split into portions. The stops of the fleet problem are then portions. */
  readonly stopOf?: readonly number[] | undefined
  readonly seed: number
  readonly maxIterations: number | undefined
  readonly budgetMs: number
  /** Rule for how much of the running tours a new solution keeps. Undefined if no tour has started. */
  readonly keep?: KeepRule | undefined
}

/** Validated request. */
export interface OptimizeQuery {
  readonly job: OptimizeJob
  /** Stop number in the request for each optimizer stop. */
  readonly numbers: readonly number[]
  readonly stopCount: number
  /** Name of each matrix row in the request. */
  readonly names: readonly string[]
  /** Position of each matrix row as [latitude, longitude]. */
  readonly points: readonly Point[]
  readonly skillNames: readonly string[]
  /** Cost fields by vehicle. All entries are undefined if the request has no costs. */
  readonly costs: readonly (VehicleCostFields | undefined)[]
  /** Driving-time rules by vehicle. An entry is undefined if the vehicle has none. */
  readonly rules: readonly (RuleName | undefined)[]
  /** Vehicle and day of each tour. Undefined if the request has no days. */
  readonly owners?: readonly TourOwner[] | undefined
  readonly departMs: number
  /** Clock that converts local times. */
  readonly clock: TourClock
  /** Whether the request contains times. If so, the day of the tours matters. */
  readonly hasTimes: boolean
  readonly overnight: boolean
  /** Ignored request fields, with the reasons. */
  readonly ignored: readonly string[]
  readonly warnings: readonly string[]
}
