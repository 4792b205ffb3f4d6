import { rulerAt, wrapMicrodegrees } from '@fairway/geo'
import type { RoadNetwork } from '../network/network.ts'
import type { CarWeights } from '../profiles/car-weights.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import { ArcHeap } from './arc-heap.ts'
import type { States } from './states.ts'

/**
 * Interleaved fields of an arc: the stamp of the search, the weight and the length of the path to its start, and the
 * preceding arc.
 */
const LABEL_STAMP = 0
const LABEL_WEIGHT = 1
const LENGTH_CM = 2
const PREVIOUS_ARC = 3
const LABEL_SIZE = 4

/**
 * Factor for straight-line distances. Straight-line distances are shortened slightly, because they use a flat
 * projection while road lengths are measured segment by segment.
 */
const SAFETY_FACTOR = 0.99

/**
 * Runs Dijkstra's algorithm around one position for nearby targets. For positions a few hundred meters apart, this
 * search visits a few dozen arcs, while the hierarchy would search to its root for every candidate. The search finds
 * the fastest paths and returns their lengths. A path is dropped as soon as the straight line to the targets shows that
 * it exceeds the maximum length. The result is therefore the fastest path whenever that path is within the maximum
 * length. Each thread needs its own instance, because an instance owns scratch memory.
 */
export class NearSearch {
  private readonly network: RoadNetwork
  private readonly labels: Int32Array
  private stamp = 0
  private readonly heap = new ArcHeap()
  /** The first target on each side of an edge, or -1. Further targets follow in a linked list. */
  private readonly targetOnSide: Int32Array
  private readonly nextTarget = new Int32Array(64)
  private targetBegin = 0
  private targetEnd = 0
  /**
   * Center of the targets in microdegrees, centimeters per microdegree, and the maximum distance of the targets from
   * the center.
   */
  private targetLatitude = 0
  private targetLongitude = 0
  private perLatitude = 0
  private perLongitude = 0
  private targetSpreadCm = 0

  constructor(network: RoadNetwork) {
    this.network = network
    this.labels = new Int32Array(network.arcs.count * LABEL_SIZE)
    this.targetOnSide = new Int32Array(2 * network.edges.count).fill(-1)
  }

  /** Sets the states of a layer as targets for the next searches. */
  setTargets({ arc, meters, latitude, longitude }: States, layer: number, begin: number, end: number): void {
    const { edgeSide } = this.network.arcs
    const ruler = rulerAt(latitude[layer])
    this.targetLatitude = latitude[layer] * 1e6
    this.targetLongitude = longitude[layer] * 1e6
    this.perLatitude = ruler.perLatitudeDegree * 1e-4 * SAFETY_FACTOR
    this.perLongitude = ruler.perLongitudeDegree * 1e-4 * SAFETY_FACTOR
    this.targetSpreadCm = 0
    this.targetBegin = begin
    this.targetEnd = end
    for (let target = begin; target < end; target++) {
      const sideOfArc = edgeSide[arc[target]]
      this.nextTarget[target - begin] = this.targetOnSide[sideOfArc]
      this.targetOnSide[sideOfArc] = target
      this.targetSpreadCm = Math.max(this.targetSpreadCm, 100 * meters[target])
    }
  }

  clearTargets({ arc }: States): void {
    const { edgeSide } = this.network.arcs
    for (let target = this.targetBegin; target < this.targetEnd; target++) this.targetOnSide[edgeSide[arc[target]]] = -1
    this.targetBegin = this.targetEnd = 0
  }

  /**
   * Writes the lengths in centimeters and the weights of the paths from a position to the targets, starting with target
   * `first`. Targets that already have a finite length are skipped. Returns the arc of the last target found, or NO_ID.
   */
  run(
    weights: CarWeights,
    states: States,
    source: number,
    reachCm: number,
    lengths: Float64Array,
    first: number,
    pathWeights?: Float64Array,
  ): number {
    const { arcs, edges, turns } = this.network
    const { labels, heap, targetOnSide, targetBegin, nextTarget } = this
    const fromArc = states.arc[source]
    const fromLength = edges.lengthCm[arcs.edgeSide[fromArc] >>> 1]
    let unreachedCount = 0
    for (let target = targetBegin; target < this.targetEnd; target++) {
      if (lengths[first + target - targetBegin] === Number.POSITIVE_INFINITY) unreachedCount++
    }
    if (unreachedCount === 0) return NO_ID
    this.begin()
    const traveledShare = fromLength > 0 ? states.alongCm[source] / fromLength : 0
    this.relaxTurns(
      weights,
      fromArc,
      -Math.round(traveledShare * weights.arc[fromArc]),
      -states.alongCm[source],
      reachCm,
    )
    while (heap.size > 0) {
      const { key, arc } = heap
      heap.pop()
      const label = arc * LABEL_SIZE
      if (key !== labels[label + LABEL_WEIGHT] || labels[label + LABEL_STAMP] !== this.stamp) continue
      labels[label + LABEL_STAMP]++
      const length = labels[label + LENGTH_CM]
      const edgeSide = arcs.edgeSide[arc]
      for (let target = targetOnSide[edgeSide]; target >= 0; target = nextTarget[target - targetBegin]) {
        const cell = first + target - targetBegin
        if (lengths[cell] !== Number.POSITIVE_INFINITY || length + states.alongCm[target] > reachCm) continue
        lengths[cell] = length + states.alongCm[target]
        if (pathWeights) {
          const share = states.alongCm[target] / Math.max(1, edges.lengthCm[edgeSide >>> 1])
          pathWeights[cell] = key + share * weights.arc[arc]
        }
        if (--unreachedCount === 0) return arc
      }
      if (turns.first[arc] < turns.first[arc + 1]) this.relaxTurns(weights, arc, key, length, reachCm)
    }
    return NO_ID
  }

  /**
   * Writes the arcs of the path to an arc found by the last search, including the first and the last. A path returns to
   * its first arc only to end there, because the arcs after it were reached at a lower cost from the start.
   */
  pathTo(firstArc: number, lastArc: number, path: number[]): void {
    path.length = 0
    path.push(lastArc)
    let arc = lastArc
    do {
      arc = this.labels[arc * LABEL_SIZE + PREVIOUS_ARC]
      path.push(arc)
    } while (arc !== firstArc)
    path.reverse()
  }

  private begin(): void {
    if (this.stamp > 0x7ffffff0) {
      this.labels.fill(0)
      this.stamp = 0
    }
    // Odd stamps mark settled arcs.
    this.stamp += 2
    this.heap.size = 0
  }

  /** Relaxes the turns at the end of an arc. */
  private relaxTurns({ turn }: CarWeights, arc: number, weight: number, lengthCm: number, reachCm: number): void {
    const { arcs, edges, turns } = this.network
    const { labels, stamp, heap } = this
    const length = Math.round(lengthCm + edges.lengthCm[arcs.edgeSide[arc] >>> 1])
    if (length + this.straightCm(arcs.edgeSide[arc]) > reachCm) return
    for (let i = turns.first[arc], end = turns.first[arc + 1]; i < end; i++) {
      if (turn[i] >= INFINITE_WEIGHT) continue
      const next = weight + turn[i]
      const to = turns.to[i]
      const label = to * LABEL_SIZE
      const oldStamp = labels[label + LABEL_STAMP]
      if (oldStamp > stamp) continue
      if (oldStamp === stamp) {
        const oldWeight = labels[label + LABEL_WEIGHT]
        if (oldWeight < next || (oldWeight === next && labels[label + LENGTH_CM] <= length)) continue
      }
      labels[label + LABEL_STAMP] = stamp
      labels[label + LABEL_WEIGHT] = next
      labels[label + LENGTH_CM] = length
      labels[label + PREVIOUS_ARC] = arc
      heap.push(next, to)
    }
  }

  /** Returns a lower bound for the distance from the end of an edge side to the nearest target. */
  private straightCm(edgeSide: number): number {
    const { edges, nodes } = this.network
    const node = (edgeSide & 1) === 0 ? edges.to[edgeSide >>> 1] : edges.from[edgeSide >>> 1]
    const y = (nodes.latitude[node] - this.targetLatitude) * this.perLatitude
    const x = wrapMicrodegrees(nodes.longitude[node] - this.targetLongitude) * this.perLongitude
    return Math.max(0, Math.sqrt(x * x + y * y) - this.targetSpreadCm)
  }
}
