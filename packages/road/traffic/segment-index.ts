import { type ArcCopies, listArcCopies } from '../network/copies.ts'
import type { EdgeTable, RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'

/**
 * Index of segments (straight lines between adjacent shape points) by the OSM nodes at their ends. The index is a
 * chained hash table with at most twelve bytes per point. Both directions of a segment share one entry, and the nodes
 * are read from the edges. Where roads overlap, several segments have the same nodes, and a lookup finds all of them. A
 * segment side is twice the shape point at which the segment begins, plus one for the direction against its edge.
 */
export interface SegmentIndex {
  /** The first shape point in each bucket that begins a segment, or NO_ID. The length is a power of two. */
  readonly first: Uint32Array
  /** The next shape point in the same bucket, in ascending order, or NO_ID. */
  readonly next: Uint32Array
  /** Copies of arcs. The index stores the copies, because listing copies requires another pass over all arcs. */
  readonly copies: ArcCopies
}

export function buildSegmentIndex(network: RoadNetwork): SegmentIndex {
  const { count, shapeFirst, shapeId } = network.edges
  const bucketCount = 2 ** Math.ceil(Math.log2(Math.max(1, shapeId.length)))
  const first = new Uint32Array(bucketCount).fill(NO_ID)
  const next = new Uint32Array(shapeId.length).fill(NO_ID)
  // The loop runs backward because chains grow at the front.
  for (let edge = count - 1; edge >= 0; edge--) {
    for (let point = shapeFirst[edge + 1] - 2, begin = shapeFirst[edge]; point >= begin; point--) {
      const bucket = hashOf(shapeId[point], shapeId[point + 1]) & (bucketCount - 1)
      next[point] = first[bucket]
      first[bucket] = point
    }
  }
  return { first, next, copies: listArcCopies(network) }
}

/** Returns the first segment side from one node to the other, or NO_ID. */
export function findSegment(edges: EdgeTable, index: SegmentIndex, fromNode: number, toNode: number): number {
  const { first } = index
  return findInChain(edges, index, first[hashOf(fromNode, toNode) & (first.length - 1)], fromNode, toNode)
}

/** Returns the next segment side between the same two nodes, or NO_ID. */
export function findNextSegment(edges: EdgeTable, index: SegmentIndex, segmentSide: number): number {
  const { shapeId } = edges
  const point = segmentSide >>> 1
  const direction = segmentSide & 1
  return findInChain(edges, index, index.next[point], shapeId[point + direction], shapeId[point + 1 - direction])
}

function findInChain({ shapeId }: EdgeTable, { next }: SegmentIndex, begin: number, from: number, to: number): number {
  for (let point = begin; point !== NO_ID; point = next[point]) {
    if (shapeId[point] === from && shapeId[point + 1] === to) return 2 * point
    if (shapeId[point] === to && shapeId[point + 1] === from) return 2 * point + 1
  }
  return NO_ID
}

/**
 * Returns twice the edge's index, plus one for the direction against the edge. A binary search is used, because a
 * column would take as much memory as the index.
 */
export function edgeSideOf({ count, shapeFirst }: EdgeTable, segmentSide: number): number {
  const point = segmentSide >>> 1
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (shapeFirst[middle] <= point) low = middle
    else high = middle - 1
  }
  return 2 * low + (segmentSide & 1)
}

/**
 * Returns the same hash for both directions. The lower 32 bits distinguish nodes well enough, because lookups compare
 * full IDs.
 */
function hashOf(nodeA: number, nodeB: number): number {
  const sum = (mixHash(nodeA | 0) + mixHash(nodeB | 0)) | 0
  return mixHash(sum)
}

/** Applies the final mix of Murmur3. IDs of neighbors are often consecutive, so sums of plain IDs would collide. */
function mixHash(value: number): number {
  let bits = value
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}
