/**
 * The fleet problem: matrices in, solution out. Locations are rows of the matrices, stops are indices into `stops`,
 * vehicles are indices into `vehicles`. Times, distances, and amounts are integers ≥ 0 in units of the caller's choice.
 * `duration`, `service`, windows, shifts, and breaks use the same unit.
 */
export interface FleetProblem {
  /** Number of locations in the matrices. */
  readonly size: number
  /** The cost to minimize, row by row: `cost[from * size + to]`. UNREACHABLE if there is no path. */
  readonly cost: Int32Array
  readonly duration: Int32Array
  readonly distance: Int32Array
  /** Other matrices, for vehicles with a `travel`. */
  readonly travel?: readonly TravelTables[] | undefined
  readonly stops: readonly FleetStop[]
  readonly vehicles: readonly Vehicle[]
  readonly pairs?: readonly StopPair[] | undefined
  /** Minimizes the longest tour, by number of stops or by duration, before cost. */
  readonly balance?: Balance | undefined
  /** The cost of a unit of waiting time, in units of `cost`. Default: 0. */
  readonly waitingCost?: number | undefined
  /** Minimizes the number of vehicles in use before the longest tour and cost. */
  readonly fewestVehicles?: boolean | undefined
  /** An existing solution: the stops of each vehicle in order. The result is never worse. */
  readonly initialOrders?: readonly (readonly number[])[] | undefined
}

/** Matrices of the same size and layout as those of the problem. */
export interface TravelTables {
  readonly cost: Int32Array
  readonly duration: Int32Array
  readonly distance: Int32Array
}

type Balance = 'stops' | 'duration'

/** Start and end, both inclusive. */
export type TimeWindow = readonly [from: number, to: number]

export interface FleetStop {
  /** The row in the matrices. Several stops may share one. */
  readonly location: number
  /** Duration of the service. */
  readonly service?: number | undefined
  /**
   * Goods the vehicle brings from its start, per capacity dimension. At the pickup of a pair: goods carried to the
   * delivery. Ignored at the delivery of a pair.
   */
  readonly demand?: readonly number[] | undefined
  /** When service may begin, in ascending order. Without windows, it may begin at any time. */
  readonly windows?: readonly TimeWindow[] | undefined
  /** When service should begin. A vehicle does not wait for a soft window. */
  readonly softWindow?: SoftWindow | undefined
  /** When its goods are ready at the start of the tour. The vehicle that brings them leaves at this time or later. */
  readonly release?: number | undefined
  /** The vehicle must have all of them. */
  readonly skills?: readonly number[] | undefined
  /** 0 to 100. A stop is never left out in favor of any number of stops with lower priority. */
  readonly priority?: number | undefined
  /**
   * If given, the stop may be left out, which adds this to the cost of the solution. A pair may be left out if either of
   * its stops has a prize.
   */
  readonly prize?: number | undefined
  /** At most one stop of each group is served. If it is, the others do not count as unassigned. Not for stops of pairs. */
  readonly group?: number | undefined
  /** Time between arrival and service, for example to park. Not needed if the stop before it is at the same location. */
  readonly setup?: number | undefined
}

/** Service that begins before or after the window costs this much per unit of time, in units of `cost`. Default: 0. */
interface SoftWindow {
  readonly window: TimeWindow
  readonly earlyCost?: number | undefined
  readonly lateCost?: number | undefined
}

/**
 * Both stops are served by the same vehicle, pickup before delivery, or neither is. A stop belongs to at most one pair.
 */
export interface StopPair {
  readonly pickup: number
  readonly delivery: number
  /**
   * How much longer than the direct drive the drive from the pickup to the delivery may be, in units of `duration`.
   * Detours to reload are not counted. Default: no limit.
   */
  readonly maxDetour?: number | undefined
}

export interface Vehicle {
  /** Start location. If absent, it starts at its first stop. */
  readonly start?: number | undefined
  /** End location. If absent, it ends at its last stop. */
  readonly end?: number | undefined
  /** Per dimension. Dimensions beyond the list are unlimited. */
  readonly capacity?: readonly number[] | undefined
  readonly skills?: readonly number[] | undefined
  /** Earliest departure and latest arrival at its end, which may be infinite. Default: from 0, without an end. */
  readonly shift?: TimeWindow | undefined
  /** In the order they are taken. A vehicle with stops takes all of them between departure and arrival. */
  readonly breaks?: readonly Break[] | undefined
  readonly maxDistance?: number | undefined
  /** From departure to arrival, including waiting, service, and breaks. */
  readonly maxDuration?: number | undefined
  readonly maxStops?: number | undefined
  /** Stops that no other vehicle may serve. */
  readonly mustVisit?: readonly number[] | undefined
  /**
   * Stops that it serves first, in this order. No other vehicle may serve them. A delivery is locked after its pickup.
   * There must be a tour that begins with them; see `findLockedViolation`.
   */
  readonly locked?: readonly number[] | undefined
  /**
   * What was loaded last is unloaded first. Goods from the start of the tour were loaded before all pickups, in an order
   * that suits it.
   */
  readonly lifo?: boolean | undefined
  /** If it may make several trips: how many, where it may reload between them, and how long that takes. */
  readonly reloads?: Reloads | undefined
  /** Index into `travel` of the problem. Default: the matrices of the problem. */
  readonly travel?: number | undefined
  /** The rates for its tour, which replace the sum of `cost` over its legs. */
  readonly costs?: VehicleCosts | undefined
}

/** The capacity applies to each trip. Goods for the stops of a trip are loaded before it. */
interface Reloads {
  /** At least 1. */
  readonly maxTrips: number
  /** Rows in the matrices. */
  readonly depots: readonly number[]
  readonly duration: number
}

/** Rates in units of cost. Numbers ≥ 0, not necessarily integers. Default: 0. */
export interface VehicleCosts {
  /** Counted once if the vehicle has stops. */
  readonly fixed?: number | undefined
  readonly perDistance?: number | undefined
  /** Per unit of time from departure to arrival, including waiting, service, and breaks. */
  readonly perDuration?: number | undefined
  /** Per unit of time after the end of the shift. If it is given, the vehicle may arrive after its shift. */
  readonly perOvertime?: number | undefined
}

/**
 * Taken before, during, or after the drive to the next stop or to the end. An interrupted drive resumes where it
 * stopped.
 */
export interface Break {
  readonly duration: number
  /** When it may begin, in ascending order. Without windows, it may begin at any time. */
  readonly windows?: readonly TimeWindow[] | undefined
}

/**
 * All tours and the unassigned stops. The better of two solutions has fewer unassigned stops (higher priorities first).
 * Ties are broken by fewer vehicles if they are minimized, by a shorter longest tour if balancing is enabled, then by lower cost, to which waiting is added if it
 * costs something. A given solution is never replaced by one whose cost without waiting is higher.
 */
export interface FleetSolution extends UnexplainedSolution {
  readonly unassigned: readonly UnassignedStop[]
}

/**
 * A solution without reasons for its unassigned stops, because finding the reasons takes longer than everything else.
 */
export interface UnexplainedSolution {
  /** The vehicles with stops, sorted by vehicle. */
  readonly tours: readonly Tour[]
  /** By stop. */
  readonly unassigned: readonly Pick<UnassignedStop, 'stop'>[]
  /** Includes the prizes of stops that are left out. Excludes waiting that is not paid. */
  readonly cost: number
  /** The prizes of all stops that are left out. */
  readonly missedPrizes: number
  readonly waiting: number
  readonly distance: number
  /** The sum of the tour durations from departure to arrival. */
  readonly duration: number
  /** The balanced value: number of stops or duration of the longest tour. 0 if balancing is disabled. */
  readonly longest: number
}

export interface Tour {
  readonly vehicle: number
  readonly stops: readonly number[]
  /**
   * Departure from the start location or, without one, the time when the tour begins at the first stop. It is as late
   * as the shortest duration allows.
   */
  readonly departure: number
  /** Arrival at the end, including breaks. */
  readonly finish: number
  /** Per stop: when it is ready for service after breaks on the leg and setup, the start of service, and the departure. */
  readonly arrivals: readonly number[]
  readonly starts: readonly number[]
  readonly departures: readonly number[]
  /** Per stop, the setup time that is included in the arrival. */
  readonly setups: readonly number[]
  /**
   * Per stop, how much later the vehicle could arrive with everything after it still on time. Infinite if nothing
   * limits it.
   */
  readonly slacks: readonly number[]
  /** Per stop, the load when the vehicle leaves it, per dimension. */
  readonly loads: readonly (readonly number[])[]
  readonly breaks: readonly ScheduledBreak[]
  /** In order. The trips of the tour are the stops between them. */
  readonly reloads: readonly ScheduledReload[]
  /** The cost of its legs, or by the rates of the vehicle. */
  readonly cost: number
  readonly distance: number
  /** finish − departure = driving + setup + reloading + service + waiting + resting. */
  readonly duration: number
  readonly driving: number
  readonly setup: number
  readonly reloading: number
  readonly service: number
  readonly waiting: number
  readonly resting: number
  /** Time after the end of the shift, if the vehicle may work overtime. */
  readonly overtime: number
  /** The cost of service outside of soft windows. Included in `cost`. */
  readonly softPenalty: number
  /** Maximum load at any time, per dimension. */
  readonly load: readonly number[]
}

interface ScheduledReload {
  /** Number of the tour's stops before it. */
  readonly position: number
  /** Index into the depots of the vehicle. */
  readonly depot: number
}

interface ScheduledBreak {
  /** Index into the vehicle's breaks. */
  readonly index: number
  /** Number of the tour's stops before the break. 0 means the break is on the leg to the first stop. */
  readonly position: number
  readonly start: number
}

export interface UnassignedStop {
  readonly stop: number
  readonly reason: UnassignedReason
}

/**
 * Why a stop is unassigned. `no-room`: some vehicle could serve the stop if it served nothing else. Otherwise, every
 * vehicle has an obstacle. If all vehicles that may serve the stop have the same obstacle, `vehicle` is the one closest
 * to feasible. If the obstacles differ, the kind is `various`.
 */
export type UnassignedReason =
  | { readonly kind: 'no-room'; readonly relaxations?: readonly Relaxation[] }
  /** Another stop of its group is served. */
  | { readonly kind: 'group'; readonly stop: number }
  /** The stop is optional, and the cheapest slot in these tours costs `cost`. Undefined for a pair. */
  | { readonly kind: 'prize'; readonly prize: number; readonly cost: number | undefined }
  /** There is no vehicle, or none that may make any stop. */
  | { readonly kind: 'no-vehicle' }
  /** Required skills that no vehicle has. */
  | { readonly kind: 'skills'; readonly missing: readonly number[] }
  /** Applies to all vehicles that may serve the stop. `capacity` is the largest among them. */
  | CapacityObstacle
  | (TourObstacle & { readonly vehicle: number })
  /**
   * One entry per kind of vehicle. If `isBoundToVehicle` is true, there is only one vehicle, and the stop is in its
   * `mustVisit`.
   */
  | { readonly kind: 'various'; readonly isBoundToVehicle: boolean; readonly obstacles: readonly VehicleObstacle[] }
  /** The other stop of its pair cannot be served for a separate reason. */
  | { readonly kind: 'pair'; readonly stop: number }
  /** No vehicle could serve only the two stops of this pair, although each stop alone has no obstacle. */
  | { readonly kind: 'together'; readonly stop: number }

/**
 * One change that would make room for a stop in the tours of the solution: the limit of this vehicle, or the nearest
 * window of the stop, extended by `by`. Stops of pairs have none.
 */
export type Relaxation =
  | { readonly kind: 'capacity'; readonly vehicle: number; readonly by: number; readonly dimension: number }
  | { readonly kind: 'shift' | 'duration' | 'distance' | 'stops'; readonly vehicle: number; readonly by: number }
  /** `start` is when service would begin. */
  | { readonly kind: 'window'; readonly vehicle: number; readonly by: number; readonly start: number }

/** A reason why one vehicle cannot serve one stop. */
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
 * All but the last two apply to every tour, regardless of its other stops, because they are lower bounds over all
 * paths.
 */
export type TourObstacle =
  /** No path from its start to the stop (`to`), or from the stop to its end (`from`). */
  | { readonly kind: 'unreachable'; readonly direction: 'to' | 'from' }
  /** The earliest possible arrival is after the last window. */
  | { readonly kind: 'window'; readonly earliest: number; readonly latest: number }
  /** The earliest arrival at its end after serving the stop, and the end of its shift. */
  | { readonly kind: 'shift'; readonly earliest: number; readonly latest: number }
  /** The minimum distance or duration, and the limit. */
  | { readonly kind: 'distance'; readonly required: number; readonly limit: number }
  | { readonly kind: 'duration'; readonly required: number; readonly limit: number }
  /** Breaks are the only obstacle. Without them, the vehicle could serve this stop if it served nothing else. */
  | { readonly kind: 'breaks' }
  /**
   * The vehicle cannot serve this stop alone. It might be able to reach it via other stops if the matrix violates the
   * triangle inequality.
   */
  | { readonly kind: 'alone'; readonly violation: TourViolation }

/** The first violation in a given solution, ordered by vehicle and then by stop. */
export type TourViolation =
  | { readonly kind: 'repeated'; readonly vehicle: number; readonly stop: number }
  /** Another stop of the same group is also served. */
  | { readonly kind: 'group'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'not-allowed'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'pair'; readonly vehicle: number; readonly stop: number }
  /** The stop is locked at an earlier position. */
  | { readonly kind: 'locked'; readonly vehicle: number; readonly stop: number }
  /** Something else was loaded later and is still aboard. */
  | { readonly kind: 'lifo'; readonly vehicle: number; readonly stop: number }
  /** The drive from this pickup to its delivery is longer than the direct one by more than the limit. */
  | {
      readonly kind: 'detour'
      readonly vehicle: number
      readonly stop: number
      readonly detour: number
      readonly limit: number
    }
  | { readonly kind: 'unreachable'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'load'; readonly vehicle: number; readonly dimension: number; readonly load: number }
  /** Too late for the stop, for a break before it, or for the end of the shift (position = number of stops). */
  | { readonly kind: 'time'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'distance'; readonly vehicle: number; readonly distance: number; readonly limit: number }
  | { readonly kind: 'duration'; readonly vehicle: number; readonly duration: number; readonly limit: number }
  | { readonly kind: 'stops'; readonly vehicle: number; readonly stops: number; readonly limit: number }

export interface FleetOptions {
  readonly seed: number
  /** Maximum number of search rounds. If set, the result does not depend on the machine. */
  readonly maxIterations?: number | undefined
  /** The share of the budget used, from 0 to 1. Ignored if iterations are counted. */
  readonly progress?: (() => number) | undefined
  readonly isOver: () => boolean
  /** Checked as often as `isSearchOver`. Ends the search early, for example because the client disconnected. */
  readonly shouldStop?: (() => boolean) | undefined
  /**
   * The range of a longer search that this search covers, as shares of its progress. It sets the temperatures. Default:
   * all of it.
   */
  readonly coolingRange?: readonly [from: number, to: number] | undefined
}

export interface FleetResult {
  readonly solution: FleetSolution
  /** The given solution, evaluated by the same rules. Undefined if there was none. */
  readonly initialSolution: EvaluatedSolution | undefined
  /** Whether the given solution was kept because nothing better was found. */
  readonly keptInitial: boolean
  readonly iterations: number
}

export type EvaluatedSolution =
  | { readonly feasible: true; readonly solution: UnexplainedSolution }
  | { readonly feasible: false; readonly violation: TourViolation }

export function isSearchOver({ isOver, shouldStop }: FleetOptions): boolean {
  return isOver() || shouldStop?.() === true
}
