import type { Lanes } from './lanes.ts'
import { computeLaneBounds, type LaneBounds } from './lanes-ahead.ts'
import { FIRST_LANE_NODE, GOAL_NODE, PHASE_ENTERING, PHASE_FOLLOWING, PHASE_FREE } from './states.ts'
import type { ProjectedPoint, TravelTime } from './travel.ts'

interface HeuristicOptions {
  readonly points: readonly ProjectedPoint[]
  readonly lanes: Lanes
  readonly travel: TravelTime
  /** Cost of one second in a corridor. 1 if there are no corridors. */
  readonly factor: number
  readonly mustUseLanes: boolean
}

/** Lower bound on the remaining cost to the goal, by node and phase. */
export class Heuristic {
  private readonly options: HeuristicOptions
  private readonly laneBounds: LaneBounds | undefined
  private readonly straightTimes: number[] = []
  private readonly boundsThroughLanes: number[] = []

  constructor(options: HeuristicOptions) {
    const { lanes, points, travel, factor, mustUseLanes } = options
    this.options = options
    this.laneBounds = mustUseLanes ? computeLaneBounds(lanes, points[GOAL_NODE], travel, factor) : undefined
  }

  estimate(node: number, phase: number): number {
    const lanes = this.laneBounds
    if (!lanes) return this.straightBound(node) * this.options.factor
    if (phase === PHASE_FOLLOWING) return lanes.following[node - FIRST_LANE_NODE]
    if (phase === PHASE_ENTERING) return lanes.entering[node - FIRST_LANE_NODE]
    return phase === PHASE_FREE ? this.boundThroughLanes(node, lanes) : this.straightBound(node)
  }

  /** Returns the straight-line bound without obstacles. */
  straightBound(node: number): number {
    const { points, travel } = this.options
    this.straightTimes[node] ??= travel(points[node], points[GOAL_NODE])
    return this.straightTimes[node]
  }

  private boundThroughLanes(node: number, { entering }: LaneBounds): number {
    const cached = this.boundsThroughLanes[node]
    if (cached !== undefined) return cached
    const { points, travel, lanes } = this.options
    let min = Number.POSITIVE_INFINITY
    lanes.points.forEach((point, index) => {
      if (entering[index] < min) min = Math.min(min, travel(points[node], point) + entering[index])
    })
    this.boundsThroughLanes[node] = min
    return min
  }
}
