import { preorderOf } from '../cch/matrix/elimination-tree.ts'
import type { Topology } from '../cch/topology.ts'
import { NO_ID } from '../sentinels.ts'
import type { Direction } from './one-to-all.ts'

/** The arcs of the hierarchy that lead down to every vertex, in the order of the sweep. */
export interface SweepArcs {
  /** Index of the first arc of every position. */
  readonly first: Uint32Array
  /** Depth of the upper vertex of every arc. */
  readonly depth: Uint16Array
  /** Slot of every arc in a metric. */
  readonly slot: Uint32Array
  /**
   * Depths of the vertices above a cell from which arcs lead into the cell. The depths of cell `c` are
   * `entryDepth[entryFirst[c]]` to `entryDepth[entryFirst[c + 1] - 1]`.
   */
  readonly entryFirst: Uint32Array
  readonly entryDepth: Uint16Array
}

/**
 * Smallest and largest sizes of cells, and the ratio between consecutive sizes. Smaller cells would cost more to check
 * than they save.
 */
const CELL_SIZES = { min: 64, max: 2 ** 24, ratio: 4 }

/**
 * The vertices of the hierarchy in preorder of the elimination tree. The sweep visits them in this order, so that all
 * upper neighbors of a vertex are in one row, indexed by depth, that stays in the cache. Large subtrees are cells,
 * which the sweep can skip.
 */
export class SweepOrder {
  readonly depth: Uint16Array
  /** Position of the parent, or the number of vertices for a root. */
  readonly parent: Uint32Array
  /** The smallest cell that contains a position. Cells are nested and numbered from 1, in the order of the sweep. */
  readonly cellOf: Uint32Array
  /** First position of every cell, and the position after its end. */
  readonly cellFirst: Uint32Array
  readonly cellEnd: Uint32Array
  /** The first cell after the end of every cell. */
  readonly nextCell: Uint32Array
  readonly roadArc: Uint32Array
  /** Position of every road arc. */
  readonly positionOf: Uint32Array
  readonly height: number
  private readonly topology: Topology
  private readonly vertexAt: Uint32Array
  private readonly arcs = new Map<Direction, SweepArcs>()

  private constructor(topology: Topology) {
    const { vertexCount, height, rank, roadArc, parent, depth } = topology
    const preorder = preorderOf(topology)
    const vertexAt = new Uint32Array(vertexCount)
    for (let vertex = 0; vertex < vertexCount; vertex++) vertexAt[preorder.number[vertex]] = vertex
    this.topology = topology
    this.vertexAt = vertexAt
    this.height = height
    this.depth = Uint16Array.from(vertexAt, (vertex) => depth[vertex])
    this.parent = Uint32Array.from(vertexAt, (vertex) => preorder.number[parent[vertex]])
    this.roadArc = Uint32Array.from(vertexAt, (vertex) => roadArc[vertex])
    this.positionOf = rank.map((vertex) => preorder.number[vertex])
    const sizeAt = (position: number) =>
      position < vertexCount ? preorder.size[vertexAt[position]] : Number.POSITIVE_INFINITY
    const tops: number[] = []
    this.cellOf = new Uint32Array(vertexCount)
    for (let position = 0; position < vertexCount; position++) {
      const isTop = levelOf(sizeAt(position)) !== levelOf(sizeAt(this.parent[position]))
      if (isTop) tops.push(position)
      this.cellOf[position] = isTop ? tops.length : this.cellOf[this.parent[position]]
    }
    // The number after the last cell has no position, so the sweep never reaches it.
    this.cellFirst = Uint32Array.from([0, ...tops, NO_ID])
    this.cellEnd = this.cellFirst.map((top) => (top === NO_ID ? NO_ID : top + sizeAt(top)))
    this.nextCell = new Uint32Array(tops.length + 1)
    for (let cell = tops.length; cell > 0; cell--) {
      let next = cell + 1
      while (this.cellFirst[next] < this.cellEnd[cell]) next = this.nextCell[next]
      this.nextCell[cell] = next
    }
  }

  private static readonly instances = new WeakMap<Topology, SweepOrder>()

  /** Returns the order of a topology, which is computed once per map and thread. */
  static of(topology: Topology): SweepOrder {
    const order = SweepOrder.instances.get(topology) ?? new SweepOrder(topology)
    SweepOrder.instances.set(topology, order)
    return order
  }

  /** Returns the arcs of a sweep, which are collected once per direction. */
  getSweepArcs(direction: Direction): SweepArcs {
    const arcs = this.arcs.get(direction) ?? this.collectArcs(direction)
    this.arcs.set(direction, arcs)
    return arcs
  }

  private collectArcs(direction: Direction): SweepArcs {
    const { upFirst, downFirst, upper, depth: depthOf } = this.topology
    const arcFirst = direction === 'from' ? downFirst : upFirst
    const count = this.vertexAt.length
    const first = new Uint32Array(count + 1)
    for (let position = 0; position < count; position++) {
      const vertex = this.vertexAt[position]
      first[position + 1] = first[position] + arcFirst[vertex + 1] - arcFirst[vertex]
    }
    const slot = new Uint32Array(first[count])
    const depth = new Uint16Array(first[count])
    for (let position = 0; position < count; position++) {
      const offset = arcFirst[this.vertexAt[position]] - first[position]
      for (let arc = first[position]; arc < first[position + 1]; arc++) {
        slot[arc] = offset + arc
        depth[arc] = depthOf[upper[offset + arc]]
      }
    }
    return { first, depth, slot, ...this.collectEntries(first, depth) }
  }

  private collectEntries(first: Uint32Array, depth: Uint16Array): Pick<SweepArcs, 'entryFirst' | 'entryDepth'> {
    const { cellFirst, cellEnd } = this
    const entryFirst = new Uint32Array(cellFirst.length)
    const entryDepths: number[] = []
    // The last cell that each depth was added to.
    const cellOfDepth = new Uint32Array(this.height)
    for (let cell = 1; cell + 1 < cellFirst.length; cell++) {
      const topDepth = this.depth[cellFirst[cell]]
      entryFirst[cell] = entryDepths.length
      for (let arc = first[cellFirst[cell]], end = first[cellEnd[cell]]; arc < end; arc++) {
        if (depth[arc] >= topDepth || cellOfDepth[depth[arc]] === cell) continue
        cellOfDepth[depth[arc]] = cell
        entryDepths.push(depth[arc])
      }
    }
    entryFirst[cellFirst.length - 1] = entryDepths.length
    return { entryFirst, entryDepth: Uint16Array.from(entryDepths) }
  }
}

/**
 * Returns the index of the smallest cell size that a subtree fits in. A vertex starts a new cell if its level differs
 * from that of its parent.
 */
function levelOf(size: number): number {
  let level = 0
  for (let limit = CELL_SIZES.min; limit < size && limit < CELL_SIZES.max; limit *= CELL_SIZES.ratio) level++
  return level
}
