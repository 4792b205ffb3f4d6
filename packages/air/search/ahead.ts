import type { Lanes } from './lanes.ts'
import { type LanesAhead, lanesAhead } from './lanes-ahead.ts'
import { ENTERING, FIRST_LANE_PLACE, FOLLOWING, FREE, GOAL } from './states.ts'
import type { Place, Travel } from './travel.ts'

interface AheadOptions {
  readonly places: readonly Place[]
  readonly lanes: Lanes
  readonly travel: Travel
  /** Cost of one second in a corridor. 1 where there are none. */
  readonly factor: number
  readonly mustUseLanes: boolean
}

/** Lower bound of the remaining cost to the goal, by node and phase. */
export class Ahead {
  private readonly options: AheadOptions
  private readonly lanes: LanesAhead | undefined
  private readonly straightTimes: number[] = []
  private readonly throughLanes: number[] = []

  constructor(options: AheadOptions) {
    const { lanes, places, travel, factor, mustUseLanes } = options
    this.options = options
    this.lanes = mustUseLanes ? lanesAhead(lanes, places[GOAL], travel, factor) : undefined
  }

  of(node: number, phase: number): number {
    const lanes = this.lanes
    if (!lanes) return this.straight(node) * this.options.factor
    if (phase === FOLLOWING) return lanes.following[node - FIRST_LANE_PLACE]
    if (phase === ENTERING) return lanes.entering[node - FIRST_LANE_PLACE]
    return phase === FREE ? this.throughSomeLane(node, lanes) : this.straight(node)
  }

  /** Straight-line bound without obstacles. */
  straight(node: number): number {
    const { places, travel } = this.options
    this.straightTimes[node] ??= travel(places[node], places[GOAL])
    return this.straightTimes[node]
  }

  private throughSomeLane(node: number, { entering }: LanesAhead): number {
    const known = this.throughLanes[node]
    if (known !== undefined) return known
    const { places, travel, lanes } = this.options
    let least = Number.POSITIVE_INFINITY
    lanes.places.forEach((place, at) => {
      if (entering[at] < least) least = Math.min(least, travel(places[node], place) + entering[at])
    })
    this.throughLanes[node] = least
    return least
  }
}
