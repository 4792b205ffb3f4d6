import type { Position } from '@fairway/geo'
import { type Convex, containsStrictly, enters } from '../geometry/convex.ts'
import { toVector } from '../geometry/ellipsoid.ts'
import type { Frame } from '../geometry/frame.ts'
import { areWithin, type Segment } from '../geometry/segments.ts'
import type { Block } from './block.ts'
import { fillDents, reachesInto } from './fill-dents.ts'
import { planShapes, type ShapePlan } from './outline-shapes.ts'
import { isInBox, type Part } from './part.ts'
import { PlanIndex } from './plan-index.ts'
import { marginReach } from './shapes.ts'

export interface SceneOptions {
  readonly marginMeters: number
  readonly reachMeters: number
  readonly stops?: readonly Position[]
  /** Allows filling dents that contain neither stops nor these lines. Only for searches, which never enter them. */
  readonly openLines?: readonly (readonly Position[])[]
}

/** The parts of all blocks, built when a leg comes near, with dents filled where allowed. */
export class Parts {
  readonly index: PlanIndex
  private readonly frame: Frame
  private readonly blocks: readonly Block[]
  private readonly made: (Part | undefined)[] = []
  private readonly open: Segment[] | undefined

  constructor(frame: Frame, blocks: readonly Block[], options: SceneOptions) {
    const { marginMeters, reachMeters, stops = [], openLines } = options
    this.frame = frame
    this.blocks = blocks
    const plans = blocks.map(({ outline }) => planShapes(frame, outline, marginMeters, reachMeters))
    const index = new PlanIndex(plans, reachMeters)
    this.open = openLines && segmentsOf(frame, [...stops.map((stop) => [stop]), ...openLines])
    const filled = plans.map((list, block) => this.fillLarge(index, list, block))
    this.index = filled.some((list, block) => list !== plans[block]) ? new PlanIndex(filled, reachMeters) : index
  }

  get(part: number): Part {
    const made = this.made[part] ?? this.make(part)
    this.made[part] = made
    return made
  }

  private make(part: number): Part {
    const { plans, owners } = this.index
    const plan = plans[part]
    if (plan.dented?.parts !== 1) return plan.make()
    const [filled] = this.fill(this.index, plan, owners[part])
    return filled.make()
  }

  /** Fills rings of many parts before the search, because filling changes their parts. */
  private fillLarge(index: PlanIndex, plans: readonly ShapePlan[], block: number): readonly ShapePlan[] {
    const large = plans[0]?.dented
    if (large === undefined || large.parts === 1) return plans
    const filled = this.fill(index, plans[0], block)
    return filled[0] === plans[0] ? plans : [...filled, ...plans.slice(large.parts)]
  }

  private fill(index: PlanIndex, plan: ShapePlan, block: number): readonly ShapePlan[] {
    const { dented } = plan
    if (!dented || !this.open) return [plan]
    // A timed block may be crossed when it is not in force, so its dents can be useful and are kept. Rings with very
    // many corners are filled anyway, since otherwise every edge would take part. They block slightly longer as a
    // result.
    if (this.blocks[block].matters && dented.parts === 1) return [plan]
    const vectors = fillDents(this.frame, dented.ring, (dent) => this.isFree(index, dent, block, dented.marginMeters))
    return vectors.length < dented.ring.vectors.length ? dented.planFilled(vectors) : [plan]
  }

  private isFree(index: PlanIndex, dent: Convex, block: number, marginMeters: number): boolean {
    const { xs, ys } = dent
    const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
    const [x, y, reach] = [(west + east) / 2, (south + north) / 2, Math.max(east - west, north - south) / 2]
    // A margin is longer on the frame than on the earth, but by less than a tenth because dents are small and near.
    const margin = 1.1 * marginReach(marginMeters)
    if (this.open?.some((line) => reachesInto(dent, line, margin))) return false
    const other = index.findAround(x, y, reach + margin, (part) => {
      const { core, reach: others } = index.plans[part]
      return index.owners[part] !== block && reachesInto(dent, core, others + margin)
    })
    return other < 0
  }

  /** Whether a point lies strictly inside a part. */
  holds(part: number, x: number, y: number): boolean {
    const { core, reach } = this.index.plans[part]
    if (!areWithin({ ax: x, ay: y, bx: x, by: y }, core, reach)) return false
    const { pieces, boxes } = this.get(part)
    return pieces.some((piece, at) => isInBox(boxes, at, x, y) && containsStrictly(piece, x, y))
  }

  isEntered(part: number, leg: Segment): boolean {
    const { core, reach } = this.index.plans[part]
    if (!areWithin(core, leg, reach)) return false
    const { pieces, boxes } = this.get(part)
    const { ax, ay, bx, by } = leg
    if (pieces.length === 1) return enters(pieces[0], ax, ay, bx, by)
    const west = Math.min(ax, bx)
    const south = Math.min(ay, by)
    const east = Math.max(ax, bx)
    const north = Math.max(ay, by)
    for (let at = 0; at < pieces.length; at++) {
      const box = 4 * at
      if (boxes[box] > east || boxes[box + 1] > north || boxes[box + 2] < west || boxes[box + 3] < south) continue
      if (enters(pieces[at], ax, ay, bx, by)) return true
    }
    return false
  }
}

function segmentsOf(frame: Frame, lines: readonly (readonly Position[])[]): Segment[] {
  return lines.flatMap((line) => {
    const points = line.map((position) => frame.project(toVector(position)))
    return points.slice(0, Math.max(1, points.length - 1)).map((a, at) => {
      const b = points[at + 1] ?? a
      return { ax: a.x, ay: a.y, bx: b.x, by: b.y }
    })
  })
}
