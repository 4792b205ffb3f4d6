import { bearingAlong } from '@fairway/geo'
import { groupBy, type Rows } from '../cch/graph/adjacency.ts'
import { angleBetween, deflectionBetween, reverseBearing, SLIGHT_DEGREES } from '../guidance/angles.ts'
import { RoadFlag } from '../network/attributes.ts'
import { NodeFlag, type RoadNetwork, TurnFlag } from '../network/network.ts'

/** Distance along a road, in meters, over which its bearing is determined. */
const BEARING_DISTANCE_METERS = 10
/** Maximum angle between straight ahead and the direction from which oncoming traffic comes. */
const ONCOMING_DEGREES = 60

/**
 * Detects turns across oncoming traffic without a signal. These are left turns in right-hand traffic and right turns in
 * left-hand traffic where traffic may come from ahead. A signal counts only if it is mapped at the junction node. A
 * signal at the stop line before the junction is ignored. A U-turn also counts, except at a dead end.
 */
export class UnprotectedTurns {
  private readonly network: RoadNetwork
  private readonly arcsIntoNode: Rows
  private readonly roadCount: Uint16Array

  constructor(network: RoadNetwork) {
    const { nodes, edges, arcs } = network
    this.network = network
    this.arcsIntoNode = groupBy(
      Uint32Array.from({ length: arcs.count }, (_, arc) => this.headOf(arc)),
      nodes.count,
    )
    this.roadCount = new Uint16Array(nodes.count)
    for (let edge = 0; edge < edges.count; edge++) {
      this.roadCount[edges.from[edge]]++
      this.roadCount[edges.to[edge]]++
    }
  }

  isUnprotected(arc: number, turn: number): boolean {
    const { turns, nodes, edges, arcs, roads } = this.network
    const node = this.headOf(arc)
    if (this.roadCount[node] < 2 || (nodes.flags[node] & NodeFlag.signals) !== 0) return false
    if ((turns.flags[turn] & TurnFlag.uturn) !== 0) return true
    if (this.roadCount[node] < 3) return false
    const to = turns.to[turn]
    const bearing = this.bearingAtEnd(arc)
    const deflection = deflectionBetween(bearing, this.bearingAtStart(to))
    const isLeftHandTraffic = (roads.flags[edges.road[arcs.edgeSide[arc] >>> 1]] & RoadFlag.leftHandTraffic) !== 0
    if ((isLeftHandTraffic ? deflection : -deflection) <= SLIGHT_DEGREES) return false
    return this.hasOncoming(node, arc, to, reverseBearing(bearing))
  }

  private hasOncoming(node: number, arc: number, to: number, oncomingBearing: number): boolean {
    const { edgeSide } = this.network.arcs
    for (let i = this.arcsIntoNode.first[node]; i < this.arcsIntoNode.first[node + 1]; i++) {
      const otherArc = this.arcsIntoNode.item[i]
      // Traffic that comes out of the entered road stays on its own side of that road, so it is skipped. Comparing edge
      // sides handles loops correctly.
      if (edgeSide[otherArc] === edgeSide[arc] || edgeSide[otherArc] === (edgeSide[to] ^ 1)) continue
      if (angleBetween(this.bearingAtEnd(otherArc), oncomingBearing) <= ONCOMING_DEGREES) return true
    }
    return false
  }

  private headOf(arc: number): number {
    const { arcs, edges } = this.network
    const edgeSide = arcs.edgeSide[arc]
    return (edgeSide & 1) === 0 ? edges.to[edgeSide >>> 1] : edges.from[edgeSide >>> 1]
  }

  private bearingAtStart(arc: number): number {
    return this.computeInitialBearing(this.network.arcs.edgeSide[arc])
  }

  private bearingAtEnd(arc: number): number {
    return reverseBearing(this.computeInitialBearing(this.network.arcs.edgeSide[arc] ^ 1))
  }

  /** Returns the initial bearing along one side of an edge. */
  private computeInitialBearing(edgeSide: number): number {
    const { shapeFirst, shapeLatitude, shapeLongitude } = this.network.edges
    const [first, last] = [shapeFirst[edgeSide >>> 1], shapeFirst[(edgeSide >>> 1) + 1] - 1]
    return (edgeSide & 1) === 0
      ? bearingAlong(shapeLatitude, shapeLongitude, first, last, 1, BEARING_DISTANCE_METERS)
      : bearingAlong(shapeLatitude, shapeLongitude, last, first, -1, BEARING_DISTANCE_METERS)
  }
}
