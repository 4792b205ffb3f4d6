import type { Lane, Lanes } from './lanes.ts'
import type { Place } from './travel.ts'

export interface PathWish {
  readonly start: Place
  readonly goal: Place
  readonly startMs: number
  readonly lanes?: Lanes
  /** What a second in a corridor counts, at most 1. */
  readonly laneFactor?: number
  /** Corridors must be used, and left only once: to the goal. */
  readonly mustUseLanes?: boolean
}

export interface PathLeg {
  readonly from: Place
  readonly to: Place
  readonly seconds: number
  readonly lane?: Lane
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
