import { groupBy, type Rows } from '@fairway/road'
import type { BaseArcs } from './arcs.ts'
import type { Edges } from './edges.ts'

/** Arcs that begin and end at each node, and the number of roads there, including roads closed to vehicles. */
export class Junctions {
  private readonly outgoing: Rows
  private readonly incoming: Rows
  readonly roadCount: Uint16Array

  constructor(edges: Edges, arcs: BaseArcs) {
    this.outgoing = groupBy(arcs.tail, edges.nodeCount)
    this.incoming = groupBy(arcs.head, edges.nodeCount)
    this.roadCount = new Uint16Array(edges.nodeCount)
    for (let edge = 0; edge < edges.count; edge++) {
      this.roadCount[edges.from[edge]]++
      this.roadCount[edges.to[edge]]++
    }
  }

  outgoingArcs(node: number): number[] {
    return listRow(this.outgoing, node)
  }
  incomingArcs(node: number): number[] {
    return listRow(this.incoming, node)
  }
}

function listRow({ first, item }: Rows, row: number): number[] {
  const items: number[] = []
  for (let i = first[row]; i < first[row + 1]; i++) items.push(item[i])
  return items
}

/** Returns the raw number of the first way of an arc. */
export function firstWayOfArc({ firstWay, lastWay }: Edges, { edgeSide }: BaseArcs, arc: number): number {
  const sideOfArc = edgeSide[arc]
  return (sideOfArc & 1) === 0 ? firstWay[sideOfArc >>> 1] : lastWay[sideOfArc >>> 1]
}
export function lastWayOfArc({ firstWay, lastWay }: Edges, { edgeSide }: BaseArcs, arc: number): number {
  const sideOfArc = edgeSide[arc]
  return (sideOfArc & 1) === 0 ? lastWay[sideOfArc >>> 1] : firstWay[sideOfArc >>> 1]
}
