import { commonAncestor, depthOf, type Preorder } from './elimination-tree.ts'
import type { JointOrder } from './joint-order.ts'

/** Callback for a section of the path to the root that all rows of two ranges share. */
export type SharedSectionVisitor = (
  sourceBegin: number,
  sourceEnd: number,
  targetBegin: number,
  targetEnd: number,
  fromDepth: number,
  toDepth: number,
) => void

/**
 * Splits the common tree paths of sources and targets into sections. Every pair is visited once per depth of its common
 * path, together with all other pairs at that depth. Sources and targets are in tree order, so the points below a
 * vertex form a range in each list.
 */
export class SharedSectionFinder {
  private readonly preorder: Preorder
  /** Sources and targets merged in tree order: their vertices and the number of sources before each. */
  private readonly vertex: number[] = []
  private readonly sourceCountBefore: number[] = []
  /** Greatest depth at which a point and the next one share their path, or -1 if their roots differ. */
  private readonly commonDepths: number[] = []

  constructor(preorder: Preorder) {
    this.preorder = preorder
  }

  forEach(sources: JointOrder, targets: JointOrder, visitor: SharedSectionVisitor): void {
    this.merge(sources, targets)
    this.split(0, sources.count + targets.count, 0, visitor)
  }

  private merge(sources: JointOrder, targets: JointOrder): void {
    const { number } = this.preorder
    const length = sources.count + targets.count
    let source = 0
    let target = 0
    for (let index = 0; index < length; index++) {
      this.sourceCountBefore[index] = source
      const s = source < sources.count ? sources.joint[source] : -1
      const t = target < targets.count ? targets.joint[target] : -1
      const isSourceNext = t < 0 || (s >= 0 && number[s] <= number[t])
      this.vertex[index] = isSourceNext ? s : t
      if (isSourceNext) source++
      else target++
    }
    this.sourceCountBefore[length] = source
    for (let i = 0; i + 1 < length; i++) {
      this.commonDepths[i] = depthOf(this.preorder, commonAncestor(this.preorder, this.vertex[i], this.vertex[i + 1]))
    }
  }

  /**
   * Splits the points `begin` to `end - 1`. The section of their common path above `fromDepth` has already been
   * processed.
   */
  private split(begin: number, end: number, fromDepth: number, visitor: SharedSectionVisitor): void {
    const { commonDepths, sourceCountBefore: sourcesBefore } = this
    const sourceBegin = sourcesBefore[begin]
    const sourceEnd = sourcesBefore[end]
    const sourceCount = sourceEnd - sourceBegin
    if (sourceCount === 0 || sourceCount === end - begin) return
    let toDepth = 0xffff
    for (let i = begin; i < end - 1; i++) toDepth = Math.min(toDepth, commonDepths[i])
    if (toDepth >= fromDepth) {
      visitor(sourceBegin, sourceEnd, begin - sourceBegin, end - sourceEnd, fromDepth, toDepth)
    }
    for (let i = begin; i < end; ) {
      let next = i + 1
      while (next < end && commonDepths[next - 1] > toDepth) next++
      this.split(i, next, toDepth + 1, visitor)
      i = next
    }
  }
}
