import type { MatrixPoint } from '../points/matrix-point.ts'
import { minWeight } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'
import { commonAncestor, isAbove, type Preorder } from './elimination-tree.ts'

/**
 * Returns the vertex from which all sources or targets of a point share one path to the root, or `vertexCount` if there
 * is none. If the sources or targets are ancestors of one another, they are on one path that begins at the lowest
 * vertex. The two directions of a street are usually on one path. Separate rows are needed only where paths branch.
 */
function findJoint(topology: Topology, preorder: Preorder, { count, arc }: MatrixPoint): number {
  const { vertexCount, rank } = topology
  let joint = count > 0 ? rank[arc[0]] : vertexCount
  let isBranched = false
  for (let index = 1; index < count && joint < vertexCount; index++) {
    const vertex = rank[arc[index]]
    if (isAbove(preorder, vertex, joint)) continue
    if (isAbove(preorder, joint, vertex)) {
      if (!isBranched) joint = vertex
      continue
    }
    joint = commonAncestor(preorder, joint, vertex)
    isBranched = true
  }
  return joint
}

/** Maximum number of keys for insertion sort. For so few keys, sorting is faster than allocating a typed array. */
const MAX_INSERTION_SORT_KEYS = 32

function sortKeys(keys: number[]): readonly number[] | Float64Array {
  if (keys.length > MAX_INSERTION_SORT_KEYS) return Float64Array.from(keys).sort()
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]
    let position = i
    for (; position > 0 && keys[position - 1] > key; position--) keys[position] = keys[position - 1]
    keys[position] = key
  }
  return keys
}

/**
 * Points in elimination tree order, in which all points below a vertex are adjacent. All arrays are indexed by position
 * in this order. Plain arrays are used because, for ten points, allocating a typed array costs more than filling it.
 * The arrays are created with their exact length, because an array that grows may take twice the space.
 */
export class JointOrder {
  readonly count: number
  /** The point at each position and the vertex where its sources or targets meet. */
  readonly point: readonly number[]
  readonly joint: readonly number[]
  /**
   * The smallest weight of the point's sources or targets. Labels are relative to this weight, so no label is negative.
   */
  readonly minWeight: readonly number[]
  private readonly number: Uint32Array

  private constructor(
    number: Uint32Array,
    point: readonly number[],
    joint: readonly number[],
    minWeight: readonly number[],
  ) {
    this.count = point.length
    this.number = number
    this.point = point
    this.joint = joint
    this.minWeight = minWeight
  }

  static of(topology: Topology, preorder: Preorder, points: readonly MatrixPoint[]): JointOrder {
    const { length } = points
    const { number } = preorder
    const joints = new Array<number>(length)
    // Each key combines a number and a point, because sorting numbers is much faster than sorting with a comparator.
    const keys = new Array<number>(length)
    for (let index = 0; index < length; index++) {
      joints[index] = findJoint(topology, preorder, points[index])
      keys[index] = number[joints[index]] * length + index
    }
    const order = new Array<number>(length)
    const joint = new Array<number>(length)
    const minWeights = new Array<number>(length)
    const sortedKeys = sortKeys(keys)
    for (let treeIndex = 0; treeIndex < length; treeIndex++) {
      const key = sortedKeys[treeIndex]
      const point = key - Math.floor(key / length) * length
      order[treeIndex] = point
      joint[treeIndex] = joints[point]
      minWeights[treeIndex] = minWeight(points[point])
    }
    return new JointOrder(number, order, joint, minWeights)
  }

  /** Returns a part of this order as an independent order. */
  slice(begin: number, end: number): JointOrder {
    const { number, point, joint, minWeight } = this
    return new JointOrder(number, point.slice(begin, end), joint.slice(begin, end), minWeight.slice(begin, end))
  }

  /** Returns the first position whose meeting vertex has this number or a higher one. */
  indexOf(number: number): number {
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
