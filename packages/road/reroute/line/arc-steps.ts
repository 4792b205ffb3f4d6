import type { RoadNetwork } from '../../network/network.ts'
import { NO_ID } from '../../sentinels.ts'
import type { TracedPath } from '../traced-path.ts'
import { endOfArc } from './shape-positions.ts'

/**
 * The arcs that the candidate paths of a line enter. Each entry links to its predecessor, so the entries form a tree.
 */
export class ArcSteps {
  count = 0
  arc = new Uint32Array(1024)
  previousStep = new Int32Array(1024)
  /** The turn into the arc, or NO_ID at the beginning of a path and at a U-turn in the middle of a road. */
  turn = new Uint32Array(1024)
  /** Position at which the path enters the arc. */
  enter = new Float64Array(1024)

  clear(): void {
    this.count = 0
  }

  add(arc: number, previousStep: number, turn: number, enter: number): number {
    if (this.count === this.arc.length) this.grow()
    this.arc[this.count] = arc
    this.previousStep[this.count] = previousStep
    this.turn[this.count] = turn
    this.enter[this.count] = enter
    return this.count++
  }

  /** Returns the path to a position on the arc of a step. */
  pathTo(network: RoadNetwork, last: number, position: number): TracedPath {
    const count = this.depth(last)
    const arcs = new Uint32Array(count)
    const turns = new Uint32Array(count - 1)
    const enter = new Float64Array(count)
    const leave = new Float64Array(count)
    leave[count - 1] = position
    for (let i = count - 1, step = last; i >= 0; i--, step = this.previousStep[step]) {
      arcs[i] = this.arc[step]
      enter[i] = this.enter[step]
      if (i === 0) break
      turns[i - 1] = this.turn[step]
      leave[i - 1] = this.turn[step] === NO_ID ? enter[i] : endOfArc(network, this.arc[this.previousStep[step]])
    }
    // A road on which no trip may begin is reached through an arc that leads into it. The path does not include that
    // arc, so it is dropped.
    const isDriven = count === 1 || turns[0] === NO_ID || enter[0] !== endOfArc(network, arcs[0])
    const from = isDriven ? 0 : 1
    return {
      arcs: arcs.subarray(from),
      turns: turns.subarray(from),
      enter: enter.subarray(from),
      leave: leave.subarray(from),
      first: undefined,
      last: undefined,
    }
  }

  /** Returns the number of arcs on the path to a step, including the step's own arc. */
  private depth(step: number): number {
    let depth = 0
    for (let ancestor = step; ancestor >= 0; ancestor = this.previousStep[ancestor]) depth++
    return depth
  }

  private grow(): void {
    const size = 2 * this.arc.length
    this.arc = copyInto(this.arc, new Uint32Array(size))
    this.previousStep = copyInto(this.previousStep, new Int32Array(size))
    this.turn = copyInto(this.turn, new Uint32Array(size))
    this.enter = copyInto(this.enter, new Float64Array(size))
  }
}

function copyInto<T extends Uint32Array | Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
