import Flatbush from 'flatbush'
import type { Segment } from '../geometry/segments.ts'
import type { ShapePlan } from './outline-shapes.ts'

const MAX_PIECES = 32
/** Tolerance for rounding at the endpoints of leg pieces. */
const SLACK_METERS = 1e-3

/** Numbered part plans with a spatial index. */
export class PlanIndex {
  readonly plans: readonly ShapePlan[]
  /** The block number of each part. */
  readonly owners: Int32Array
  /** Index of the first part of each block, with one extra entry at the end. */
  readonly first: Int32Array
  /** Long legs are queried in pieces because the bounding box of a whole diagonal leg covers too much. */
  private readonly pieceMeters: number
  private readonly tree: Flatbush | undefined

  constructor(byBlock: readonly (readonly ShapePlan[])[], reachMeters: number) {
    this.plans = byBlock.flat()
    this.owners = Int32Array.from(byBlock.flatMap((plans, block) => plans.map(() => block)))
    this.first = new Int32Array(byBlock.length + 1)
    byBlock.forEach((plans, block) => {
      this.first[block + 1] = this.first[block] + plans.length
    })
    this.pieceMeters = (4 * reachMeters) / Math.sqrt(this.plans.length + 1)
    if (this.plans.length === 0) return
    this.tree = new Flatbush(this.plans.length)
    for (const { core, reach } of this.plans) {
      const { ax, ay, bx, by } = core
      this.tree.add(
        Math.min(ax, bx) - reach,
        Math.min(ay, by) - reach,
        Math.max(ax, bx) + reach,
        Math.max(ay, by) + reach,
      )
    }
    this.tree.finish()
  }

  /** Visits parts whose bounding box the leg may cross, some more than once, until `isFound` returns true. */
  find({ ax, ay, bx, by }: Segment, isFound: (part: number) => boolean): number {
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    const pieces = Math.max(1, Math.min(MAX_PIECES, Math.ceil(length / this.pieceMeters)))
    let found = -1
    const visit = (part: number) => {
      if (found < 0 && isFound(part)) found = part
      return false
    }
    for (let piece = 0; piece < pieces && found < 0; piece++) {
      const s = piece / pieces
      const t = (piece + 1) / pieces
      const x0 = ax + (bx - ax) * s
      const y0 = ay + (by - ay) * s
      const x1 = piece + 1 === pieces ? bx : ax + (bx - ax) * t
      const y1 = piece + 1 === pieces ? by : ay + (by - ay) * t
      this.tree?.search(
        Math.min(x0, x1) - SLACK_METERS,
        Math.min(y0, y1) - SLACK_METERS,
        Math.max(x0, x1) + SLACK_METERS,
        Math.max(y0, y1) + SLACK_METERS,
        visit,
      )
    }
    return found
  }

  findAround(x: number, y: number, reach: number, isFound: (part: number) => boolean): number {
    let found = -1
    this.tree?.search(x - reach, y - reach, x + reach, y + reach, (part) => {
      if (found < 0 && isFound(part)) found = part
      return false
    })
    return found
  }
}
