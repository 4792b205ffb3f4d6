import type { UnassignedStop } from './unassigned.ts'

/**
 * All tours and the unassigned stops. The better of two solutions has fewer unassigned stops, compared from the highest
 * priority down. Ties are broken by number of vehicles if that is minimized, then by longest tour if balancing is
 * enabled, then by cost including waiting costs. A given solution is never replaced by a solution whose cost without
 * waiting is higher.
 */
export interface FleetSolution extends UnexplainedSolution {
  readonly unassigned: readonly UnassignedStop[]
}

/** A solution without reasons for its unassigned stops, because finding the reasons takes longer than the search. */
export interface UnexplainedSolution {
  /** Tours of the vehicles with stops, sorted by vehicle. */
  readonly tours: readonly Tour[]
  /** Unassigned stops, sorted by stop. */
  readonly unassigned: readonly Pick<UnassignedStop, 'stop'>[]
  /** Total cost. Includes the prizes of stops that are left out. Excludes waiting that is not paid. */
  readonly cost: number
  /** Prizes of all stops that are left out. */
  readonly missedPrizes: number
  readonly waiting: number
  readonly distance: number
  /** Sum of the tour durations from departure to arrival. */
  readonly duration: number
  /** Number of stops or duration of the longest tour, depending on `balance`. 0 if balancing is disabled. */
  readonly longest: number
}

export interface Tour {
  readonly vehicle: number
  readonly stops: readonly number[]
  /**
   * Departure from the start location. Without a start location, the time when the tour begins at the first stop. The
   * departure is as late as the shortest duration allows.
   */
  readonly departure: number
  /** Arrival at the end, including breaks. */
  readonly finish: number
  /** Time when the vehicle is ready for service at each stop, after setup and any breaks on the leg. */
  readonly arrivals: readonly number[]
  readonly starts: readonly number[]
  readonly departures: readonly number[]
  /** Setup time at each stop, included in the arrival. */
  readonly setups: readonly number[]
  /** Maximum delay at each stop that keeps all later stops on time. Infinite if nothing limits it. */
  readonly slacks: readonly number[]
  /** Load on departure from each stop, per dimension. */
  readonly loads: readonly (readonly number[])[]
  readonly breaks: readonly ScheduledBreak[]
  /** Reloads in order. They divide the stops of the tour into trips. */
  readonly reloads: readonly ScheduledReload[]
  /** Cost of the legs, or cost computed from the rates of the vehicle. */
  readonly cost: number
  readonly distance: number
  /** Tour duration: finish − departure = driving + setup + reloading + service + waiting + resting. */
  readonly duration: number
  readonly driving: number
  readonly setup: number
  readonly reloading: number
  readonly service: number
  readonly waiting: number
  readonly resting: number
  /** Time after the end of the shift, if the vehicle may work overtime. */
  readonly overtime: number
  /** Cost of service outside of soft windows, included in `cost`. */
  readonly softPenalty: number
  /** Maximum load at any time, per dimension. */
  readonly load: readonly number[]
  /** Amounts delivered at each stop, per dimension. Only in solutions with split stops. */
  readonly delivered?: readonly (readonly number[])[] | undefined
}

interface ScheduledReload {
  /** Number of stops before the reload. */
  readonly position: number
  /** Index into the depots of the vehicle. */
  readonly depot: number
}

interface ScheduledBreak {
  /** Index into the vehicle's breaks. Absent for a break that driving-time rules require. */
  readonly index?: number
  /** Number of stops before the break. 0 means that the break is on the leg to the first stop. */
  readonly position: number
  readonly start: number
  readonly duration: number
}
