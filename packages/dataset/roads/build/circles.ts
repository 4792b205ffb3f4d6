import { RoadFlag } from '@fairway/road'
import type { ArcBearings } from './arc-bearings.ts'
import type { TurnInput } from './turn-input.ts'

/** Roundabout arcs that enter and leave a node. */
export interface RoundaboutArcs {
  readonly into: number
  readonly outgoingArc: number
}

/** Index of the nodes on roundabouts. */
export class Roundabouts {
  private readonly input: TurnInput
  private readonly isRoundaboutRoad: Uint8Array
  /** Whether a node is on a roundabout. The flag avoids a slow search through the arcs of all other nodes. */
  private readonly isAtRoundabout: Uint8Array

  constructor(input: TurnInput) {
    this.input = input
    const flags = RoadFlag.roundabout | RoadFlag.circular
    this.isRoundaboutRoad = Uint8Array.from(input.traits.roads.values, (road) => ((road.flags & flags) !== 0 ? 1 : 0))
    const { edges } = input
    this.isAtRoundabout = new Uint8Array(edges.nodeCount)
    for (let edge = 0; edge < edges.count; edge++) {
      if (this.isRoundaboutRoad[edges.road[edge]] === 0) continue
      this.isAtRoundabout[edges.from[edge]] = 1
      this.isAtRoundabout[edges.to[edge]] = 1
    }
  }

  findAt(node: number): RoundaboutArcs | undefined {
    if (this.isAtRoundabout[node] === 0) return undefined
    const { junctions } = this.input
    const incomingArc = junctions.incomingArcs(node).find((arc) => this.isRoundaboutArc(arc))
    if (incomingArc === undefined) return undefined
    const outgoingArc = junctions.outgoingArcs(node).find((arc) => this.isRoundaboutArc(arc))
    return outgoingArc === undefined ? undefined : { into: incomingArc, outgoingArc }
  }

  private isRoundaboutArc(arc: number): boolean {
    const { arcs, edges } = this.input
    return this.isRoundaboutRoad[edges.road[arcs.edgeSide[arc] >>> 1]] === 1
  }
}

/**
 * Returns whether a turn between two roads at the same roundabout node runs against the flow. A vehicle must go around
 * the whole roundabout instead of making this turn. A turn follows the flow if the incoming road comes before the
 * outgoing road in flow order.
 */
export function runsAgainstFlow(
  { into, outgoingArc }: RoundaboutArcs,
  bearings: ArcBearings,
  from: number,
  to: number,
): boolean {
  if (from === into || to === outgoingArc) return false
  /** Returns the angle around the node, counterclockwise from the incoming roundabout arc. */
  const toAngle = (outward: number): number => (((bearings.atEnd[into] + 180 - outward) % 360) + 360) % 360
  const circleExitAngle = toAngle(bearings.atStart[outgoingArc])
  const roadEntryAngle = toAngle(bearings.atEnd[from] + 180)
  const roadExitAngle = toAngle(bearings.atStart[to])
  return roadEntryAngle < circleExitAngle ? roadExitAngle < roadEntryAngle : roadExitAngle > roadEntryAngle
}
