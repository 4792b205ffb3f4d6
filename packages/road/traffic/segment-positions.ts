import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { edgeSideOf, findNextSegment, findSegment, type SegmentIndex } from './segment-index.ts'

/** The two nodes of every row. */
export interface SegmentNodes {
  readonly fromNode: Float64Array
  readonly toNode: Float64Array
}

/**
 * Locations of the rows' segments on the map. Finding them takes longer than all other speed processing, and most feeds
 * repeat the same segments every time; see `hasSameNodes`.
 */
export interface SegmentPositions {
  readonly nodes: SegmentNodes
  /** Row of every location. A row may have multiple locations or none. */
  readonly row: Uint32Array
  readonly arc: Uint32Array
  /** Shape point at which the segment begins, in the direction of the edge. */
  readonly point: Uint32Array
  /** Number of rows whose segment exists in a drivable direction. */
  readonly matchedCount: number
}

export function findSegmentPositions(network: RoadNetwork, index: SegmentIndex, nodes: SegmentNodes): SegmentPositions {
  const { edges } = network
  const { fromNode, toNode } = nodes
  let [row, arc, point] = [
    new Uint32Array(fromNode.length),
    new Uint32Array(fromNode.length),
    new Uint32Array(fromNode.length),
  ]
  let count = 0
  let matchedCount = 0
  for (let r = 0; r < fromNode.length; r++) {
    const countBefore = count
    let segment = findSegment(edges, index, fromNode[r], toNode[r])
    for (; segment !== NO_ID; segment = findNextSegment(edges, index, segment)) {
      const drivenArc = edges.arc[edgeSideOf(edges, segment)]
      if (drivenArc === NO_ID) continue
      if (count === row.length) [row, arc, point] = [doubleCapacity(row), doubleCapacity(arc), doubleCapacity(point)]
      row[count] = r
      arc[count] = drivenArc
      point[count++] = segment >>> 1
    }
    if (count > countBefore) matchedCount++
  }
  return {
    nodes,
    row: row.slice(0, count),
    arc: arc.slice(0, count),
    point: point.slice(0, count),
    matchedCount,
  }
}

function doubleCapacity(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const enlarged = new Uint32Array(2 * column.length + 1)
  enlarged.set(column)
  return enlarged
}

/** Returns true if the locations apply to these rows, because the nodes are the same and in the same order. */
export function hasSameNodes({ nodes }: SegmentPositions, { fromNode, toNode }: SegmentNodes): boolean {
  if (nodes.fromNode.length !== fromNode.length) return false
  for (let row = 0; row < fromNode.length; row++) {
    if (nodes.fromNode[row] !== fromNode[row] || nodes.toNode[row] !== toNode[row]) return false
  }
  return true
}
