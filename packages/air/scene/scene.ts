import type { Vector } from '@fairway/geo'
import { findInsideFractions } from '../geometry/convex.ts'
import { toVector } from '../geometry/ellipsoid.ts'
import type { Frame } from '../geometry/frame.ts'
import { isInside } from '../geometry/inside.ts'
import type { Block, Leg, TimedSegment } from './block.ts'
import type { ShapePart } from './part.ts'
import { type SceneOptions, ShapeParts } from './parts.ts'
import type { PartIndex } from './plan-index.ts'

/** Blocks near one flight, as shapes on its frame with a spatial index. */
export class Scene {
  readonly frame: Frame
  readonly blocks: readonly Block[]
  private readonly index: PartIndex
  private readonly parts: ShapeParts
  /** Timed blocks that contain a stop. A flight can be inside them without crossing an edge. */
  private readonly blocksAroundStops: number[]
  /** Caches whether a position is inside a block, because many legs share a start. */
  private readonly insideCache = new Map<number, Map<number, { y: number; isInside: boolean }>>()

  constructor(frame: Frame, blocks: readonly Block[], options: SceneOptions) {
    this.frame = frame
    this.blocks = blocks
    this.parts = new ShapeParts(frame, blocks, options)
    this.index = this.parts.index
    const vectors = (options.stops ?? []).map(toVector)
    this.blocksAroundStops = blocks.flatMap(({ outline, matters }, block) =>
      matters && outline.kind === 'polygon' && vectors.some((stop) => isInside(outline, stop)) ? [block] : [],
    )
  }

  getPart(part: number): ShapePart {
    return this.parts.get(part)
  }

  blockOf(part: number): number {
    return this.index.blockOfPart[part]
  }

  /** Returns a part that blocks the leg, or -1 if the leg is clear. */
  findBlocker(leg: Leg): number {
    const blocker = this.index.find(leg, (part) => this.isBlockedBy(part, leg))
    if (blocker >= 0) return blocker
    const blocksAroundStops = this.blocksAroundStops.find((block) => this.isBlockActiveOn(block, leg))
    return blocksAroundStops === undefined ? -1 : this.index.firstPartOfBlock[blocksAroundStops]
  }

  isBlockedBy(part: number, leg: Leg): boolean {
    if (!this.parts.isEnteredBy(part, leg)) return false
    const block = this.index.blockOfPart[part]
    return !this.blocks[block].matters || this.isBlockActiveOn(block, leg)
  }

  /** Returns a part that always applies and contains the point, or -1. */
  findContainingPart(x: number, y: number): number {
    return this.index.findAround(x, y, 0, (part) => {
      if (this.blocks[this.index.blockOfPart[part]].matters) return false
      return this.parts.contains(part, x, y)
    })
  }

  /** Returns all blocks that the leg enters while they apply. */
  listBlocksOn(leg: Leg): number[] {
    const enteredBlocks = this.listEnteredBlocks(leg, () => true)
    return enteredBlocks.filter((block) => !this.blocks[block].matters || this.isBlockActiveOn(block, leg))
  }

  /**
   * Returns the blocks on the leg that apply only at certain times or in certain places, whether or not they currently
   * apply.
   */
  listTimedSegments(leg: Leg): { readonly block: number; readonly stretch: TimedSegment }[] {
    return this.listEnteredBlocks(leg, ({ matters }) => matters !== undefined).flatMap((block) => {
      const segmentInside = this.findSegmentInside(block, leg)
      return segmentInside ? [{ block, stretch: segmentInside }] : []
    })
  }

  private listEnteredBlocks(leg: Leg, isRelevant: (block: Block) => boolean): number[] {
    const blockSet = new Set(this.blocksAroundStops)
    this.index.find(leg, (part) => {
      const block = this.index.blockOfPart[part]
      if (!blockSet.has(block) && isRelevant(this.blocks[block]) && this.parts.isEnteredBy(part, leg))
        blockSet.add(block)
      return false
    })
    return [...blockSet].sort((a, b) => a - b)
  }

  private isBlockActiveOn(block: number, leg: Leg): boolean {
    const segment = this.findSegmentInside(block, leg)
    return segment !== undefined && (this.blocks[block].matters?.(segment) ?? true)
  }

  /**
   * Returns the segment from the first entry to the last exit. The block must not apply anywhere along this segment.
   */
  private findSegmentInside(block: number, leg: Leg): TimedSegment | undefined {
    const { ax, ay, bx, by, fromMs, untilMs, msAt } = leg
    let first = this.isInside(block, ax, ay) ? 0 : 1
    let last = this.isInside(block, bx, by) ? 1 : 0
    this.index.find(leg, (part) => {
      if (this.index.blockOfPart[part] !== block) return false
      for (const piece of this.parts.get(part).pieces) {
        const fractions = findInsideFractions(piece, ax, ay, bx, by)
        if (!fractions) continue
        first = Math.min(first, fractions[0])
        last = Math.max(last, fractions[1])
      }
      return false
    })
    if (first > last) return undefined
    const pointAt = (fraction: number): Vector =>
      this.frame.unproject(ax + (bx - ax) * fraction, ay + (by - ay) * fraction)
    const timeAt = msAt ?? ((fraction: number) => fromMs + (untilMs - fromMs) * fraction)
    return { from: pointAt(first), to: pointAt(last), fromMs: timeAt(first), untilMs: timeAt(last) }
  }

  private isInside(block: number, x: number, y: number): boolean {
    const cachedByX = this.insideCache.get(block) ?? new Map()
    this.insideCache.set(block, cachedByX)
    const cached = cachedByX.get(x)
    if (cached?.y === y) return cached.isInside
    const result = isInside(this.blocks[block].outline, this.frame.unproject(x, y))
    cachedByX.set(x, { y, isInside: result })
    return result
  }

  /** Returns the blocks with a part that has a corner at this point. */
  listBlocksTouching(x: number, y: number): number[] {
    const touchingBlocks: number[] = []
    this.index.findAround(x, y, 0, (part) => {
      const { corners } = this.parts.get(part)
      for (let offset = 0; offset < corners.length; offset += 6) {
        if (corners[offset] === x && corners[offset + 1] === y) touchingBlocks.push(this.index.blockOfPart[part])
      }
      return false
    })
    return touchingBlocks
  }

  /** Returns the blocks that contain a point in their shapes or their interior. */
  listBlocksAt(point: Vector): number[] {
    const { x, y } = this.frame.project(point)
    const containingBlocks = new Set<number>()
    this.index.findAround(x, y, 0, (part) => {
      if (this.parts.contains(part, x, y)) containingBlocks.add(this.index.blockOfPart[part])
      return false
    })
    this.blocks.forEach(({ outline }, block) => {
      if (!containingBlocks.has(block) && isInside(outline, point)) containingBlocks.add(block)
    })
    return [...containingBlocks].sort((a, b) => a - b)
  }
}
