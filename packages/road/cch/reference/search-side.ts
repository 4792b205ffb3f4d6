import { INFINITE_WEIGHT } from '../../sentinels.ts'
import { type Ends, leastWeight } from '../sources-targets.ts'
import type { Topology } from '../topology.ts'

/** So many numbers are left for ends beside the vertices, at least. */
const ENDS = 64

/**
 * What a label's weight is multiplied with to make room for its origin: the vertex it came from, or, where a path
 * begins, vertexCount + the number of the end. One number for both, in a double, because then one minimum serves both,
 * without a branch. Doubles hold 53 bits: up to 8 million vertices every weight is exact, beyond, those under 62 days.
 */
export function originScale(vertexCount: number): number {
  return 2 ** Math.ceil(Math.log2(vertexCount + ENDS))
}

/**
 * One direction of a search: from its ends up the elimination tree. Every end climbs with a row of labels of its own,
 * because two paths have different vertices at the same depth until they meet; there the rows are merged, and from then
 * on there is one. Ends of one street meet after a few steps.
 */
export class SearchSide {
  private readonly topology: Topology
  /** Where the arcs of a vertex begin that this side climbs: up arcs forwards, down arcs backwards. */
  private readonly first: Uint32Array
  readonly scale: number
  /** The smallest weight of an end: labels count from there, so that none is negative. */
  least = 0
  /** How many rows still climb; they are the first ones of the arrays. */
  climbing = 0
  readonly at: number[] = []
  readonly rows: Float64Array[] = []
  /** The labels of all vertices that this search has passed. Never cleaned: those of others are never asked for. */
  readonly settled: Float64Array

  constructor(topology: Topology, first: Uint32Array) {
    this.topology = topology
    this.first = first
    this.scale = originScale(topology.vertexCount)
    this.settled = new Float64Array(topology.vertexCount)
  }

  /** A row for every end, with its label; those on a shared arc get their labels only when the search comes by. */
  start(ends: Ends, shared: readonly number[]): void {
    const { height, rank, vertexCount } = this.topology
    if (ends.count > this.scale - vertexCount) throw new Error(`${ends.count} ends are too many`)
    this.least = leastWeight(ends)
    this.climbing = ends.count
    while (this.rows.length < ends.count) {
      this.rows.push(new Float64Array(height).fill(INFINITE_WEIGHT * this.scale))
    }
    for (let index = 0; index < ends.count; index++) {
      const vertex = rank[ends.arc[index]]
      this.at[index] = vertex
      if (!shared.includes(vertex)) this.begin(index, ends.weight[index] - this.least, index)
    }
  }

  /** A path may begin where the row stands. */
  begin(row: number, weight: number, end: number): void {
    const depth = this.topology.depth[this.at[row]]
    this.rows[row][depth] = Math.min(this.rows[row][depth], weight * this.scale + this.topology.vertexCount + end)
  }

  lowest(): number {
    let lowest = this.topology.vertexCount
    for (let row = 0; row < this.climbing; row++) if (this.at[row] < lowest) lowest = this.at[row]
    return lowest
  }

  /** The row that stands at a vertex, all others that do merged into it; -1 if none does. */
  gather(vertex: number): number {
    let found = -1
    for (let row = 0; row < this.climbing; row++) {
      if (this.at[row] !== vertex) continue
      if (found < 0) found = row
      else {
        merge(this.rows[row], this.rows[found], this.topology.depth[vertex], INFINITE_WEIGHT * this.scale)
        this.remove(row--)
      }
    }
    return found
  }

  /** The lowest vertex that all ends come by, or vertexCount. */
  junction(): number {
    const { parent } = this.topology
    let [joint] = this.at
    for (let row = 1; row < this.climbing; row++) {
      let other = this.at[row]
      while (joint !== other) {
        if (joint < other) joint = parent[joint]
        else other = parent[other]
      }
    }
    return joint
  }

  /** Climbs until the rows are one, without looking for the other side: it must not be on the way. */
  climbAlone(weight: Int32Array): void {
    while (this.climbing > 1) {
      const row = this.gather(this.lowest())
      if (this.climbing > 1) this.climb(row, weight, INFINITE_WEIGHT)
    }
  }

  weightAt(row: number): number {
    return Math.floor(this.rows[row][this.topology.depth[this.at[row]]] / this.scale)
  }

  originAt(row: number): number {
    return this.originOf(this.rows[row][this.topology.depth[this.at[row]]])
  }

  settledWeight(vertex: number): number {
    return Math.floor(this.settled[vertex] / this.scale)
  }

  /** Where the label of a passed vertex came from. */
  origin(vertex: number): number {
    return this.originOf(this.settled[vertex])
  }

  /** As the remainder would be, which takes ten times as long. */
  private originOf(label: number): number {
    return label - Math.floor(label / this.scale) * this.scale
  }

  /** Moves a row from where it stands to the parent; labels of `bound` and more are not carried on. */
  climb(row: number, weight: Int32Array, bound: number): void {
    const { vertexCount, parent, depth, upperDepth } = this.topology
    const { scale, first } = this
    const labels = this.rows[row]
    const vertex = this.at[row]
    const label = this.weightAt(row)
    this.settled[vertex] = labels[depth[vertex]]
    labels[depth[vertex]] = INFINITE_WEIGHT * scale
    if (label < bound) {
      relax(upperDepth, first[vertex], first[vertex + 1], weight, scale, label * scale + vertex, labels)
    }
    if (parent[vertex] === vertexCount) this.remove(row)
    else this.at[row] = parent[vertex]
  }

  /** Rows are cleaned as they are read, so the last one can take the place of the removed one. */
  private remove(row: number): void {
    const { rows, at } = this
    const last = --this.climbing
    const removed = rows[row]
    at[row] = at[last]
    rows[row] = rows[last]
    rows[last] = removed
  }
}

function merge(from: Float64Array, to: Float64Array, depth: number, infinite: number): void {
  for (let row = 0; row <= depth; row++) {
    to[row] = Math.min(to[row], from[row])
    from[row] = infinite
  }
}

/** Offers a label with the vertex as origin to all vertices that the arcs lead to. */
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
