/**
 * A fleet problem. Locations are rows of the matrices, stops are indices into `stops`, and vehicles are indices into
 * `vehicles`. Times, distances, and amounts are integers ≥ 0 in units of the caller's choice. `duration`, `service`,
 * windows, shifts, and breaks use the same unit.
 */
export interface FleetProblem {
  /** Number of locations in the matrices. */
  readonly size: number
  /** Cost to minimize, row by row: `cost[from * size + to]`. UNREACHABLE if there is no path. */
  readonly cost: Int32Array
  readonly duration: Int32Array
  readonly distance: Int32Array
  /** Additional matrices, for vehicles with a `travel` index. */
  readonly travel?: readonly TravelTables[] | undefined
  readonly stops: readonly FleetStop[]
  readonly vehicles: readonly Vehicle[]
  readonly pairs?: readonly StopPair[] | undefined
  /** Minimizes the longest tour, by number of stops or by duration, before cost. */
  readonly balance?: Balance | undefined
  /** Cost per unit of waiting time, in units of `cost`. Default: 0. */
  readonly waitingCost?: number | undefined
  /** Minimizes the number of vehicles in use before the longest tour and cost. */
  readonly fewestVehicles?: boolean | undefined
  /** An existing solution: the stops of each vehicle, in order. The result is never worse. */
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
  /** Row in the matrices. Several stops may share a row. */
  readonly location: number
  /** Service duration. */
  readonly service?: number | undefined
  /**
   * Goods that the vehicle brings from its start, per capacity dimension. At the pickup of a pair, the goods are
   * carried to the delivery. The demand is ignored at the delivery of a pair.
   */
  readonly demand?: readonly number[] | undefined
  /** Windows in which service may begin, in ascending order. Without windows, service may begin at any time. */
  readonly windows?: readonly TimeWindow[] | undefined
  /** Window in which service should begin. A vehicle does not wait for a soft window. */
  readonly softWindow?: SoftWindow | undefined
  /**
   * Time when the goods are ready at the start of the tour. The vehicle that brings them leaves at this time or later.
   */
  readonly release?: number | undefined
  /** Required skills. The vehicle must have all of them. */
  readonly skills?: readonly number[] | undefined
  /** Priority from 0 to 100. A stop is never left out in favor of any number of stops with lower priority. */
  readonly priority?: number | undefined
  /**
   * Cost of leaving out the stop. A stop without a prize must be served. A pair may be left out if either of its stops
   * has a prize.
   */
  readonly prize?: number | undefined
  /**
   * Group of alternative stops, of which at most one is served. The other stops of a served group do not count as
   * unassigned. Stops of pairs cannot have a group.
   */
  readonly group?: number | undefined
  /**
   * Time between arrival and service, for example to park. It is not needed if the previous stop is at the same
   * location.
   */
  readonly setup?: number | undefined
}

/**
 * Preferred window. Service that begins outside of it costs `earlyCost` or `lateCost` per unit of time, in units of
 * `cost`. Default: 0.
 */
interface SoftWindow {
  readonly window: TimeWindow
  readonly earlyCost?: number | undefined
  readonly lateCost?: number | undefined
}

/**
 * A pickup and its delivery. The same vehicle serves both stops, pickup first, or neither stop is served. A stop
 * belongs to at most one pair.
 */
export interface StopPair {
  readonly pickup: number
  readonly delivery: number
  /**
   * Maximum detour from the pickup to the delivery compared to the direct drive, in units of `duration`. Detours to
   * reload are not counted. Default: no limit.
   */
  readonly maxDetour?: number | undefined
}

export interface Vehicle {
  /** Start location. If absent, the vehicle starts at its first stop. */
  readonly start?: number | undefined
  /** End location. If absent, the vehicle ends at its last stop. */
  readonly end?: number | undefined
  /** Capacity per dimension. Dimensions beyond the list are unlimited. */
  readonly capacity?: readonly number[] | undefined
  readonly skills?: readonly number[] | undefined
  /**
   * Earliest departure from the start and latest arrival at the end, which may be infinite. Default: from 0, without an
   * end.
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
  /** Reload options for a vehicle that may make several trips. */
  readonly reloads?: Reloads | undefined
  /** Index into `travel` of the problem. Default: the matrices of the problem. */
  readonly travel?: number | undefined
  /** Rates for the tour. They replace the sum of `cost` over its legs. */
  readonly costs?: VehicleCosts | undefined
}

/**
 * Limits on driving. Driving is the time on the legs. Service, setup, and reloads are other work. Breaks may interrupt a
 * leg, and a break before service may replace waiting.
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

/** Options for several trips. The capacity applies to each trip, and the goods for a trip are loaded before it. */
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
  /** The earliest arrival at the vehicle's end after serving the stop is after the end of its shift. */
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

/** First violation in a given solution, ordered by vehicle and then by stop. */
export type TourViolation =
  | { readonly kind: 'repeated'; readonly vehicle: number; readonly stop: number }
  /** Another stop of the same group is also served. */
  | { readonly kind: 'group'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'not-allowed'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'pair'; readonly vehicle: number; readonly stop: number }
  /** The stop is locked at an earlier position. */
  | { readonly kind: 'locked'; readonly vehicle: number; readonly stop: number }
  /** Goods that were loaded later are still on board. */
  | { readonly kind: 'lifo'; readonly vehicle: number; readonly stop: number }
  /** The drive from this pickup to its delivery exceeds the direct drive by more than the limit. */
  | {
      readonly kind: 'detour'
      readonly vehicle: number
      readonly stop: number
      readonly detour: number
      readonly limit: number
    }
  | { readonly kind: 'unreachable'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'load'; readonly vehicle: number; readonly dimension: number; readonly load: number }
  /**
   * The vehicle is too late for the stop, for a break before it, or for the end of the shift (position = number of
   * stops).
   */
  | { readonly kind: 'time'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'distance'; readonly vehicle: number; readonly distance: number; readonly limit: number }
  /** No division of the tour into trips is within the range. */
  | { readonly kind: 'range'; readonly vehicle: number; readonly limit: number }
  /** Driving-time rules limit the driving time of the tour. */
  | { readonly kind: 'driving'; readonly vehicle: number; readonly driving: number; readonly limit: number }
  | { readonly kind: 'duration'; readonly vehicle: number; readonly duration: number; readonly limit: number }
  | { readonly kind: 'stops'; readonly vehicle: number; readonly stops: number; readonly limit: number }

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

export function isSearchOver({ isOver, shouldStop }: FleetOptions): boolean {
  return isOver() || shouldStop?.() === true
}
