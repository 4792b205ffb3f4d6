import type { TimeWindow } from './stop.ts'

export interface Vehicle {
  /** Start location. If absent, the vehicle starts at its first stop. */
  readonly start?: number | undefined
  /** End location. If absent, the vehicle ends at its last stop. */
  readonly end?: number | undefined
  /** Capacity per dimension. Dimensions beyond the list are unlimited. */
  readonly capacity?: readonly number[] | undefined
  readonly skills?: readonly number[] | undefined
  /**
   * Earliest departure from the start and latest arrival at the end. The latest arrival may be infinite. Default: from
   * 0, without an end.
   */
  readonly shift?: TimeWindow | undefined
  /**
   * Breaks in the order in which they are taken. A vehicle with stops takes all of them between departure and arrival.
   */
  readonly breaks?: readonly Break[] | undefined
  /** Limits on driving and the breaks that they require. A vehicle cannot have both these rules and `breaks`. */
  readonly drivingRules?: DrivingRules | undefined
  readonly maxDistance?: number | undefined
  /** Maximum distance of each trip, for example on one charge. The vehicle is charged when it reloads. */
  readonly range?: number | undefined
  /** Maximum time from departure to arrival, including waiting, service, and breaks. */
  readonly maxDuration?: number | undefined
  readonly maxStops?: number | undefined
  /** Stops that no other vehicle may serve. */
  readonly mustVisit?: readonly number[] | undefined
  /**
   * Stops that the vehicle serves first, in this order. No other vehicle may serve them. A delivery may be locked only
   * after its pickup. A tour that begins with these stops must exist; see `findLockedViolation`.
   */
  readonly locked?: readonly number[] | undefined
  /**
   * Whether goods that were loaded last are unloaded first. Goods from the start of the tour were loaded before all
   * pickups, in a suitable order.
   */
  readonly lifo?: boolean | undefined
  /** Reload options for a vehicle that may make multiple trips. */
  readonly reloads?: Reloads | undefined
  /** Index into `travel` of the problem. Default: the matrices of the problem. */
  readonly travel?: number | undefined
  /** Rates for the tour. They replace the sum of `cost` over its legs. */
  readonly costs?: VehicleCosts | undefined
}

/**
 * Limits on driving. Driving is the time on the legs. Service, setup, and reloads are other work. Breaks may interrupt
 * a leg, and a break before service may replace waiting.
 */
export interface DrivingRules {
  /** Maximum driving time of a tour. */
  readonly maxDriving: number
  /** Maximum driving time without a break, at least 1. */
  readonly maxDrivingBeforeBreak: number
  readonly breakDuration: number
  /** Minimum durations of the two parts in which the break may be taken instead, in this order. */
  readonly splitBreak?: readonly [first: number, second: number] | undefined
  /** Whether any time without driving counts as a break: waiting, service, setup, and reloads. Default: false. */
  readonly countsAllWork?: boolean | undefined
  /** Maximum time from departure to arrival, including waiting, service, and breaks. */
  readonly maxDuration?: number | undefined
}

/** Options for multiple trips. The capacity applies to each trip, and the goods for a trip are loaded before it. */
interface Reloads {
  /** Maximum number of trips, at least 1. */
  readonly maxTrips: number
  /** Depots, as rows in the matrices. */
  readonly depots: readonly number[]
  readonly duration: number
}

/** Rates in units of cost. Rates are numbers ≥ 0, not necessarily integers. Default: 0. */
export interface VehicleCosts {
  /** Fixed cost, charged once if the vehicle has stops. */
  readonly fixed?: number | undefined
  readonly perDistance?: number | undefined
  /** Cost per unit of time from departure to arrival, including waiting, service, and breaks. */
  readonly perDuration?: number | undefined
  /** Cost per unit of time after the end of the shift. If given, the vehicle may arrive after its shift. */
  readonly perOvertime?: number | undefined
}

/**
 * A break before, during, or after the drive to the next stop or to the end. An interrupted drive resumes after the
 * break.
 */
export interface Break {
  readonly duration: number
  /** Windows in which the break may begin, in ascending order. Without windows, the break may begin at any time. */
  readonly windows?: readonly TimeWindow[] | undefined
}
