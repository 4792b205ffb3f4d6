import type { Scene } from '../scene/scene.ts'
import type { Place } from './travel.ts'
import { anywhere, ROUNDING, Wedge } from './wedge.ts'

/** A shape that takes part: the corners that can be reached, and a circle around all of them. */
interface Group {
  readonly shape: number
  readonly x: number
  readonly y: number
  readonly reach: number
  corners: readonly number[]
}

/**
 * The points where a way may bend: ends, points of corridors, corners of shapes. What is asked of corners here only spares the search
 * work, and errs on the side of more work: whether a leg is clear is decided by the scene, exactly.
 */
export class Nodes {
  readonly places: Place[] = []
  readonly groups: Group[] = []
  /** By node: its shape, or -1; and a shape that it lies buried in, or -1. */
  readonly #shapes: number[] = []
  readonly buriers: number[] = []
  /** By node: the corner itself, the one before it in its shape, and the one after it. */
  #corners = new Float64Array(6 * 256)
  /** The groups with corners that a shape buries, by that shape. */
  readonly #buried = new Map<number, Group[]>()

  add(place: Place): number {
    this.#shapes.push(-1)
    this.buriers.push(-1)
    return this.places.push(place) - 1
  }

  /** `takesPart` tells of other shapes, `isWorthwhile` of corners. */
  addShape(
    scene: Scene,
    shape: number,
    takesPart: (shape: number) => boolean,
    isWorthwhile: (node: number) => boolean,
  ): Group {
    const { xs, ys } = scene.shape(shape)
    const nodes = Array.from(xs, (x, at) => this.#addCorner(scene, shape, xs, ys, x, at))
    const count = xs.length
    const x = xs.reduce((sum, each) => sum + each, 0) / count
    const y = ys.reduce((sum, each) => sum + each, 0) / count
    const reach = nodes.reduce(
      (most, node) => Math.max(most, Math.hypot(this.places[node].x - x, this.places[node].y - y)),
      0,
    )
    const corners = nodes.filter((node) => !takesPart(this.buriers[node]) && isWorthwhile(node))
    const group = { shape, x, y, reach, corners }
    for (const corner of corners) {
      const burier = this.buriers[corner]
      if (burier >= 0) this.#buried.set(burier, [...(this.#buried.get(burier) ?? []), group])
    }
    for (const other of this.#buried.get(shape) ?? []) {
      other.corners = other.corners.filter((corner) => this.buriers[corner] !== shape)
    }
    this.groups.push(group)
    return group
  }

  #addCorner(scene: Scene, shape: number, xs: Float64Array, ys: Float64Array, x: number, at: number): number {
    const y = ys[at]
    const node = this.add({ x, y, vector: scene.frame.lift(x, y) })
    const last = at === 0 ? xs.length - 1 : at - 1
    const next = at + 1 === xs.length ? 0 : at + 1
    this.#shapes[node] = shape
    this.buriers[node] = scene.findBurier(x, y)
    if (this.#corners.length < 6 * (node + 1)) {
      const corners = this.#corners
      this.#corners = new Float64Array(2 * corners.length + 6 * (node + 1))
      this.#corners.set(corners)
    }
    this.#corners.set([x, y, xs[last], ys[last], xs[next], ys[next]], 6 * node)
    return node
  }

  /** Where a way can go on from a node, having come from another (or -1). */
  wedgeAt(came: number, node: number): Wedge {
    if (this.#shapes[node] < 0 || came < 0) return anywhere
    const [x, y, lastX, lastY, nextX, nextY] = this.#corners.subarray(6 * node, 6 * node + 6)
    return Wedge.at({ x, y, lastX, lastY, nextX, nextY }, this.places[came].x, this.places[came].y)
  }

  /** The corners of a group within a wedge at which lines from a node touch the group's shape. */
  visitTangents(node: number, wedge: Wedge, group: Group, visit: (corner: number) => void): void {
    const { x, y } = this.places[node]
    if (!wedge.holds(group.x - x, group.y - y, group.reach)) return
    const table = this.#corners
    const isOwn = this.#shapes[node] === group.shape
    const { corners } = group
    for (let each = 0; each < corners.length; each++) {
      const at = 6 * corners[each]
      const dx = table[at] - x
      const dy = table[at + 1] - y
      if (!wedge.holds(dx, dy, 0)) continue
      if (isOwn) {
        // From one corner of a shape to another there are only its edges.
        const isNext = table[at + 2] === x && table[at + 3] === y
        const isLast = table[at + 4] === x && table[at + 5] === y
        if (isNext || isLast) visit(corners[each])
        continue
      }
      const last = dx * (table[at + 3] - y) - dy * (table[at + 2] - x)
      const next = dx * (table[at + 5] - y) - dy * (table[at + 4] - x)
      if ((last > ROUNDING && next < -ROUNDING) || (last < -ROUNDING && next > ROUNDING)) continue
      visit(corners[each])
    }
  }
}
