import type { Scene } from '../scene/scene.ts'
import type { Place } from './travel.ts'
import { anywhere, ROUNDING, Wedge } from './wedge.ts'

/** A part that has joined the search: its reachable corners and a circle around all of them. */
interface Group {
  readonly x: number
  readonly y: number
  readonly reach: number
  corners: readonly number[]
}

/**
 * The points where a path may bend: endpoints, corridor points, and shape corners. The corner checks here only save
 * search work, and when in doubt they keep a corner. The scene decides exactly whether a leg is clear.
 */
export class Nodes {
  readonly places: Place[] = []
  readonly groups: Group[] = []
  /** By node: a part that contains it, or -1. */
  readonly buriers: number[] = []
  /** By node: the corner itself, its predecessor and its successor in the shape. */
  private corners = new Float64Array(6 * 256)
  /** Nodes from this index on are corners. */
  private firstCorner = Number.POSITIVE_INFINITY
  /** The groups with corners inside a part, by that part. */
  private readonly buried = new Map<number, Group[]>()

  add(place: Place): number {
    this.buriers.push(-1)
    return this.places.push(place) - 1
  }

  /** `takesPart` tests other parts, `isWorthwhile` tests corners. */
  addPart(
    scene: Scene,
    part: number,
    takesPart: (part: number) => boolean,
    isWorthwhile: (node: number) => boolean,
  ): Group {
    const table = scene.part(part).corners
    const nodes: number[] = []
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let at = 0; at < table.length; at += 6) {
      nodes.push(this.addCorner(scene, table.subarray(at, at + 6)))
      west = Math.min(west, table[at])
      east = Math.max(east, table[at])
      south = Math.min(south, table[at + 1])
      north = Math.max(north, table[at + 1])
    }
    const corners = nodes.filter((node) => !takesPart(this.buriers[node]) && isWorthwhile(node))
    const reach = Math.hypot(east - west, north - south) / 2
    const group = { x: (west + east) / 2, y: (south + north) / 2, reach, corners }
    for (const corner of corners) {
      const burier = this.buriers[corner]
      if (burier >= 0) this.buried.set(burier, [...(this.buried.get(burier) ?? []), group])
    }
    for (const other of this.buried.get(part) ?? []) {
      other.corners = other.corners.filter((corner) => this.buriers[corner] !== part)
    }
    this.groups.push(group)
    return group
  }

  private addCorner(scene: Scene, corner: Float64Array): number {
    const x = corner[0]
    const y = corner[1]
    const node = this.add({ x, y, vector: scene.frame.lift(x, y) })
    this.firstCorner = Math.min(this.firstCorner, node)
    this.buriers[node] = scene.findBurier(x, y)
    if (this.corners.length < 6 * (node + 1)) {
      const corners = this.corners
      this.corners = new Float64Array(2 * corners.length + 6 * (node + 1))
      this.corners.set(corners)
    }
    this.corners.set(corner, 6 * node)
    return node
  }

  /** The directions in which a path can continue from a node, given the previous node (or -1). */
  wedgeAt(came: number, node: number): Wedge {
    if (node < this.firstCorner || came < 0) return anywhere
    const [x, y, lastX, lastY, nextX, nextY] = this.corners.subarray(6 * node, 6 * node + 6)
    return Wedge.at({ x, y, lastX, lastY, nextX, nextY }, this.places[came].x, this.places[came].y)
  }

  /** Visits the corners of a group within a wedge where lines from a node are tangent to the group's shape. */
  visitTangents(node: number, wedge: Wedge, group: Group, visit: (corner: number) => void): void {
    const { x, y } = this.places[node]
    if (!wedge.holds(group.x - x, group.y - y, group.reach)) return
    const table = this.corners
    const { corners } = group
    for (let each = 0; each < corners.length; each++) {
      const at = 6 * corners[each]
      const dx = table[at] - x
      const dy = table[at + 1] - y
      if (!wedge.holds(dx, dy, 0)) continue
      const last = dx * (table[at + 3] - y) - dy * (table[at + 2] - x)
      const next = dx * (table[at + 5] - y) - dy * (table[at + 4] - x)
      if ((last > ROUNDING && next < -ROUNDING) || (last < -ROUNDING && next > ROUNDING)) continue
      visit(corners[each])
    }
  }
}
