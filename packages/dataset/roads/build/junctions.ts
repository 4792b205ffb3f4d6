import { groupBy, type Rows } from '@fairway/road'
import type { BaseArcs } from './arcs.ts'
import type { Edges } from './edges.ts'

/** The arcs that begin and end at a node, and the number of roads there, drivable or not. */
export class Junctions {
  private readonly leaving: Rows
  private readonly arriving: Rows
  readonly roadCount: Uint16Array

  constructor(edges: Edges, arcs: BaseArcs) {
    this.leaving = groupBy(arcs.tail, edges.nodeCount)
    this.arriving = groupBy(arcs.head, edges.nodeCount)
    this.roadCount = new Uint16Array(edges.nodeCount)
    for (let edge = 0; edge < edges.count; edge++) {
      this.roadCount[edges.from[edge]]++
      this.roadCount[edges.to[edge]]++
    }
  }

  outOf(node: number): number[] {
    return Array.from(this.leaving.item.subarray(this.leaving.first[node], this.leaving.first[node + 1]))
  }
  into(node: number): number[] {
    return Array.from(this.arriving.item.subarray(this.arriving.first[node], this.arriving.first[node + 1]))
  }
}

/** The raw number of the way an arc begins with. */
export function startWay({ firstWay, lastWay }: Edges, { edgeSide }: BaseArcs, arc: number): number {
  const side = edgeSide[arc]
  return (side & 1) === 0 ? firstWay[side >>> 1] : lastWay[side >>> 1]
}
export function endWay({ firstWay, lastWay }: Edges, { edgeSide }: BaseArcs, arc: number): number {
  const side = edgeSide[arc]
  return (side & 1) === 0 ? lastWay[side >>> 1] : firstWay[side >>> 1]
}
