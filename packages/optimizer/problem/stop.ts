/** Start and end, both inclusive. */
export type TimeWindow = readonly [from: number, to: number]

export interface FleetStop {
  /** Row in the matrices. Multiple stops may share a row. */
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
   * Time between arrival and service, for example to park. It is needed once per visit to a place: not if the vehicle
   * comes from a stop, a start, or a depot at the same place.
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
