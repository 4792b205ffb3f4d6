import { INFINITE_WEIGHT, NO_ID } from '../../sentinels.ts'
import { findArc } from '../chordal.ts'
import { firstChild, secondChild, toChildren, toLeaf } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'
import type { ReferenceMetric } from './metric.ts'
import type { ReferenceTriangles } from './triangles.ts'
import { VertexHeap } from './vertex-heap.ts'

/** Pending actions for an arc that are performed when its lower vertex is processed. */
const WEIGHT_LOWERED = 1
const SUPPORT_LOST = 2

/**
 * Implements MetricUpdater in plain TypeScript to test the kernels. Partial customization (Dibbelt, Strasser and
 * Wagner, JEA 2016) processes only the arcs that the changed turn weights affect, lower vertices first. A shorter arc
 * is relaxed into the arcs above. A longer arc invalidates the arcs that depend on it, and only these arcs search all
 * their pairs again. The weights equal those of a full customization byte for byte. Where several paths have equal
 * weights, the shortcut children may differ.
 */
export class ReferenceUpdater {
  private readonly topology: Topology
  private readonly triangles: ReferenceTriangles
  private readonly pendingFlags: Uint8Array
  private readonly heap: VertexHeap
  /** Arcs of the current vertex that became shorter or longer. */
  private readonly shorterArcs: number[] = []
  private readonly longerArcs: number[] = []

  constructor(topology: Topology, triangles: ReferenceTriangles) {
    this.topology = topology
    this.triangles = triangles
    this.pendingFlags = new Uint8Array(topology.arcCount)
    this.heap = new VertexHeap(topology.vertexCount)
  }

  /**
   * Updates a metric and returns the number of processed vertices. `turnWeight` already contains the new weights, and
   * `changedTurns` lists the changed turns.
   */
  update(metric: ReferenceMetric, turnWeight: Int32Array, changedTurns: Uint32Array): number {
    for (let index = 0; index < changedTurns.length; index++) this.changeTurn(metric, turnWeight, changedTurns[index])
    let vertices = 0
    for (let v = this.heap.pop(); v >= 0; v = this.heap.pop()) {
      this.settle(metric, turnWeight, v)
      for (const arc of this.shorterArcs) this.offerAbove(metric, arc)
      for (const arc of this.longerArcs) this.withdrawAbove(metric, arc)
      vertices++
    }
    return vertices
  }

  private changeTurn({ weight, children }: ReferenceMetric, turnWeight: Int32Array, turn: number): void {
    const slot = this.topology.slotOfTurn[turn]
    if (slot >= this.topology.arcCount) weight[slot] = turnWeight[turn]
    else if (turnWeight[turn] < weight[slot]) {
      weight[slot] = turnWeight[turn]
      children[slot] = toLeaf(turn, this.topology.headOfTurn[turn])
      this.enqueue(slot, WEIGHT_LOWERED)
    } else if (turnWeight[turn] > weight[slot] && children[slot] < 0) this.enqueue(slot, SUPPORT_LOST)
  }

  private enqueue(arc: number, flags: number): void {
    this.pendingFlags[arc] |= flags
    this.heap.push(this.topology.lower[arc])
  }

  /**
   * Settles a vertex. All its arcs get their final weights before any arc is relaxed upward, because a pair needs two
   * final weights.
   */
  private settle(metric: ReferenceMetric, turnWeight: Int32Array, v: number): void {
    const { upFirst, downFirst } = this.topology
    this.shorterArcs.length = this.longerArcs.length = 0
    for (let arc = upFirst[v]; arc < upFirst[v + 1]; arc++) {
      if (this.pendingFlags[arc] !== 0) this.settleArc(metric, turnWeight, arc, true)
    }
    for (let arc = downFirst[v]; arc < downFirst[v + 1]; arc++) {
      if (this.pendingFlags[arc] !== 0) this.settleArc(metric, turnWeight, arc, false)
    }
  }

  private settleArc(metric: ReferenceMetric, turnWeight: Int32Array, arc: number, isUp: boolean): void {
    const flags = this.pendingFlags[arc]
    const previousWeight = metric.weight[arc]
    this.pendingFlags[arc] = 0
    if ((flags & SUPPORT_LOST) !== 0) {
      this.startFromPrevious(metric, turnWeight, arc)
      if (isUp) this.searchUp(metric, arc)
      else this.searchDown(metric, arc)
    }
    if ((flags & WEIGHT_LOWERED) !== 0) this.shorterArcs.push(arc)
    else if (metric.weight[arc] > previousWeight) this.longerArcs.push(arc)
  }

  /**
   * Starts from the turn or from the previous pair, whichever is now shorter. The result is usually still the best, and
   * every pair whose first arc alone has at least the same weight can be skipped.
   */
  private startFromPrevious({ weight, children }: ReferenceMetric, turnWeight: Int32Array, arc: number): void {
    const { turnOfArc, headOfTurn } = this.topology
    const turn = turnOfArc[arc]
    const pair = children[arc]
    weight[arc] = turn === NO_ID ? INFINITE_WEIGHT : turnWeight[turn]
    children[arc] = turn === NO_ID ? 0 : toLeaf(turn, headOfTurn[turn])
    if (pair <= 0) return
    const sum = weight[firstChild(pair)] + weight[secondChild(pair)]
    if (sum >= weight[arc]) return
    weight[arc] = sum
    children[arc] = pair
  }

  /** Searches for the best pair x→v→y below an up arc x→y. */
  private searchUp({ weight, children }: ReferenceMetric, arc: number): void {
    const { lower, upper, upFirst, downBelowFirst, downBelow } = this.topology
    const x = lower[arc]
    const y = upper[arc]
    let bestWeight = weight[arc]
    for (let i = downBelowFirst[x]; i < downBelowFirst[x + 1]; i++) {
      const inArc = downBelow[i]
      if (weight[inArc] >= bestWeight) continue
      const outArc = findArc(upper, upFirst, lower[inArc], y)
      if (outArc < 0 || weight[inArc] + weight[outArc] >= bestWeight) continue
      bestWeight = weight[inArc] + weight[outArc]
      children[arc] = toChildren(inArc, outArc)
    }
    weight[arc] = bestWeight
  }

  /** Searches for the best pair x→v→y below a down arc x→y. */
  private searchDown({ weight, children }: ReferenceMetric, arc: number): void {
    const { lower, upper, downFirst, upBelowFirst, upBelow } = this.topology
    const x = upper[arc]
    const y = lower[arc]
    let bestWeight = weight[arc]
    for (let i = upBelowFirst[y]; i < upBelowFirst[y + 1]; i++) {
      const outArc = upBelow[i]
      if (weight[outArc] >= bestWeight) continue
      const inArc = findArc(upper, downFirst, lower[outArc], x)
      if (inArc < 0 || weight[inArc] + weight[outArc] >= bestWeight) continue
      bestWeight = weight[inArc] + weight[outArc]
      children[arc] = toChildren(inArc, outArc)
    }
    weight[arc] = bestWeight
  }

  /** Relaxes all pairs that contain an arc, at the lower vertex of the arc, into the arcs above. */
  private offerAbove({ weight, children }: ReferenceMetric, arc: number): void {
    const { arcCount } = this.topology
    const { target } = this.triangles
    const { isUp, partner, partnerEnd, first, step } = this.partnerArcsOf(arc)
    const arcWeight = weight[arc]
    for (let partnerArc = partner, slotIndex = first; partnerArc < partnerEnd; partnerArc++, slotIndex += step) {
      const slot = target[slotIndex]
      const sum = arcWeight + weight[partnerArc]
      // Pairs x→v→x have a slot after all arcs and cannot improve any path.
      if (sum >= weight[slot] || slot >= arcCount) continue
      weight[slot] = sum
      children[slot] = isUp ? toChildren(partnerArc, arc) : toChildren(arc, partnerArc)
      this.enqueue(slot, WEIGHT_LOWERED)
    }
  }

  /** Marks the arcs above that have this arc as a shortcut child. */
  private withdrawAbove({ children }: ReferenceMetric, arc: number): void {
    const { target } = this.triangles
    const { isUp, partner, partnerEnd, first, step } = this.partnerArcsOf(arc)
    for (let partnerArc = partner, slotIndex = first; partnerArc < partnerEnd; partnerArc++, slotIndex += step) {
      const pair = isUp ? toChildren(partnerArc, arc) : toChildren(arc, partnerArc)
      if (children[target[slotIndex]] === pair) this.enqueue(target[slotIndex], SUPPORT_LOST)
    }
  }

  /** Returns the arcs that form pairs with an arc at its lower vertex, and the positions of their triangles. */
  private partnerArcsOf(arc: number) {
    const { lower, upFirst, downFirst } = this.topology
    const { first } = this.triangles
    const v = lower[arc]
    const upArcCount = upFirst[v + 1] - upFirst[v]
    return arc < upFirst[v + 1]
      ? {
          isUp: true,
          partner: downFirst[v],
          partnerEnd: downFirst[v + 1],
          first: first[v] + arc - upFirst[v],
          step: upArcCount,
        }
      : {
          isUp: false,
          partner: upFirst[v],
          partnerEnd: upFirst[v + 1],
          first: first[v] + (arc - downFirst[v]) * upArcCount,
          step: 1,
        }
  }
}
