import type { Topology } from '../cch/topology.ts'
import { INFINITE_PACKED, LENGTH_SCALE, type MatchMap } from './match-map.ts'
import { MAX_STATES } from './states.ts'

export interface PathLength {
  readonly weight: number
  readonly lengthCm: number
}

const NO_PATH: PathLength = { weight: Number.POSITIVE_INFINITY, lengthCm: Number.POSITIVE_INFINITY }

/**
 * Computes the lengths of the fastest paths between all candidates of one position and all candidates of the next,
 * using the hierarchy. The search space of a candidate is its path to the root, so one row of labels by depth contains
 * all of it. Each candidate gets one row, and every pair is combined over the common tree path. The idea is from Knopp
 * et al., ALENEX 2007, but this implementation has no buckets. Each thread needs its own instance, because an instance
 * owns scratch memory.
 */
export class HierarchyRows {
  private readonly source: MatchMap
  private readonly topology: Topology
  private readonly forward: Float64Array
  private forwardVertex = 0
  /**
   * Rows of labels. The copies of the arc with row `r` have the rows `r + MAX_STATES`, `r + 2 MAX_STATES` and so on.
   * `backwardVertex` contains the start vertex of each row.
   */
  private readonly backward: Float64Array[] = []
  private readonly backwardVertex: number[] = []
  private readonly copyCount = new Uint32Array(MAX_STATES)

  constructor(source: MatchMap) {
    this.source = source
    this.topology = source.map.topology
    this.forward = this.emptyRow()
  }

  /** Prepares the row of paths that start at the beginning of an arc. Paths longer than `reachMeters` are dropped. */
  from(arc: number, reachMeters: number): void {
    this.forwardVertex = this.topology.rank[arc]
    searchUpward(
      this.topology,
      this.topology.upFirst,
      this.source.packedLengths,
      this.forwardVertex,
      this.forward,
      reachMeters,
    )
  }

  /** Prepares a row of paths that end at the beginning of an arc or one of its copies. */
  to(row: number, arc: number, reachMeters: number): void {
    this.copyCount[row] = 0
    this.searchUpwardTo(row, arc, reachMeters)
    const copies = this.source.copies.get(arc)
    if (copies) for (const copy of copies) this.searchUpwardTo(row, copy, reachMeters)
  }

  private searchUpwardTo(row: number, arc: number, reachMeters: number): void {
    const slot = row + MAX_STATES * this.copyCount[row]++
    this.backward[slot] ??= this.emptyRow()
    this.backwardVertex[slot] = this.topology.rank[arc]
    searchUpward(
      this.topology,
      this.topology.downFirst,
      this.source.packedLengths,
      this.backwardVertex[slot],
      this.backward[slot],
      reachMeters,
    )
  }

  /**
   * Returns the fastest path from the start of the arc of the last `from` call to the start of the arc in row `to`. If
   * there is no path, the length is infinite.
   */
  findPath(to: number): PathLength {
    let bestPacked = INFINITE_PACKED
    for (let copy = 0, slot = to; copy < this.copyCount[to]; copy++, slot += MAX_STATES) {
      const depth = this.commonDepth(this.forwardVertex, this.backwardVertex[slot])
      bestPacked = Math.min(bestPacked, minSum(this.forward, this.backward[slot], depth))
    }
    if (bestPacked >= INFINITE_PACKED) return NO_PATH
    const weight = Math.floor(bestPacked / LENGTH_SCALE)
    return { weight, lengthCm: (bestPacked - weight * LENGTH_SCALE) * 10 }
  }

  /** Returns the depth of the lowest vertex on both paths to the root, or -1 if the roots differ. */
  private commonDepth(a: number, b: number): number {
    const { parent, depth, vertexCount } = this.topology
    let [s, t] = [a, b]
    while (s !== t) {
      if (s < t) s = parent[s]
      else t = parent[t]
    }
    return s === vertexCount ? -1 : depth[s]
  }

  private emptyRow(): Float64Array {
    return new Float64Array(this.topology.height)
  }
}

/**
 * Computes the labels of all vertices on a vertex's path to the root. High vertices are distant separators. Labels
 * beyond the maximum length are dropped there, which saves most of the work.
 */
function searchUpward(
  { vertexCount, parent, depth, upperDepth }: Topology,
  first: Uint32Array,
  packedRows: Float64Array,
  start: number,
  row: Float64Array,
  reachMeters: number,
): void {
  const reach = Math.min(LENGTH_SCALE, 10 * reachMeters)
  row.fill(INFINITE_PACKED, 0, depth[start])
  row[depth[start]] = 0
  for (let v = start; v < vertexCount; v = parent[v]) {
    const label = row[depth[v]]
    if (label >= INFINITE_PACKED || label - Math.floor(label / LENGTH_SCALE) * LENGTH_SCALE > reach) continue
    for (let arc = first[v], end = first[v + 1]; arc < end; arc++) {
      const depthIndex = upperDepth[arc]
      row[depthIndex] = Math.min(row[depthIndex], label + packedRows[arc])
    }
  }
}

function minSum(forward: Float64Array, backward: Float64Array, depth: number): number {
  let bestPacked = INFINITE_PACKED
  for (let depthIndex = 0; depthIndex <= depth; depthIndex++)
    bestPacked = Math.min(bestPacked, forward[depthIndex] + backward[depthIndex])
  return bestPacked
}
