/**
 * The fleet problem as the world hands it over: matrix in, plan out. Places are rows of the matrices, stops are indices
 * into `stops`, vehicles indices into `vehicles`; times, distances and amounts are whole numbers ≥ 0 in units of the
 * caller's choice, the same unit for `duration`, `service`, windows, shifts and breaks.
 */
export interface FleetProblem {
  /** How many places the matrices know. */
  readonly size: number
  /** What is minimized, row by row: `cost[from * size + to]`; UNREACHABLE where there is no way. */
  readonly cost: Int32Array
  readonly duration: Int32Array
  readonly distance: Int32Array
  readonly stops: readonly FleetStop[]
  readonly vehicles: readonly Vehicle[]
  readonly pairs?: readonly StopPair[] | undefined
  /** Makes the longest tour as short as possible, by its number of stops or by its time, before cost is looked at. */
  readonly balance?: Balance | undefined
  /** A plan that somebody has already: for each vehicle its stops in order. The answer is never worse than this. */
  readonly given?: readonly (readonly number[])[] | undefined
}

export type Balance = 'stops' | 'duration'

/** From and to, both included. */
export type TimeWindow = readonly [from: number, to: number]

export interface FleetStop {
  /** The row of the matrices; several stops may share one. */
  readonly location: number
  /** How long the vehicle stays once it began. */
  readonly service?: number | undefined
  /**
   * What the vehicle brings from its start, per dimension of capacity. At the pickup of a pair: what it takes aboard and
   * carries to the delivery. At the delivery of a pair it says nothing.
   */
  readonly demand?: readonly number[] | undefined
  /** When service may begin, in ascending order; none means always. */
  readonly windows?: readonly TimeWindow[] | undefined
  /** All of them must be among the vehicle's. */
  readonly skills?: readonly number[] | undefined
  /** 0 to 100: no stop is left out for any number of stops of lower priority. */
  readonly priority?: number | undefined
}

/** Both by the same vehicle, the pickup before the delivery, or neither. A stop belongs to at most one pair. */
export interface StopPair {
  readonly pickup: number
  readonly delivery: number
}

export interface Vehicle {
  /** Where it begins; without, its first stop is where it begins. */
  readonly start?: number | undefined
  /** Where it ends; without, it ends at its last stop. */
  readonly end?: number | undefined
  /** Per dimension; dimensions beyond the list have no limit. */
  readonly capacity?: readonly number[] | undefined
  readonly skills?: readonly number[] | undefined
  /** From when it may leave and until when it must have arrived at its end. Without: from 0, as long as it takes. */
  readonly shift?: TimeWindow | undefined
  /** In the order in which they are taken. A vehicle with stops takes all of them between leaving and arriving. */
  readonly breaks?: readonly Break[] | undefined
  readonly maxDistance?: number | undefined
  /** From leaving to arriving, with waiting, service and breaks. */
  readonly maxDuration?: number | undefined
  readonly maxStops?: number | undefined
  /** Stops that no other vehicle may serve. */
  readonly mustVisit?: readonly number[] | undefined
}

/** Taken before, during or after the drive to the next stop or to the end; a drive goes on where it was interrupted. */
export interface Break {
  readonly duration: number
  /** When it may begin, in ascending order; none means always. */
  readonly windows?: readonly TimeWindow[] | undefined
}

/**
 * All tours, and what they leave out. Better is: fewer left out (higher priorities first), then a shorter longest tour
 * if balance was asked for, then less cost.
 */
export interface FleetPlan extends BarePlan {
  readonly unassigned: readonly Unassigned[]
}

/** A plan that does not say why it leaves stops out: finding the reasons takes longer than all the rest. */
export interface BarePlan {
  /** Of the vehicles that have stops, by vehicle. */
  readonly tours: readonly Tour[]
  /** By stop. */
  readonly unassigned: readonly Pick<Unassigned, 'stop'>[]
  readonly cost: number
  readonly distance: number
  /** The sum of the tours' times from leaving to arriving. */
  readonly duration: number
  /** What balance looks at: stops or time of the longest tour; 0 when it was not asked for. */
  readonly longest: number
}

export interface Tour {
  readonly vehicle: number
  readonly stops: readonly number[]
  /** When it leaves its start (or begins to be at its first stop): as late as the shortest time allows. */
  readonly departure: number
  /** When it is at its end, breaks included. */
  readonly finish: number
  /** Per stop: when it arrives, after the breaks on the way; when service begins; when it leaves. */
  readonly arrivals: readonly number[]
  readonly starts: readonly number[]
  readonly departures: readonly number[]
  readonly breaks: readonly BreakTaken[]
  readonly cost: number
  readonly distance: number
  /** finish − departure = driving + service + waiting + resting. */
  readonly duration: number
  readonly driving: number
  readonly service: number
  readonly waiting: number
  readonly resting: number
  /** The most aboard at any time, per dimension. */
  readonly load: readonly number[]
}

export interface BreakTaken {
  /** Index into the vehicle's breaks. */
  readonly index: number
  /** How many of the tour's stops are behind it: 0 is on the way to the first. */
  readonly position: number
  readonly start: number
}

export interface Unassigned {
  readonly stop: number
  readonly why: UnassignedReason
}

/**
 * Why nobody serves a stop. `no-room` when some vehicle could if it served nothing else. Otherwise every vehicle has an
 * obstacle: the same for all that may serve the stop (`vehicle` is then the one that misses least), or `various`.
 */
export type UnassignedReason =
  | { readonly kind: 'no-room' }
  /** No vehicle at all, or none that may stop anywhere. */
  | { readonly kind: 'no-vehicle' }
  /** Skills of the stop that not one vehicle has. */
  | { readonly kind: 'skills'; readonly missing: readonly number[] }
  /** Of all vehicles that may serve the stop; `capacity` is their largest. */
  | SizeObstacle
  | (WayObstacle & { readonly vehicle: number })
  /** One of each kind of vehicle; the stop is among `mustVisit` of the only one where `isTied`. */
  | { readonly kind: 'various'; readonly isTied: boolean; readonly obstacles: readonly VehicleObstacle[] }
  /** The other stop of its pair cannot be served, for its own reason. */
  | { readonly kind: 'pair'; readonly stop: number }
  /** No vehicle could serve nothing but the two stops of its pair, though each of the two has no such reason of its own. */
  | { readonly kind: 'together'; readonly stop: number }

/** What keeps one vehicle from one stop. */
export type VehicleObstacle = { readonly vehicle: number } & (
  | { readonly kind: 'idle' }
  | { readonly kind: 'skills'; readonly missing: readonly number[] }
  | SizeObstacle
  | WayObstacle
)

export interface SizeObstacle {
  readonly kind: 'demand'
  readonly dimension: number
  readonly demand: number
  readonly capacity: number
}

/** All but the last two hold for every tour, whatever else it visits: they are lower bounds over all ways. */
export type WayObstacle =
  /** No way from its start to the stop (`to`), or from there to its end (`from`). */
  | { readonly kind: 'unreachable'; readonly way: 'to' | 'from' }
  /** The soonest that it can be there is after the last window. */
  | { readonly kind: 'window'; readonly soonest: number; readonly latest: number }
  /** The soonest that it can have served the stop and be at its end, and when its shift ends. */
  | { readonly kind: 'shift'; readonly soonest: number; readonly latest: number }
  /** At least this far or long, and its limit. */
  | { readonly kind: 'distance'; readonly least: number; readonly most: number }
  | { readonly kind: 'duration'; readonly least: number; readonly most: number }
  /** It could serve this stop and nothing else, had it no breaks. */
  | { readonly kind: 'breaks' }
  /** It could not serve this stop and nothing else; past other stops it might, where a detour is a short cut. */
  | { readonly kind: 'alone'; readonly violation: TourViolation }

/** What a plan in a given order runs into, at the first vehicle and stop where it does. */
export type TourViolation =
  | { readonly kind: 'repeated'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'not-allowed'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'pair'; readonly vehicle: number; readonly stop: number }
  | { readonly kind: 'unreachable'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'load'; readonly vehicle: number; readonly dimension: number; readonly load: number }
  /** Too late for the stop, a break before it or the end of the shift (position = number of stops). */
  | { readonly kind: 'time'; readonly vehicle: number; readonly position: number }
  | { readonly kind: 'distance'; readonly vehicle: number; readonly distance: number; readonly most: number }
  | { readonly kind: 'duration'; readonly vehicle: number; readonly duration: number; readonly most: number }
  | { readonly kind: 'stops'; readonly vehicle: number; readonly stops: number; readonly most: number }

export interface FleetOptions {
  readonly seed: number
  /** Counts rounds of the search; with it the result does not depend on the machine. */
  readonly maxIterations?: number | undefined
  /** The share of the budget that is used up, from 0 to 1. Ignored when iterations are counted. */
  readonly progress?: (() => number) | undefined
  readonly isOver: () => boolean
  /** Asked as often as `isOver`: ends the search early, e.g. because nobody waits for the answer any more. */
  readonly shouldStop?: (() => boolean) | undefined
}

export interface FleetResult {
  readonly plan: FleetPlan
  /** The given plan by the same rules; undefined when there was none. */
  readonly given: GivenPlan | undefined
  /** Whether the plan is the given one, because nothing better was found. */
  readonly keptGiven: boolean
  readonly iterations: number
}

export type GivenPlan =
  | { readonly feasible: true; readonly plan: BarePlan }
  | { readonly feasible: false; readonly violation: TourViolation }
