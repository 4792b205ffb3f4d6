import type { Lane, Lanes } from './lanes.ts'
import type { ProjectedPoint } from './travel.ts'

/** Time along a leg as a function of progress. A drone is slower where the ground rises. */
export interface LegTiming {
  readonly seconds: number
  /** Returns the seconds since the start of the leg, given the completed fraction of the leg. */
  secondsAt(share: number): number
}

export interface PathRequest {
  readonly start: ProjectedPoint
  readonly goal: ProjectedPoint
  readonly startMs: number
  readonly lanes?: Lanes
  /** Cost of one second in a corridor, at most 1. */
  readonly laneFactor?: number
  /** Whether the path must use corridors and may leave them only once, toward the goal. */
  readonly mustUseLanes?: boolean
  /** Returns actual leg durations, used to check the legs. If absent, the durations follow from the costs. */
  readonly timingOf?: (from: ProjectedPoint, to: ProjectedPoint) => LegTiming
  readonly isCancelled?: () => boolean
}

export interface PathLeg {
  readonly from: ProjectedPoint
  readonly to: ProjectedPoint
  readonly seconds: number
  readonly lane?: Lane
  readonly timing?: LegTiming
}

export interface FoundPath {
  readonly legs: readonly PathLeg[]
  readonly cost: number
  readonly seconds: number
}

export interface PathResult {
  /** The best path. Absent if there is no path. */
  readonly path?: FoundPath
  /** Blocks that legs intersected during the search. */
  readonly metBlocks: readonly number[]
}
