import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { type Endpoints, minWeight } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'

/** Minimum number of values reserved for sources or targets, in addition to the vertices. */
const MAX_ENDPOINTS = 64

/**
 * Returns the factor by which a label's weight is multiplied to make room for its origin. The origin is the preceding
 * vertex or, at the start of a path, `vertexCount` plus the index of the source or target. Weight and origin share one
 * double, so that one branch-free minimum handles both. A double has 53 bits of precision. With up to 8 million
 * vertices, every weight is exact. With more vertices, only weights under 62 days are exact.
 */
function originScale(vertexCount: number): number {
  return 2 ** Math.ceil(Math.log2(vertexCount + MAX_ENDPOINTS))
}

/**
 * One direction of a search, up the elimination tree from its sources or targets. Each source or target starts with a
 * separate row of labels, because two tree paths have different vertices at the same depth until they meet. Where the
 * paths meet, the rows are merged. Sources on one street meet after a few steps.
 */
export class SearchSide {
  private readonly topology: Topology
  /**
   * Row offsets of the arcs that this side relaxes: up arcs for the forward search, down arcs for the backward search.
   */
  private readonly first: Uint32Array
  readonly scale: number
  /** The smallest source or target weight. Labels are relative to this weight, so no label is negative. */
  minWeight = 0
  /** Number of active rows, which come first in the arrays. */
  activeRows = 0
  readonly at: number[] = []
  readonly labelRows: Float64Array[] = []
  /**
   * The labels of all vertices that this search has settled. The array is never cleared, because the entries of other
   * vertices are never read.
   */
  readonly settled: Float64Array

  constructor(topology: Topology, first: Uint32Array) {
    this.topology = topology
    this.first = first
    this.scale = originScale(topology.vertexCount)
    this.settled = new Float64Array(topology.vertexCount)
  }

  /**
   * Creates a row with a label for every source or target. Sources and targets on a shared arc get their labels when
   * the search reaches that arc.
   */
  start(endpoints: Endpoints, sharedVertices: readonly number[]): void {
    const { height, rank, vertexCount } = this.topology
    if (endpoints.count > this.scale - vertexCount) throw new Error(`too many sources or targets: ${endpoints.count}`)
    this.minWeight = minWeight(endpoints)
    this.activeRows = endpoints.count
    while (this.labelRows.length < endpoints.count) {
      this.labelRows.push(new Float64Array(height).fill(INFINITE_WEIGHT * this.scale))
    }
    for (let index = 0; index < endpoints.count; index++) {
      const vertex = rank[endpoints.arc[index]]
      this.at[index] = vertex
      if (!sharedVertices.includes(vertex)) this.begin(index, endpoints.weight[index] - this.minWeight, index)
    }
  }

  /** Starts a path at the row's current vertex. */
  begin(row: number, weight: number, endpoint: number): void {
    const depth = this.topology.depth[this.at[row]]
    this.labelRows[row][depth] = Math.min(
      this.labelRows[row][depth],
      weight * this.scale + this.topology.vertexCount + endpoint,
    )
  }

  findLowestVertex(): number {
    let lowest = this.topology.vertexCount
    for (let row = 0; row < this.activeRows; row++) if (this.at[row] < lowest) lowest = this.at[row]
    return lowest
  }

  /** Merges all rows at a vertex and returns the merged row, or -1 if there is no row. */
  mergeRowsAt(vertex: number): number {
    let mergedRow = -1
    for (let row = 0; row < this.activeRows; row++) {
      if (this.at[row] !== vertex) continue
      if (mergedRow < 0) mergedRow = row
      else {
        mergeLabels(
          this.labelRows[row],
          this.labelRows[mergedRow],
          this.topology.depth[vertex],
          INFINITE_WEIGHT * this.scale,
        )
        this.remove(row--)
      }
    }
    return mergedRow
  }

  /** Returns the lowest vertex on the tree paths of all sources or targets, or `vertexCount` if there is none. */
  findJunction(): number {
    const { parent } = this.topology
    let [joint] = this.at
    for (let row = 1; row < this.activeRows; row++) {
      let otherJoint = this.at[row]
      while (joint !== otherJoint) {
        if (joint < otherJoint) joint = parent[joint]
        else otherJoint = parent[otherJoint]
      }
    }
    return joint
  }

  /**
   * Searches upward until the rows are merged. The other side must not be on this path, because the search does not
   * check for it.
   */
  searchAlone(weight: Int32Array): void {
    while (this.activeRows > 1) {
      const row = this.mergeRowsAt(this.findLowestVertex())
      if (this.activeRows > 1) this.advance(row, weight, INFINITE_WEIGHT)
    }
  }

  weightAt(row: number): number {
    return Math.floor(this.labelRows[row][this.topology.depth[this.at[row]]] / this.scale)
  }

  originAt(row: number): number {
    return this.originOf(this.labelRows[row][this.topology.depth[this.at[row]]])
  }

  settledWeight(vertex: number): number {
    return Math.floor(this.settled[vertex] / this.scale)
  }

  /** Returns the origin of a settled vertex's label. */
  origin(vertex: number): number {
    return this.originOf(this.settled[vertex])
  }

  /**
   * Returns the origin of a label. The formula gives the same result as the remainder operator, which is ten times
   * slower.
   */
  private originOf(label: number): number {
    return label - Math.floor(label / this.scale) * this.scale
  }

  /** Moves a row from its vertex to the parent. Labels of `bound` or more are dropped. */
  advance(row: number, weight: Int32Array, bound: number): void {
    const { vertexCount, parent, depth, upperDepth } = this.topology
    const { scale, first } = this
    const labels = this.labelRows[row]
    const vertex = this.at[row]
    const labelWeight = this.weightAt(row)
    this.settled[vertex] = labels[depth[vertex]]
    labels[depth[vertex]] = INFINITE_WEIGHT * scale
    if (labelWeight < bound) {
      relax(upperDepth, first[vertex], first[vertex + 1], weight, scale, labelWeight * scale + vertex, labels)
    }
    if (parent[vertex] === vertexCount) this.remove(row)
    else this.at[row] = parent[vertex]
  }

  /** Removes a row. Rows are cleared when they are read, so the last row can replace the removed one. */
  private remove(row: number): void {
    const { labelRows, at } = this
    const last = --this.activeRows
    const removedRow = labelRows[row]
    at[row] = at[last]
    labelRows[row] = labelRows[last]
    labelRows[last] = removedRow
  }
}

function mergeLabels(from: Float64Array, to: Float64Array, depth: number, infinite: number): void {
  for (let row = 0; row <= depth; row++) {
    to[row] = Math.min(to[row], from[row])
    from[row] = infinite
  }
}

/** Relaxes all arcs of a vertex. The vertex becomes the origin of the new labels. */
export function relax(
  upperDepth: Uint16Array,
  begin: number,
  end: number,
  weight: Int32Array,
  scale: number,
  label: number,
  labels: Float64Array,
): void {
  for (let arc = begin; arc < end; arc++) {
    const row = upperDepth[arc]
    labels[row] = Math.min(labels[row], label + weight[arc] * scale)
  }
}
