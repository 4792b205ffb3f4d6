import { type Preorder, preorderOf } from '../cch/matrix/elimination-tree.ts'
import type { Metric } from '../cch/metric.ts'
import { type Endpoints, minWeight } from '../cch/sources-targets.ts'
import type { Topology } from '../cch/topology.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import type { SubtreeFilter } from './subtree-boxes.ts'

/** Direction of the trips: `from` the endpoints to all arcs, or from all arcs `to` the endpoints. */
export type Direction = 'from' | 'to'

/**
 * Computes weights between one set of endpoints and all road arcs (PHAST: Delling, Goldberg, Nowatzyk, Werneck 2011).
 * An upward search from the endpoints is followed by one sweep down the elimination tree. When a vertex is visited, the
 * weights of all its higher neighbors are final. Each thread needs its own instance, because an instance owns scratch
 * memory.
 */
export class OneToAll {
  /**
   * The weight from the endpoints to the start of a road arc, or from the start of the arc to the endpoints, minus
   * `minWeight`. The value is INFINITE_WEIGHT for skipped arcs and where there is no path. The array is valid until the
   * next search.
   */
  readonly arcWeight: Int32Array
  /**
   * The smallest weight of an endpoint. Relative weights are not negative, so infinity plus a weight stays infinite.
   */
  minWeight = 0
  private readonly topology: Topology
  /** The same weights as in `arcWeight`, indexed by rank. */
  private readonly weight: Int32Array
  private preorder: (Preorder & { readonly vertexAt: Uint32Array }) | undefined

  constructor(topology: Topology) {
    this.topology = topology
    this.weight = new Int32Array(topology.vertexCount)
    this.arcWeight = new Int32Array(topology.vertexCount)
  }

  /** Computes all weights and skips subtrees that the filter rejects. */
  search(metric: Metric, endpoints: Endpoints, direction: Direction, filter?: SubtreeFilter): void {
    const { rank, parent, vertexCount, upFirst, downFirst } = this.topology
    this.weight.fill(INFINITE_WEIGHT)
    this.minWeight = minWeight(endpoints)
    for (let index = 0; index < endpoints.count; index++) {
      const vertex = rank[endpoints.arc[index]]
      this.weight[vertex] = Math.min(this.weight[vertex], endpoints.weight[index] - this.minWeight)
    }
    const upwardFirst = direction === 'from' ? upFirst : downFirst
    for (let index = 0; index < endpoints.count; index++) {
      // Chains may share vertices. Each later chain relaxes the shared vertices again, so the order does not matter.
      for (let vertex = rank[endpoints.arc[index]]; vertex < vertexCount; vertex = parent[vertex])
        this.relaxUpward(metric.weight, upwardFirst, vertex)
    }
    const downwardFirst = direction === 'from' ? downFirst : upFirst
    if (filter) this.arcWeight.fill(INFINITE_WEIGHT)
    if (filter) this.sweepFiltered(metric.weight, downwardFirst, filter)
    else this.sweep(metric.weight, downwardFirst)
  }

  private relaxUpward(shortcutWeight: Int32Array, first: Uint32Array, vertex: number): void {
    const { weight } = this
    const { upper } = this.topology
    const base = weight[vertex]
    if (base >= INFINITE_WEIGHT) return
    for (let arc = first[vertex], end = first[vertex + 1]; arc < end; arc++) {
      const sum = base + shortcutWeight[arc]
      if (sum < weight[upper[arc]]) weight[upper[arc]] = sum
    }
  }

  /** Visits vertices in the order of their arcs in memory, which is twice as fast as the order of subtrees. */
  private sweep(shortcutWeight: Int32Array, first: Uint32Array): void {
    const { weight, arcWeight } = this
    const { upper, roadArc } = this.topology
    for (let vertex = this.topology.vertexCount - 1; vertex >= 0; vertex--) {
      let bestWeight = weight[vertex]
      for (let arc = first[vertex], end = first[vertex + 1]; arc < end; arc++) {
        const sum = weight[upper[arc]] + shortcutWeight[arc]
        if (sum < bestWeight) bestWeight = sum
      }
      weight[vertex] = bestWeight
      arcWeight[roadArc[vertex]] = bestWeight
    }
  }

  private sweepFiltered(shortcutWeight: Int32Array, first: Uint32Array, filter: SubtreeFilter): void {
    const { weight, arcWeight } = this
    const { upper, vertexCount, roadArc } = this.topology
    const { size, vertexAt } = this.getPreorder()
    for (let index = 0; index < vertexCount; ) {
      const vertex = vertexAt[index]
      if (!filter.mayContain(vertex)) {
        index += size[vertex]
        continue
      }
      let bestWeight = weight[vertex]
      for (let arc = first[vertex], end = first[vertex + 1]; arc < end; arc++) {
        const sum = weight[upper[arc]] + shortcutWeight[arc]
        if (sum < bestWeight) bestWeight = sum
      }
      weight[vertex] = bestWeight
      arcWeight[roadArc[vertex]] = bestWeight
      index++
    }
  }

  private getPreorder() {
    if (this.preorder) return this.preorder
    const { vertexCount } = this.topology
    const preorder = preorderOf(this.topology)
    const vertexAt = new Uint32Array(vertexCount)
    for (let vertex = 0; vertex < vertexCount; vertex++) vertexAt[preorder.number[vertex]] = vertex
    this.preorder = { ...preorder, vertexAt }
    return this.preorder
  }
}
