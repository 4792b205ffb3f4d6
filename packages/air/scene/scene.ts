import Flatbush from 'flatbush'
import { type Convex, containsStrictly, enters, sharesInside } from '../geometry/convex.ts'
import { toVector, type Vector } from '../geometry/ellipsoid.ts'
import type { Frame } from '../geometry/frame.ts'
import { isInside } from '../geometry/inside.ts'
import { areWithin } from '../geometry/segments.ts'
import type { Position } from '../model.ts'
import type { Block, Leg } from './block.ts'
import { planShapes, type ShapePlan } from './outline-shapes.ts'

const MOST_PIECES = 32
/** Pieces of a leg begin and end where rounding puts them. */
const SLACK_METERS = 1e-3

/** The blocks near one flight, as shapes on its frame, found by where they are. */
export class Scene {
  readonly frame: Frame
  readonly blocks: readonly Block[]
  readonly #plans: ShapePlan[] = []
  readonly #shapes: (Convex | undefined)[] = []
  readonly #owner: number[] = []
  /** Where the shapes of a block begin; one more at the end. */
  readonly #first: number[] = []
  /** Long legs are checked piece by piece: the box around all of a slanting one holds too much. */
  readonly #pieceMeters: number
  readonly #tree: Flatbush | undefined
  /** Blocks that matter at times only, with a stop inside: one can be in them without having crossed their edges. */
  readonly #inhabited: number[]

  constructor(
    frame: Frame,
    blocks: readonly Block[],
    marginMeters: number,
    reachMeters: number,
    stops: readonly Position[],
  ) {
    this.frame = frame
    this.blocks = blocks
    blocks.forEach(({ outline }, block) => {
      this.#first.push(this.#plans.length)
      for (const plan of planShapes(frame, outline, marginMeters, reachMeters)) {
        this.#plans.push(plan)
        this.#owner.push(block)
      }
    })
    this.#first.push(this.#plans.length)
    this.#pieceMeters = (4 * reachMeters) / Math.sqrt(this.#plans.length + 1)
    if (this.#plans.length > 0) {
      this.#tree = new Flatbush(this.#plans.length)
      for (const { core, reach } of this.#plans) {
        const { ax, ay, bx, by } = core
        this.#tree.add(
          Math.min(ax, bx) - reach,
          Math.min(ay, by) - reach,
          Math.max(ax, bx) + reach,
          Math.max(ay, by) + reach,
        )
      }
      this.#tree.finish()
    }
    const vectors = stops.map(toVector)
    this.#inhabited = blocks.flatMap(({ outline, matters }, block) =>
      matters && outline.kind === 'polygon' && vectors.some((stop) => isInside(outline, stop)) ? [block] : [],
    )
  }

  get shapeCount(): number {
    return this.#plans.length
  }

  shape(index: number): Convex {
    const made = this.#shapes[index] ?? this.#plans[index].make()
    this.#shapes[index] = made
    return made
  }

  ownerOf(shape: number): number {
    return this.#owner[shape]
  }

  /** A shape that the leg would fly into, or -1: the way is clear. */
  findBlocker(leg: Leg): number {
    const { ax, ay, bx, by } = leg
    const pieces = Math.max(
      1,
      Math.min(MOST_PIECES, Math.ceil(Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2) / this.#pieceMeters)),
    )
    let blocker = -1
    const visit = (shape: number) => {
      if (blocker < 0 && this.isBlockedBy(shape, leg)) blocker = shape
      return false
    }
    for (let piece = 0; piece < pieces && blocker < 0; piece++) {
      const [s, t] = [piece / pieces, (piece + 1) / pieces]
      const [x0, y0] = [ax + (bx - ax) * s, ay + (by - ay) * s]
      const [x1, y1] = t === 1 ? [bx, by] : [ax + (bx - ax) * t, ay + (by - ay) * t]
      this.#tree?.search(
        Math.min(x0, x1) - SLACK_METERS,
        Math.min(y0, y1) - SLACK_METERS,
        Math.max(x0, x1) + SLACK_METERS,
        Math.max(y0, y1) + SLACK_METERS,
        visit,
      )
    }
    if (blocker >= 0) return blocker
    const inhabited = this.#inhabited.find((block) => this.#mattersOn(block, leg))
    return inhabited === undefined ? -1 : this.#first[inhabited]
  }

  isBlockedBy(shape: number, leg: Leg): boolean {
    if (!this.#isEntered(shape, leg)) return false
    const block = this.#owner[shape]
    return !this.blocks[block].matters || this.#mattersOn(block, leg)
  }

  /** A shape that always matters and that a point lies in, or -1. */
  findBurier(x: number, y: number): number {
    let burier = -1
    this.#tree?.search(x, y, x, y, (shape) => {
      if (burier >= 0 || this.blocks[this.#owner[shape]].matters) return false
      const { core, reach } = this.#plans[shape]
      if (areWithin({ ax: x, ay: y, bx: x, by: y }, core, reach) && containsStrictly(this.shape(shape), x, y))
        burier = shape
      return false
    })
    return burier
  }

  /** All blocks that the leg enters while they matter. */
  blocksOn(leg: Leg): number[] {
    const found = new Set(this.#inhabited)
    this.#search(leg, (shape) => {
      if (!found.has(this.#owner[shape]) && this.#isEntered(shape, leg)) found.add(this.#owner[shape])
    })
    return [...found]
      .filter((block) => !this.blocks[block].matters || this.#mattersOn(block, leg))
      .sort((a, b) => a - b)
  }

  #search({ ax, ay, bx, by }: Leg, visit: (shape: number) => void): void {
    this.#tree?.search(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by), (shape) => {
      visit(shape)
      return false
    })
  }

  #isEntered(shape: number, leg: Leg): boolean {
    const { core, reach } = this.#plans[shape]
    return areWithin(core, leg, reach) && enters(this.shape(shape), leg.ax, leg.ay, leg.bx, leg.by)
  }

  /** From where the leg first comes into the block to where it last leaves it: all of that must be free. */
  #mattersOn(block: number, { ax, ay, bx, by, fromMs, untilMs }: Leg): boolean {
    const { outline, matters } = this.blocks[block]
    const [a, b] = [this.frame.lift(ax, ay), this.frame.lift(bx, by)]
    let [first, last] = [isInside(outline, a) ? 0 : 1, isInside(outline, b) ? 1 : 0]
    for (let shape = this.#first[block]; shape < this.#first[block + 1]; shape++) {
      const shares = sharesInside(this.shape(shape), ax, ay, bx, by)
      if (!shares) continue
      first = Math.min(first, shares[0])
      last = Math.max(last, shares[1])
    }
    if (first > last) return false
    const at = (share: number): Vector => this.frame.lift(ax + (bx - ax) * share, ay + (by - ay) * share)
    const when = (share: number) => fromMs + (untilMs - fromMs) * share
    return matters?.({ from: at(first), to: at(last), fromMs: when(first), untilMs: when(last) }) ?? true
  }

  /** The blocks one of whose shapes has a corner there. */
  blocksTouching(x: number, y: number): number[] {
    const shapes = this.#tree?.search(x, y, x, y) ?? []
    const touching = shapes.filter((index) => {
      const { xs, ys } = this.shape(index)
      return xs.some((corner, at) => corner === x && ys[at] === y)
    })
    return touching.map((shape) => this.#owner[shape])
  }

  /** The blocks whose shapes a point is in, or whose inside. */
  blocksAt(point: Vector): number[] {
    const { x, y } = this.frame.project(point)
    const found = new Set<number>()
    for (const shape of this.#tree?.search(x, y, x, y) ?? []) {
      if (containsStrictly(this.shape(shape), x, y)) found.add(this.#owner[shape])
    }
    this.blocks.forEach(({ outline }, block) => {
      if (!found.has(block) && isInside(outline, point)) found.add(block)
    })
    return [...found].sort((a, b) => a - b)
  }
}
