import type { TourViolation } from './tour-violation.ts'

export interface UnassignedStop {
  readonly stop: number
  readonly reason: UnassignedReason
}

/**
 * Reason why a stop is unassigned. `no-room` means that some vehicle could serve the stop if it served no other stops.
 * Otherwise, every vehicle has an obstacle. If all eligible vehicles share an obstacle, `vehicle` is the vehicle
 * closest to feasible. If the obstacles differ, the kind is `various`.
 */
export type UnassignedReason =
  | { readonly kind: 'no-room'; readonly relaxations?: readonly Relaxation[] }
  /** Another stop of its group is served. */
  | { readonly kind: 'group'; readonly stop: number }
  /** The stop is optional, and its cheapest slot in these tours costs `cost`. The cost is undefined for a pair. */
  | { readonly kind: 'prize'; readonly prize: number; readonly cost: number | undefined }
  /** There is no vehicle, or no vehicle may make any stops. */
  | { readonly kind: 'no-vehicle' }
  /** No vehicle has the `missing` skills. */
  | { readonly kind: 'skills'; readonly missing: readonly number[] }
  /** Applies to all vehicles that may serve the stop. `capacity` is the largest capacity among them. */
  | CapacityObstacle
  | (TourObstacle & { readonly vehicle: number })
  /**
   * One entry per kind of vehicle. If `isBoundToVehicle` is true, the stop is in `mustVisit` of the only listed
   * vehicle.
   */
  | { readonly kind: 'various'; readonly isBoundToVehicle: boolean; readonly obstacles: readonly VehicleObstacle[] }
  /** The stop itself has no obstacle, but the other stop of its pair cannot be served. */
  | { readonly kind: 'pair'; readonly stop: number }
  /** No vehicle could serve only the two stops of this pair, although each stop alone has no obstacle. */
  | { readonly kind: 'together'; readonly stop: number }

/**
 * A change that would make room for a stop in the tours of the solution. It extends a limit of this vehicle or the
 * nearest window of the stop by `by`. Stops of pairs have no relaxations.
 */
export type Relaxation =
  | { readonly kind: 'capacity'; readonly vehicle: number; readonly by: number; readonly dimension: number }
  | {
      readonly kind: 'shift' | 'duration' | 'distance' | 'driving' | 'stops'
      readonly vehicle: number
      readonly by: number
    }
  /** `start` is the time when service would begin. */
  | { readonly kind: 'window'; readonly vehicle: number; readonly by: number; readonly start: number }

/** Reason why a vehicle cannot serve a stop. */
export type VehicleObstacle = { readonly vehicle: number } & (
  | { readonly kind: 'idle' }
  | { readonly kind: 'skills'; readonly missing: readonly number[] }
  | CapacityObstacle
  | TourObstacle
)

interface CapacityObstacle {
  readonly kind: 'demand'
  readonly dimension: number
  readonly demand: number
  readonly capacity: number
}

/**
 * Obstacle for a tour of one vehicle. All kinds except the last four are lower bounds over all paths, so they apply to
 * every tour, regardless of its other stops.
 */
export type TourObstacle =
  /** There is no path from the vehicle's start to the stop (`to`), or from the stop to the vehicle's end (`from`). */
  | { readonly kind: 'unreachable'; readonly direction: 'to' | 'from' }
  /** The earliest possible arrival is after the last window. */
  | { readonly kind: 'window'; readonly earliest: number; readonly latest: number }
  /** The earliest arrival at the vehicle's end after serving the stop is later than the end of the vehicle's shift. */
  | { readonly kind: 'shift'; readonly earliest: number; readonly latest: number }
  /** The minimum distance or duration exceeds the limit. */
  | { readonly kind: 'distance'; readonly required: number; readonly limit: number }
  | { readonly kind: 'duration'; readonly required: number; readonly limit: number }
  /** The driving time of a tour with only this stop exceeds the limit of the driving-time rules. */
  | { readonly kind: 'driving'; readonly required: number; readonly limit: number }
  /** The breaks or the maximum duration of the driving-time rules are the only obstacle. */
  | { readonly kind: 'rules' }
  /** Breaks are the only obstacle. Without them, the vehicle could serve this stop if it served no other stops. */
  | { readonly kind: 'breaks' }
  /**
   * The vehicle cannot serve this stop alone. It might reach the stop via other stops if the matrix violates the
   * triangle inequality.
   */
  | { readonly kind: 'alone'; readonly violation: TourViolation }
