import { leastWeight } from '../hierarchy/ends.ts'
import type { Topology } from '../hierarchy/topology.ts'
import { commonAncestor } from './elimination-tree.ts'
import type { PointEnds } from './point-ends.ts'

/**
 * The vertex from where on all ends of a point have one path to the root, or vertexCount when that is nowhere. Ends that
 * lie above one another are on one path, and it begins at the lowest of them; the two directions of a street often do.
 * Only where paths really branch must they climb apart.
 */
export function jointOf(topology: Topology, { count, arc }: PointEnds): number {
  const { vertexCount, rank } = topology
  let joint = count > 0 ? rank[arc[0]] : vertexCount
  let isBranched = false
  for (let end = 1; end < count; end++) {
    const vertex = rank[arc[end]]
    const common = commonAncestor(topology, joint, vertex)
    if (common === joint && !isBranched) joint = vertex
    else if (common !== vertex) {
      joint = common
      isBranched = true
    }
  }
  return joint
}

/** Points in the order of the elimination tree: those below a vertex are beside each other. All arrays are by place. */
export class JointOrder {
  readonly count: number
  /** Which point is at a place, and where its ends meet. */
  readonly point: Uint32Array
  readonly joint: Uint32Array
  /** The smallest weight of its ends: labels count from there, so that none is negative. */
  readonly least: Int32Array
  private readonly number: Uint32Array

  private constructor(number: Uint32Array, point: Uint32Array, joint: Uint32Array, least: Int32Array) {
    this.count = point.length
    this.number = number
    this.point = point
    this.joint = joint
    this.least = least
  }

  /** `number` is that of the Preorder. */
  static of(topology: Topology, number: Uint32Array, points: readonly PointEnds[]): JointOrder {
    const joints = points.map((ends) => jointOf(topology, ends))
    const order = Uint32Array.from(joints.keys()).sort((a, b) => number[joints[a]] - number[joints[b]] || a - b)
    const joint = order.map((point) => joints[point])
    return new JointOrder(
      number,
      order,
      joint,
      Int32Array.from(order, (point) => leastWeight(points[point])),
    )
  }

  /** Some of the places, as if there were no others. */
  slice(begin: number, end: number): JointOrder {
    const { number, point, joint, least } = this
    return new JointOrder(number, point.slice(begin, end), joint.slice(begin, end), least.slice(begin, end))
  }

  /** The first place whose ends meet at a vertex of this number or a higher one. */
  placeOf(number: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.number[this.joint[middle]] < number) low = middle + 1
      else high = middle
    }
    return low
  }
}
