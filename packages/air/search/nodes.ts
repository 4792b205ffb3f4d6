import type { Scene } from '../scene/scene.ts'
import type { ProjectedPoint } from './travel.ts'
import { anyDirection, ROUNDING_TOLERANCE, Wedge } from './wedge.ts'

/** A part that has been added to the search, with its reachable corners and a circle around all of them. */
interface CornerGroup {
  readonly x: number
  readonly y: number
  readonly reach: number
  corners: readonly number[]
}

/**
 * Points where a path may bend: endpoints, corridor points, and shape corners. The corner checks only reduce search
 * work, and they keep a corner in case of doubt. The scene decides exactly whether a leg is clear.
 */
export class SearchNodes {
  readonly points: ProjectedPoint[] = []
  readonly groups: CornerGroup[] = []
  /** For each node, a part that contains the node, or -1. */
  readonly containingParts: number[] = []
  /** The corner of each node, with its predecessor and its successor in the shape. */
  private corners = new Float64Array(6 * 256)
  /** Index of the first node that is a corner. All later nodes are corners too. */
  private firstCorner = Number.POSITIVE_INFINITY
  /** Groups that have corners inside each part. */
  private readonly groupsInsidePart = new Map<number, CornerGroup[]>()

  add(point: ProjectedPoint): number {
    this.containingParts.push(-1)
    return this.points.push(point) - 1
  }

  /**
   * Adds the corners of a part. `isActive` returns whether another part has been added to the search. `isWorthwhile`
   * returns whether a corner can be on a shorter path.
   */
  addPart(
    scene: Scene,
    part: number,
    isActive: (part: number) => boolean,
    isWorthwhile: (node: number) => boolean,
  ): CornerGroup {
    const cornerTable = scene.getPart(part).corners
    const nodes: number[] = []
    let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let offset = 0; offset < cornerTable.length; offset += 6) {
      nodes.push(this.addCorner(scene, cornerTable.subarray(offset, offset + 6)))
      west = Math.min(west, cornerTable[offset])
      east = Math.max(east, cornerTable[offset])
      south = Math.min(south, cornerTable[offset + 1])
      north = Math.max(north, cornerTable[offset + 1])
    }
    const corners = nodes.filter((node) => !isActive(this.containingParts[node]) && isWorthwhile(node))
    const radius = Math.hypot(east - west, north - south) / 2
    const group = { x: (west + east) / 2, y: (south + north) / 2, reach: radius, corners }
    for (const corner of corners) {
      const containingPart = this.containingParts[corner]
      if (containingPart >= 0)
        this.groupsInsidePart.set(containingPart, [...(this.groupsInsidePart.get(containingPart) ?? []), group])
    }
    for (const hiddenGroup of this.groupsInsidePart.get(part) ?? []) {
      hiddenGroup.corners = hiddenGroup.corners.filter((corner) => this.containingParts[corner] !== part)
    }
    this.groups.push(group)
    return group
  }

  private addCorner(scene: Scene, corner: Float64Array): number {
    const x = corner[0]
    const y = corner[1]
    const node = this.add({ x, y, vector: scene.frame.unproject(x, y) })
    this.firstCorner = Math.min(this.firstCorner, node)
    this.containingParts[node] = scene.findContainingPart(x, y)
    if (this.corners.length < 6 * (node + 1)) {
      const corners = this.corners
      this.corners = new Float64Array(2 * corners.length + 6 * (node + 1))
      this.corners.set(corners)
    }
    this.corners.set(corner, 6 * node)
    return node
  }

  /**
   * Returns the directions in which a path can continue from a node, given the previous node (or
   * -1).
   */
  wedgeAt(previousNode: number, node: number): Wedge {
    if (node < this.firstCorner || previousNode < 0) return anyDirection
    const [x, y, lastX, lastY, nextX, nextY] = this.corners.subarray(6 * node, 6 * node + 6)
    return Wedge.at(
      { x, y, previousX: lastX, previousY: lastY, nextX, nextY },
      this.points[previousNode].x,
      this.points[previousNode].y,
    )
  }

  /** Visits the corners of a group within a wedge at which lines from a node are tangent to the group's shape. */
  visitTangents(node: number, wedge: Wedge, group: CornerGroup, visit: (corner: number) => void): void {
    const { x, y } = this.points[node]
    if (!wedge.contains(group.x - x, group.y - y, group.reach)) return
    const table = this.corners
    const { corners } = group
    for (let cornerIndex = 0; cornerIndex < corners.length; cornerIndex++) {
      const offset = 6 * corners[cornerIndex]
      const dx = table[offset] - x
      const dy = table[offset + 1] - y
      if (!wedge.contains(dx, dy, 0)) continue
      const last = dx * (table[offset + 3] - y) - dy * (table[offset + 2] - x)
      const next = dx * (table[offset + 5] - y) - dy * (table[offset + 4] - x)
      if (
        (last > ROUNDING_TOLERANCE && next < -ROUNDING_TOLERANCE) ||
        (last < -ROUNDING_TOLERANCE && next > ROUNDING_TOLERANCE)
      )
        continue
      visit(corners[cornerIndex])
    }
  }
}
