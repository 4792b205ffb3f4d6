import { commonAncestor, depthOf, type Preorder } from '../matrix/elimination-tree.ts'
import type { JointOrder } from '../matrix/joint-order.ts'

/** A piece of a path to the root that all rows of two ranges have in common. */
export type PieceVisitor = (
  sourceBegin: number,
  sourceEnd: number,
  targetBegin: number,
  targetEnd: number,
  fromDepth: number,
  toDepth: number,
) => void

/**
 * Splits what sources and targets have in common into pieces: every pair comes by each depth of its common path once,
 * together with all others that come by there. The places of both sides are in the order of the tree, so what lies below
 * a vertex is a range of each.
 */
export class PieceFinder {
  private readonly preorder: Preorder
  /** Both sides merged in the order of the tree: their vertices, and how many of them are sources before each. */
  private readonly vertex: number[] = []
  private readonly sourcesBefore: number[] = []
  /** The depth down to which a place and the next have the same path; -1 when they have different roots. */
  private readonly common: number[] = []

  constructor(preorder: Preorder) {
    this.preorder = preorder
  }

  visit(sources: JointOrder, targets: JointOrder, visitor: PieceVisitor): void {
    this.merge(sources, targets)
    this.split(0, sources.count + targets.count, 0, visitor)
  }

  private merge(sources: JointOrder, targets: JointOrder): void {
    const { number } = this.preorder
    const length = sources.count + targets.count
    let source = 0
    let target = 0
    for (let place = 0; place < length; place++) {
      this.sourcesBefore[place] = source
      const s = source < sources.count ? sources.joint[source] : -1
      const t = target < targets.count ? targets.joint[target] : -1
      const takesSource = t < 0 || (s >= 0 && number[s] <= number[t])
      this.vertex[place] = takesSource ? s : t
      if (takesSource) source++
      else target++
    }
    this.sourcesBefore[length] = source
    for (let i = 0; i + 1 < length; i++) {
      this.common[i] = depthOf(this.preorder, commonAncestor(this.preorder, this.vertex[i], this.vertex[i + 1]))
    }
  }

  /** The places begin … end have the same path above `fromDepth`, and that much is done. */
  private split(begin: number, end: number, fromDepth: number, visitor: PieceVisitor): void {
    const { common, sourcesBefore } = this
    const sourceBegin = sourcesBefore[begin]
    const sourceEnd = sourcesBefore[end]
    const sourceCount = sourceEnd - sourceBegin
    if (sourceCount === 0 || sourceCount === end - begin) return
    let toDepth = 0xffff
    for (let i = begin; i < end - 1; i++) toDepth = Math.min(toDepth, common[i])
    if (toDepth >= fromDepth) {
      visitor(sourceBegin, sourceEnd, begin - sourceBegin, end - sourceEnd, fromDepth, toDepth)
    }
    for (let i = begin; i < end; ) {
      let next = i + 1
      while (next < end && common[next - 1] > toDepth) next++
      this.split(i, next, toDepth + 1, visitor)
      i = next
    }
  }
}
