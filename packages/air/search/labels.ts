import type { Lane } from './lanes.ts'
import type { FoundPath, LegTiming, PathLeg } from './path.ts'
import { nodeOf } from './states.ts'
import type { ProjectedPoint } from './travel.ts'

interface Label {
  readonly cost: number
  /** Time since the start, in seconds. */
  readonly seconds: number
  readonly parent: number
  readonly lane?: Lane | undefined
  readonly timing?: LegTiming | undefined
}

/** Best known path to every state. */
export class Labels {
  private readonly costs: number[] = []
  private readonly durations: number[] = []
  private readonly parents: number[] = []
  private readonly lanes: (Lane | undefined)[] = []
  private readonly timings: (LegTiming | undefined)[] = []

  clear(): void {
    this.costs.length = 0
  }

  set(state: number, { cost, seconds, parent, lane, timing }: Label): void {
    this.costs[state] = cost
    this.durations[state] = seconds
    this.parents[state] = parent
    this.lanes[state] = lane
    this.timings[state] = timing
  }

  /** Returns the cost of a state, or infinity if it was not visited. */
  cost(state: number): number {
    return this.costs[state] ?? Number.POSITIVE_INFINITY
  }

  seconds(state: number): number {
    return this.durations[state]
  }

  parent(state: number): number {
    return this.parents[state]
  }

  trace(endState: number, points: readonly ProjectedPoint[]): FoundPath {
    const legs: PathLeg[] = []
    for (let state = endState; this.parents[state] >= 0; state = this.parents[state]) {
      const parentState = this.parents[state]
      const lane = this.lanes[state]
      const timing = this.timings[state]
      legs.push({
        from: points[nodeOf(parentState)],
        to: points[nodeOf(state)],
        seconds: this.durations[state] - this.durations[parentState],
        ...(lane && { lane }),
        ...(timing && { timing }),
      })
    }
    return { legs: legs.reverse(), cost: this.costs[endState], seconds: this.durations[endState] }
  }
}
