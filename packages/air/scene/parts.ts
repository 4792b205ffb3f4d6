import type { Position } from '@fairway/geo'
import { type ConvexShape, containsStrictly, entersInterior } from '../geometry/convex.ts'
import { toVector } from '../geometry/ellipsoid.ts'
import type { Frame } from '../geometry/frame.ts'
import { areWithinDistance, type Segment } from '../geometry/segments.ts'
import type { Block } from './block.ts'
import { fillDents, reachesDent } from './fill-dents.ts'
import { type LazyPart, toLazyParts } from './outline-shapes.ts'
import { isInBox, type ShapePart } from './part.ts'
import { PartIndex } from './plan-index.ts'
import { marginCircumradius } from './shapes.ts'

export interface SceneOptions {
  readonly marginMeters: number
  readonly reachMeters: number
  readonly stops?: readonly Position[]
  /**
   * Lines that filled dents must not contain. If set, all dents that contain neither a stop nor one of these lines are
   * filled. Only searches set it, because they never enter such dents.
   */
  readonly openLines?: readonly (readonly Position[])[]
}

/** Parts of all blocks, built when a leg comes near, with dents filled where allowed. */
export class ShapeParts {
  readonly index: PartIndex
  private readonly frame: Frame
  private readonly blocks: readonly Block[]
  private readonly builtParts: (ShapePart | undefined)[] = []
  private readonly openSegments: Segment[] | undefined

  constructor(frame: Frame, blocks: readonly Block[], options: SceneOptions) {
    const { marginMeters, reachMeters, stops = [], openLines } = options
    this.frame = frame
    this.blocks = blocks
    const lazyParts = blocks.map(({ outline }) => toLazyParts(frame, outline, marginMeters, reachMeters))
    const index = new PartIndex(lazyParts, reachMeters)
    this.openSegments = openLines && toSegments(frame, [...stops.map((stop) => [stop]), ...openLines])
    const filledParts = lazyParts.map((list, block) => this.fillLargeRings(index, list, block))
    this.index = filledParts.some((list, block) => list !== lazyParts[block])
      ? new PartIndex(filledParts, reachMeters)
      : index
  }

  get(part: number): ShapePart {
    const built = this.builtParts[part] ?? this.build(part)
    this.builtParts[part] = built
    return built
  }

  private build(part: number): ShapePart {
    const { lazyParts, blockOfPart } = this.index
    const lazyPart = lazyParts[part]
    if (lazyPart.fillable?.partCount !== 1) return lazyPart.make()
    const [filledParts] = this.fillDents(this.index, lazyPart, blockOfPart[part])
    return filledParts.make()
  }

  /** Fills the dents of rings with many parts before the search, because filling changes the parts. */
  private fillLargeRings(index: PartIndex, lazyParts: readonly LazyPart[], block: number): readonly LazyPart[] {
    const fillableRing = lazyParts[0]?.fillable
    if (fillableRing === undefined || fillableRing.partCount === 1) return lazyParts
    const filledParts = this.fillDents(index, lazyParts[0], block)
    return filledParts[0] === lazyParts[0] ? lazyParts : [...filledParts, ...lazyParts.slice(fillableRing.partCount)]
  }

  private fillDents(index: PartIndex, lazyPart: LazyPart, block: number): readonly LazyPart[] {
    const { fillable } = lazyPart
    if (!fillable || !this.openSegments) return [lazyPart]
    // A flight may cross a timed block when it is not in force, so dents of timed blocks are kept. Rings with very many
    // corners are filled anyway, because the search would otherwise consider every edge. As a result, these rings block
    // flights for slightly longer than necessary.
    if (this.blocks[block].matters && fillable.partCount === 1) return [lazyPart]
    const vectors = fillDents(this.frame, fillable.ring, (dent) =>
      this.isDentFree(index, dent, block, fillable.marginMeters),
    )
    return vectors.length < fillable.ring.vectors.length ? fillable.planFilled(vectors) : [lazyPart]
  }

  private isDentFree(index: PartIndex, dent: ConvexShape, block: number, marginMeters: number): boolean {
    const { xs, ys } = dent
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const [x, y, reach] = [(west + east) / 2, (south + north) / 2, Math.max(east - west, north - south) / 2]
    // A margin is longer on the frame than on the earth, but by less than 10 %, because dents are small and nearby.
    const margin = 1.1 * marginCircumradius(marginMeters)
    if (this.openSegments?.some((line) => reachesDent(dent, line, margin))) return false
    const obstructingPart = index.findAround(x, y, reach + margin, (part) => {
      const { coreSegment, reach: otherReach } = index.lazyParts[part]
      return index.blockOfPart[part] !== block && reachesDent(dent, coreSegment, otherReach + margin)
    })
    return obstructingPart < 0
  }

  /** Returns whether a point is strictly inside a part. */
  contains(part: number, x: number, y: number): boolean {
    const { coreSegment, reach } = this.index.lazyParts[part]
    if (!areWithinDistance({ ax: x, ay: y, bx: x, by: y }, coreSegment, reach)) return false
    const { pieces, boxes } = this.get(part)
    return pieces.some((piece, index) => isInBox(boxes, index, x, y) && containsStrictly(piece, x, y))
  }

  isEnteredBy(part: number, leg: Segment): boolean {
    const { coreSegment, reach } = this.index.lazyParts[part]
    if (!areWithinDistance(coreSegment, leg, reach)) return false
    const { pieces, boxes } = this.get(part)
    const { ax, ay, bx, by } = leg
    if (pieces.length === 1) return entersInterior(pieces[0], ax, ay, bx, by)
    const west = Math.min(ax, bx)
    const south = Math.min(ay, by)
    const east = Math.max(ax, bx)
    const north = Math.max(ay, by)
    for (let index = 0; index < pieces.length; index++) {
      const box = 4 * index
      if (boxes[box] > east || boxes[box + 1] > north || boxes[box + 2] < west || boxes[box + 3] < south) continue
      if (entersInterior(pieces[index], ax, ay, bx, by)) return true
    }
    return false
  }
}

function toSegments(frame: Frame, lines: readonly (readonly Position[])[]): Segment[] {
  return lines.flatMap((line) => {
    const points = line.map((position) => frame.project(toVector(position)))
    return points.slice(0, Math.max(1, points.length - 1)).map((a, index) => {
      const b = points[index + 1] ?? a
      return { ax: a.x, ay: a.y, bx: b.x, by: b.y }
    })
  })
}
