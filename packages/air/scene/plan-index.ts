import Flatbush from 'flatbush'
import type { Segment } from '../geometry/segments.ts'
import type { LazyPart } from './outline-shapes.ts'

const MAX_LEG_PIECES = 32
/** Tolerance for rounding at the endpoints of leg pieces. */
const ROUNDING_TOLERANCE_METERS = 1e-3

/** A spatial index of parts that are not built yet, by part number. */
export class PartIndex {
  readonly lazyParts: readonly LazyPart[]
  readonly blockOfPart: Int32Array
  /** Index of the first part of each block, with one extra entry that marks the end of the last block. */
  readonly firstPartOfBlock: Int32Array
  /**
   * Length of the pieces in which long legs are queried, because the bounding box of a long diagonal leg covers too
   * much.
   */
  private readonly pieceMeters: number
  private readonly tree: Flatbush | undefined

  constructor(byBlock: readonly (readonly LazyPart[])[], reachMeters: number) {
    this.lazyParts = byBlock.flat()
    this.blockOfPart = Int32Array.from(byBlock.flatMap((lazyParts, block) => lazyParts.map(() => block)))
    this.firstPartOfBlock = new Int32Array(byBlock.length + 1)
    byBlock.forEach((lazyParts, block) => {
      this.firstPartOfBlock[block + 1] = this.firstPartOfBlock[block] + lazyParts.length
    })
    this.pieceMeters = (4 * reachMeters) / Math.sqrt(this.lazyParts.length + 1)
    if (this.lazyParts.length === 0) return
    this.tree = new Flatbush(this.lazyParts.length)
    for (const { coreSegment, reach } of this.lazyParts) {
      const { ax, ay, bx, by } = coreSegment
      this.tree.add(
        Math.min(ax, bx) - reach,
        Math.min(ay, by) - reach,
        Math.max(ax, bx) + reach,
        Math.max(ay, by) + reach,
      )
    }
    this.tree.finish()
  }

  /**
   * Visits the parts whose bounding box the leg may cross, and stops when `matches` returns true. Some parts are
   * visited more than once.
   */
  find({ ax, ay, bx, by }: Segment, matches: (part: number) => boolean): number {
    const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    const pieceCount = Math.max(1, Math.min(MAX_LEG_PIECES, Math.ceil(length / this.pieceMeters)))
    let match = -1
    const visit = (part: number) => {
      if (match < 0 && matches(part)) match = part
      return false
    }
    for (let pieceIndex = 0; pieceIndex < pieceCount && match < 0; pieceIndex++) {
      const s = pieceIndex / pieceCount
      const t = (pieceIndex + 1) / pieceCount
      const x0 = ax + (bx - ax) * s
      const y0 = ay + (by - ay) * s
      const x1 = pieceIndex + 1 === pieceCount ? bx : ax + (bx - ax) * t
      const y1 = pieceIndex + 1 === pieceCount ? by : ay + (by - ay) * t
      this.tree?.search(
        Math.min(x0, x1) - ROUNDING_TOLERANCE_METERS,
        Math.min(y0, y1) - ROUNDING_TOLERANCE_METERS,
        Math.max(x0, x1) + ROUNDING_TOLERANCE_METERS,
        Math.max(y0, y1) + ROUNDING_TOLERANCE_METERS,
        visit,
      )
    }
    return match
  }

  findAround(x: number, y: number, reach: number, matches: (part: number) => boolean): number {
    let match = -1
    this.tree?.search(x - reach, y - reach, x + reach, y + reach, (part) => {
      if (match < 0 && matches(part)) match = part
      return false
    })
    return match
  }
}
