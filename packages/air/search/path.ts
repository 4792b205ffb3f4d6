import type { Lane, Lanes } from './lanes.ts'
import type { Place } from './travel.ts'

/** Progress over time along a leg. A drone is slower where the ground rises. */
export interface Pace {
  readonly seconds: number
  /** Seconds since the start of the leg, by the share flown. */
  secondsAt(share: number): number
}

export interface PathWish {
  readonly start: Place
  readonly goal: Place
  readonly startMs: number
  readonly lanes?: Lanes
  /** Cost of one second in a corridor, at most 1. */
  readonly laneFactor?: number
  /** The path must use corridors and may leave them only once, toward the goal. */
  readonly mustUseLanes?: boolean
  /** Actual leg durations, used to check the legs. If absent, the durations follow from the costs. */
  readonly paceOf?: (from: Place, to: Place) => Pace
  readonly isCancelled?: () => boolean
}

export interface PathLeg {
  readonly from: Place
  readonly to: Place
  readonly seconds: number
  readonly lane?: Lane
  readonly pace?: Pace
}

export interface FoundPath {
  readonly legs: readonly PathLeg[]
  readonly cost: number
  readonly seconds: number
}

export interface PathResult {
  /** Absent if there is no path. */
  readonly path?: FoundPath
  /** The blocks met during the search. */
  readonly met: readonly number[]
}
