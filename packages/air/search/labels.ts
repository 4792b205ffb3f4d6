import type { Lane } from './lanes.ts'
import type { FoundPath, Pace, PathLeg } from './path.ts'
import { nodeOf } from './states.ts'
import type { Place } from './travel.ts'

interface Label {
  readonly cost: number
  /** Time since the start. */
  readonly seconds: number
  readonly parent: number
  readonly lane?: Lane | undefined
  readonly pace?: Pace | undefined
}

/** The best known path to every state. */
export class Labels {
  private readonly costs: number[] = []
  private readonly durations: number[] = []
  private readonly parents: number[] = []
  private readonly lanes: (Lane | undefined)[] = []
  private readonly paces: (Pace | undefined)[] = []

  clear(): void {
    this.costs.length = 0
  }

  set(state: number, { cost, seconds, parent, lane, pace }: Label): void {
    this.costs[state] = cost
    this.durations[state] = seconds
    this.parents[state] = parent
    this.lanes[state] = lane
    this.paces[state] = pace
  }

  /** Infinite for unvisited states. */
  cost(state: number): number {
    return this.costs[state] ?? Number.POSITIVE_INFINITY
  }

  seconds(state: number): number {
    return this.durations[state]
  }

  parent(state: number): number {
    return this.parents[state]
  }

  trace(end: number, places: readonly Place[]): FoundPath {
    const legs: PathLeg[] = []
    for (let state = end; this.parents[state] >= 0; state = this.parents[state]) {
      const before = this.parents[state]
      const lane = this.lanes[state]
      const pace = this.paces[state]
      legs.push({
        from: places[nodeOf(before)],
        to: places[nodeOf(state)],
        seconds: this.durations[state] - this.durations[before],
        ...(lane && { lane }),
        ...(pace && { pace }),
      })
    }
    return { legs: legs.reverse(), cost: this.costs[end], seconds: this.durations[end] }
  }
}
