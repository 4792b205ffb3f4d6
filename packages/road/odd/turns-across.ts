import { bearingAlong } from '@fairway/geo'
import { groupBy, type Rows } from '../cch/graph/adjacency.ts'
import { angleApart, deflectionBetween, reverseBearing, SLIGHT_DEGREES } from '../guidance/angles.ts'
import { RoadFlag } from '../network/attributes.ts'
import { NodeFlag, type RoadNetwork, TurnFlag } from '../network/network.ts'

/** How far to look along a road to see where it leads. */
const LOOK_METERS = 10
/** Who comes from ahead within this of straight is oncoming. */
const ONCOMING_DEGREES = 60

/**
 * Tells of turns whether they lead across oncoming traffic without a signal: to the left where one drives on the right,
 * and the other way round, while somebody may come from ahead. A signal counts where it stands at the junction itself;
 * one before it, at the line where cars stop, is not seen. Turning back counts wherever it is no dead end.
 */
export class TurnsAcross {
  private readonly network: RoadNetwork
  private readonly arriving: Rows
  private readonly roadCount: Uint16Array

  constructor(network: RoadNetwork) {
    const { nodes, edges, arcs } = network
    this.network = network
    this.arriving = groupBy(
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
    const onLeft = (roads.flags[edges.road[arcs.edgeSide[arc] >>> 1]] & RoadFlag.leftHandTraffic) !== 0
    if ((onLeft ? deflection : -deflection) <= SLIGHT_DEGREES) return false
    return this.hasOncoming(node, arc, to, reverseBearing(bearing))
  }

  private hasOncoming(node: number, arc: number, to: number, against: number): boolean {
    const { edgeSide } = this.network.arcs
    for (let i = this.arriving.first[node]; i < this.arriving.first[node + 1]; i++) {
      const other = this.arriving.item[i]
      // Those who come out of the road that is turned into keep to their side of it. A loop has other ends.
      if (edgeSide[other] === edgeSide[arc] || edgeSide[other] === (edgeSide[to] ^ 1)) continue
      if (angleApart(this.bearingAtEnd(other), against) <= ONCOMING_DEGREES) return true
    }
    return false
  }

  private headOf(arc: number): number {
    const { arcs, edges } = this.network
    const side = arcs.edgeSide[arc]
    return (side & 1) === 0 ? edges.to[side >>> 1] : edges.from[side >>> 1]
  }

  private bearingAtStart(arc: number): number {
    return this.look(this.network.arcs.edgeSide[arc])
  }

  private bearingAtEnd(arc: number): number {
    return reverseBearing(this.look(this.network.arcs.edgeSide[arc] ^ 1))
  }

  /** In which direction one drives off on one side of an edge. */
  private look(edgeSide: number): number {
    const { shapeFirst, shapeLatitude, shapeLongitude } = this.network.edges
    const [first, last] = [shapeFirst[edgeSide >>> 1], shapeFirst[(edgeSide >>> 1) + 1] - 1]
    return (edgeSide & 1) === 0
      ? bearingAlong(shapeLatitude, shapeLongitude, first, last, 1, LOOK_METERS)
      : bearingAlong(shapeLatitude, shapeLongitude, last, first, -1, LOOK_METERS)
  }
}
