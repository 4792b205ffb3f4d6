import type { Lane, Lanes } from './lanes.ts'
import type { Place } from './travel.ts'

/** How the time of a leg passes: where the ground rises, a drone is slower. */
export interface Pace {
  readonly seconds: number
  /** Seconds since the leg began, by the share of it that is flown. */
  secondsAt(share: number): number
}

export interface PathWish {
  readonly start: Place
  readonly goal: Place
  readonly startMs: number
  readonly lanes?: Lanes
  /** What a second in a corridor counts, at most 1. */
  readonly laneFactor?: number
  /** Corridors must be used, and left only once: to the goal. */
  readonly mustUseLanes?: boolean
  /** How long legs really take, by which they are checked; missing: as long as their costs say. */
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
  /** Missing: there is none. */
  readonly path?: FoundPath
  /** The blocks that were met while searching. */
  readonly met: readonly number[]
}
