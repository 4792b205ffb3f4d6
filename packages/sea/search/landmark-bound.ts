import { distanceNm } from '@fairway/geo'
import { MICRO } from '../grid.ts'
import { COST_UNITS_PER_NM, LANDMARK_UNITS_PER_NM, nodeCount, type Sea, UNREACHED } from '../schema.ts'

/** The best few landmarks for a pair suffice, and evaluating all of them for every node would be too slow. */
const USED = 4
const UNITS = COST_UNITS_PER_NM / LANDMARK_UNITS_PER_NM

/** A lower bound of the cost from a node to the goal, up to rounding. */
export class LandmarkBound {
  private readonly sea: Sea
  private readonly perNode: number
  private used: number[] = []
  private goal = 0

  constructor(sea: Sea) {
    this.sea = sea
    this.perNode = sea.landmarks.cost.length / Math.max(1, nodeCount(sea))
  }

  /** `usable` lists the valid landmarks. Without any, the great circle is the bound. */
  aim(start: number, goal: number, usable: readonly number[]): void {
    const { cost } = this.sea.landmarks
    const gap = (at: number) => {
      const a = cost[start * this.perNode + at]
      const b = cost[goal * this.perNode + at]
      return a === UNREACHED || b === UNREACHED ? -1 : Math.abs(a - b)
    }
    this.goal = goal
    this.used = usable
      .filter((at) => gap(at) >= 0)
      .sort((a, b) => gap(b) - gap(a))
      .slice(0, USED)
  }

  from(node: number): number {
    const { cost } = this.sea.landmarks
    const { latitude, longitude } = this.sea.nodes
    const goal = this.goal
    let bound =
      distanceNm(latitude[node] * MICRO, longitude[node] * MICRO, latitude[goal] * MICRO, longitude[goal] * MICRO) *
      COST_UNITS_PER_NM
    for (const at of this.used) {
      const here = cost[node * this.perNode + at]
      if (here === UNREACHED) continue
      const difference = Math.abs(here - cost[goal * this.perNode + at]) - 1
      if (difference * UNITS > bound) bound = difference * UNITS
    }
    return bound
  }
}
