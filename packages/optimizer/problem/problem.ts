import type { FleetStop, StopPair } from './stop.ts'
import type { Vehicle } from './vehicle.ts'

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
  /**
   * Place of each location. A vehicle needs no setup at a stop if it is already at the place of the stop. Default: every
   * location is a separate place.
   */
  readonly places?: readonly number[] | undefined
  readonly vehicles: readonly Vehicle[]
  readonly pairs?: readonly StopPair[] | undefined
  /** Minimizes the longest tour, by number of stops or by duration, before cost. */
  readonly balance?: Balance | undefined
  /** Cost per unit of waiting time, in units of `cost`. Default: 0. */
  readonly waitingCost?: number | undefined
  /** Minimizes the number of vehicles in use before the longest tour and cost. */
  readonly fewestVehicles?: boolean | undefined
  /** An existing solution: the stops of each vehicle, in order. The result is never worse. */
  readonly initialSequences?: readonly (readonly number[])[] | undefined
}

/** Matrices of the same size and layout as those of the problem. */
export interface TravelTables {
  readonly cost: Int32Array
  readonly duration: Int32Array
  readonly distance: Int32Array
}

type Balance = 'stops' | 'duration'
