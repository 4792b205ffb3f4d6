import { RoadClass, RoadFlag } from '../../network/attributes.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { angleBetween } from '../angles.ts'
import { EdgeShape } from './edge-shape.ts'
import { assignNameIds, RoadNames } from './names.ts'
import {
  computeInitialBearing,
  computePerceivedBearing,
  lookaheadMeters,
  type PerceivedRoad,
} from './perceived-bearing.ts'
import { isMinor, isRamp } from './road-traits.ts'

const METERS_PER_MICRO_DEGREE = 0.11132
const CIRCULAR_FLAGS = RoadFlag.roundabout | RoadFlag.circular

/**
 * The network as seen at junctions, regardless of access. The survey contains the edge sides that leave each node and
 * their bearings. An edge side is an edge in one direction, numbered as in `arcs.edgeSide`. The reverse of a side is
 * `side ^ 1`.
 */
export class JunctionSurvey {
  readonly network: RoadNetwork
  readonly names: RoadNames
  readonly nameCore: Uint32Array
  /**
   * Index of the first edge side that leaves each node. The sides of node `n` are `side[sideFirst[n]]` to
   * `side[sideFirst[n + 1] - 1]`.
   */
  readonly sideFirst: Uint32Array
  readonly side: Uint32Array
  /** Bearing of each side in its first meters. */
  readonly initialBearing: Float32Array
  readonly perceivedBearing: Float32Array
  readonly shape: EdgeShape

  constructor(network: RoadNetwork) {
    this.network = network
    this.nameCore = assignNameIds(network)
    this.names = new RoadNames(network, this.nameCore)
    const { nodes, edges } = network
    this.sideFirst = new Uint32Array(nodes.count + 1)
    for (let edgeSide = 0; edgeSide < 2 * edges.count; edgeSide++) this.sideFirst[this.tail(edgeSide) + 1]++
    for (let node = 0; node < nodes.count; node++) this.sideFirst[node + 1] += this.sideFirst[node]
    const next = this.sideFirst.slice()
    this.side = new Uint32Array(2 * edges.count)
    for (let edgeSide = 0; edgeSide < 2 * edges.count; edgeSide++) this.side[next[this.tail(edgeSide)]++] = edgeSide
    this.initialBearing = new Float32Array(2 * edges.count)
    this.perceivedBearing = new Float32Array(2 * edges.count)
    this.shape = new EdgeShape(edges)
    for (let node = 0; node < nodes.count; node++) this.measureBearings(node)
  }

  private measureBearings(node: number): void {
    const { edges, roads } = this.network
    const [start, end] = [this.sideFirst[node], this.sideFirst[node + 1]]
    let lanesAcross = 0
    for (let i = start; i < end; i++) lanesAcross = Math.max(lanesAcross, roads.lanes[edges.road[this.side[i] >> 1]])
    for (let i = start; i < end; i++) {
      const edgeSide = this.side[i]
      const road = this.toPerceivedRoad(edgeSide, lanesAcross)
      this.shape.read(edgeSide, lookaheadMeters(road))
      const initialBearing = computeInitialBearing(this.shape)
      const perceivedBearing =
        end - start <= 2 ? this.shape.bearing(0, this.firstSegmentMeters()) : computePerceivedBearing(this.shape, road)
      this.perceivedBearing[edgeSide] = perceivedBearing
      // If the first meters lead backward, they are a mapping error and would put the road on the wrong side.
      this.initialBearing[edgeSide] =
        angleBetween(initialBearing, perceivedBearing) > 90 ? perceivedBearing : initialBearing
    }
  }

  /** Returns the distance to the first point that is more than one meter from the start. */
  private firstSegmentMeters(): number {
    const { shape } = this
    let i = 1
    while (i + 1 < shape.count && shape.along[i] <= 1) i++
    return i < shape.count ? shape.along[i] : 0
  }

  private toPerceivedRoad(edgeSide: number, lanesAcross: number): PerceivedRoad {
    const roadClass = this.classOf(edgeSide)
    let obliqueness = 1
    if (roadClass === RoadClass.motorway || isRamp(roadClass)) obliqueness = 2.5
    else if (roadClass === RoadClass.trunk) obliqueness = 2.5
    else if (roadClass === RoadClass.primary) obliqueness = 1.5
    return { lanesAcross, obliqueness, isMinor: isMinor(roadClass), isCircular: this.isCircular(edgeSide) }
  }

  tail(edgeSide: number): number {
    const { edges } = this.network
    return edgeSide & 1 ? edges.to[edgeSide >> 1] : edges.from[edgeSide >> 1]
  }

  head(edgeSide: number): number {
    const { edges } = this.network
    return edgeSide & 1 ? edges.from[edgeSide >> 1] : edges.to[edgeSide >> 1]
  }

  degree(node: number): number {
    return this.sideFirst[node + 1] - this.sideFirst[node]
  }

  roadOf(edgeSide: number): number {
    return this.network.edges.road[edgeSide >> 1]
  }

  classOf(edgeSide: number): number {
    return this.network.roads.roadClass[this.network.edges.road[edgeSide >> 1]]
  }

  modeOf(edgeSide: number): number {
    return this.network.roads.mode[2 * this.network.edges.road[edgeSide >> 1] + (edgeSide & 1)]
  }

  /**
   * Returns true if the change to the next road needs an instruction because the travel mode changes or stairs begin.
   */
  changesMode(from: number, to: number): boolean {
    if (this.modeOf(from) !== this.modeOf(to)) return true
    return this.classOf(to) === RoadClass.steps && this.classOf(from) !== RoadClass.steps
  }

  lanesOf(edgeSide: number): number {
    return this.network.roads.lanes[this.network.edges.road[edgeSide >> 1]]
  }

  isCircular(edgeSide: number): boolean {
    return (this.network.roads.flags[this.network.edges.road[edgeSide >> 1]] & CIRCULAR_FLAGS) !== 0
  }

  isRoundabout(edgeSide: number): boolean {
    return (this.network.roads.flags[this.network.edges.road[edgeSide >> 1]] & RoadFlag.roundabout) !== 0
  }

  lengthMeters(edgeSide: number): number {
    return this.network.edges.lengthCm[edgeSide >> 1] / 100
  }

  /** Returns the straight-line distance between two nearby nodes. */
  metersBetween(a: number, b: number): number {
    const { nodes } = this.network
    const x = (nodes.longitude[a] - nodes.longitude[b]) * Math.cos((nodes.latitude[a] * 1e-6 * Math.PI) / 180)
    const y = nodes.latitude[a] - nodes.latitude[b]
    return Math.sqrt(x * x + y * y) * METERS_PER_MICRO_DEGREE
  }

  /** Returns true if both roads have the same name and the same ref. */
  hasSameName(a: number, b: number): boolean {
    const { name, ref } = this.network.roads
    const [roadA, roadB] = [this.roadOf(a), this.roadOf(b)]
    return name[roadA] === name[roadB] && ref[roadA] === ref[roadB]
  }

  /** Follows a road through nodes without other roads and returns the last side of the chain. */
  skipPlainNodes(edgeSide: number): number {
    const start = this.tail(edgeSide)
    let current = edgeSide
    for (let hopCount = 0; hopCount < 1000; hopCount++) {
      const node = this.head(current)
      if (node === start || this.degree(node) !== 2) break
      const first = this.side[this.sideFirst[node]]
      const next = first === (current ^ 1) ? this.side[this.sideFirst[node] + 1] : first
      if (next === (current ^ 1)) break
      current = next
    }
    return current
  }
}
