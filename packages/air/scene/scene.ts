import type { Vector } from '@fairway/geo'
import { sharesInside } from '../geometry/convex.ts'
import { toVector } from '../geometry/ellipsoid.ts'
import type { Frame } from '../geometry/frame.ts'
import { isInside } from '../geometry/inside.ts'
import type { Block, Leg, Stretch } from './block.ts'
import type { Part } from './part.ts'
import { Parts, type SceneOptions } from './parts.ts'
import type { PlanIndex } from './plan-index.ts'

/** The blocks near one flight, as shapes on its frame with a spatial index. */
export class Scene {
  readonly frame: Frame
  readonly blocks: readonly Block[]
  private readonly index: PlanIndex
  private readonly parts: Parts
  /** Timed blocks that contain a stop. A flight can be inside them without crossing an edge. */
  private readonly inhabited: number[]
  /** Caches whether a position lies inside a block. Many legs share a start. */
  private readonly inside = new Map<number, Map<number, { y: number; isInside: boolean }>>()

  constructor(frame: Frame, blocks: readonly Block[], options: SceneOptions) {
    this.frame = frame
    this.blocks = blocks
    this.parts = new Parts(frame, blocks, options)
    this.index = this.parts.index
    const vectors = (options.stops ?? []).map(toVector)
    this.inhabited = blocks.flatMap(({ outline, matters }, block) =>
      matters && outline.kind === 'polygon' && vectors.some((stop) => isInside(outline, stop)) ? [block] : [],
    )
  }

  part(part: number): Part {
    return this.parts.get(part)
  }

  ownerOf(part: number): number {
    return this.index.owners[part]
  }

  /** Returns a part that blocks the leg, or -1 if the leg is clear. */
  findBlocker(leg: Leg): number {
    const blocker = this.index.find(leg, (part) => this.isBlockedBy(part, leg))
    if (blocker >= 0) return blocker
    const inhabited = this.inhabited.find((block) => this.mattersOn(block, leg))
    return inhabited === undefined ? -1 : this.index.first[inhabited]
  }

  isBlockedBy(part: number, leg: Leg): boolean {
    if (!this.parts.isEntered(part, leg)) return false
    const block = this.index.owners[part]
    return !this.blocks[block].matters || this.mattersOn(block, leg)
  }

  /** Returns a part that always applies and contains the point, or -1. */
  findBurier(x: number, y: number): number {
    return this.index.findAround(x, y, 0, (part) => {
      if (this.blocks[this.index.owners[part]].matters) return false
      return this.parts.holds(part, x, y)
    })
  }

  /** Returns all blocks the leg enters while they apply. */
  blocksOn(leg: Leg): number[] {
    const found = this.entered(leg, () => true)
    return found.filter((block) => !this.blocks[block].matters || this.mattersOn(block, leg))
  }

  /**
   * Returns the blocks that apply only at times or in places and that the leg enters, whether or not they apply then.
   */
  stretchesOn(leg: Leg): { readonly block: number; readonly stretch: Stretch }[] {
    return this.entered(leg, ({ matters }) => matters !== undefined).flatMap((block) => {
      const stretch = this.stretchIn(block, leg)
      return stretch ? [{ block, stretch }] : []
    })
  }

  private entered(leg: Leg, counts: (block: Block) => boolean): number[] {
    const found = new Set(this.inhabited)
    this.index.find(leg, (part) => {
      const block = this.index.owners[part]
      if (!found.has(block) && counts(this.blocks[block]) && this.parts.isEntered(part, leg)) found.add(block)
      return false
    })
    return [...found].sort((a, b) => a - b)
  }

  private mattersOn(block: number, leg: Leg): boolean {
    const stretch = this.stretchIn(block, leg)
    return stretch !== undefined && (this.blocks[block].matters?.(stretch) ?? true)
  }

  /** The stretch from the first entry to the last exit. All of it must be free. */
  private stretchIn(block: number, leg: Leg): Stretch | undefined {
    const { ax, ay, bx, by, fromMs, untilMs, msAt } = leg
    let first = this.isInside(block, ax, ay) ? 0 : 1
    let last = this.isInside(block, bx, by) ? 1 : 0
    this.index.find(leg, (part) => {
      if (this.index.owners[part] !== block) return false
      for (const piece of this.parts.get(part).pieces) {
        const shares = sharesInside(piece, ax, ay, bx, by)
        if (!shares) continue
        first = Math.min(first, shares[0])
        last = Math.max(last, shares[1])
      }
      return false
    })
    if (first > last) return undefined
    const at = (share: number): Vector => this.frame.lift(ax + (bx - ax) * share, ay + (by - ay) * share)
    const when = msAt ?? ((share: number) => fromMs + (untilMs - fromMs) * share)
    return { from: at(first), to: at(last), fromMs: when(first), untilMs: when(last) }
  }

  private isInside(block: number, x: number, y: number): boolean {
    const places = this.inside.get(block) ?? new Map()
    this.inside.set(block, places)
    const known = places.get(x)
    if (known?.y === y) return known.isInside
    const found = isInside(this.blocks[block].outline, this.frame.lift(x, y))
    places.set(x, { y, isInside: found })
    return found
  }

  /** Returns the blocks with a part that has a corner at this point. */
  blocksTouching(x: number, y: number): number[] {
    const touching: number[] = []
    this.index.findAround(x, y, 0, (part) => {
      const { corners } = this.parts.get(part)
      for (let at = 0; at < corners.length; at += 6) {
        if (corners[at] === x && corners[at + 1] === y) touching.push(this.index.owners[part])
      }
      return false
    })
    return touching
  }

  /** Returns the blocks that contain a point in their shapes or their interior. */
  blocksAt(point: Vector): number[] {
    const { x, y } = this.frame.project(point)
    const found = new Set<number>()
    this.index.findAround(x, y, 0, (part) => {
      if (this.parts.holds(part, x, y)) found.add(this.index.owners[part])
      return false
    })
    this.blocks.forEach(({ outline }, block) => {
      if (!found.has(block) && isInside(outline, point)) found.add(block)
    })
    return [...found].sort((a, b) => a - b)
  }
}
