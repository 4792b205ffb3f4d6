import { INFINITE_WEIGHT, NO_ID } from '../../sentinels.ts'
import { findArc } from '../chordal.ts'
import type { Metric } from '../metric.ts'
import { firstPart, secondPart, toLeaf, toParts } from '../shortcut-children.ts'
import type { Topology } from '../topology.ts'
import type { Triangles } from '../triangles.ts'
import { VertexHeap } from '../vertex-heap.ts'
import { markChanged } from '../wasm/metric-state.ts'

/** What is to be done with an arc when its lower vertex has its turn. */
const LOWERED = 1
const UNSUPPORTED = 2

/**
 * MetricUpdater without WebAssembly: where the kernels are not to be had, and as what they are compared with.
 *
 * Partial customization (Dibbelt, Strasser and Wagner, JEA 2016): after some turns have changed their weights, only the
 * arcs that this reaches are looked at, lower vertices first. An arc that got shorter is offered to the arcs above. An
 * arc that got longer leaves those without support that stand for it, and only they must look at all their pairs again.
 * The weights are those of a full customization, byte for byte; of equal ways, the parts may be others.
 */
export class PlainUpdater {
  private readonly topology: Topology
  private readonly triangles: Triangles
  private readonly pending: Uint8Array
  private readonly heap: VertexHeap
  /** Arcs of the vertex at hand that have become shorter, or longer. */
  private readonly shorter: number[] = []
  private readonly longer: number[] = []

  constructor(topology: Topology, triangles: Triangles) {
    this.topology = topology
    this.triangles = triangles
    this.pending = new Uint8Array(topology.arcCount)
    this.heap = new VertexHeap(topology.vertexCount)
  }

  /** `turnWeight` is already new; `changed` names the turns where it is. Returns how many vertices were looked at. */
  update(metric: Metric, turnWeight: Int32Array, changed: Uint32Array): number {
    for (let index = 0; index < changed.length; index++) this.changeTurn(metric, turnWeight, changed[index])
    let vertices = 0
    for (let v = this.heap.pop(); v >= 0; v = this.heap.pop()) {
      this.settle(metric, turnWeight, v)
      for (const arc of this.shorter) this.offerAbove(metric, arc)
      for (const arc of this.longer) this.withdrawAbove(metric, arc)
      vertices++
    }
    markChanged(metric)
    return vertices
  }

  private changeTurn({ weight, parts }: Metric, turnWeight: Int32Array, turn: number): void {
    const slot = this.topology.slotOfTurn[turn]
    if (slot >= this.topology.arcCount) weight[slot] = turnWeight[turn]
    else if (turnWeight[turn] < weight[slot]) {
      weight[slot] = turnWeight[turn]
      parts[slot] = toLeaf(turn, this.topology.headOfTurn[turn])
      this.enqueue(slot, LOWERED)
    } else if (turnWeight[turn] > weight[slot] && parts[slot] < 0) this.enqueue(slot, UNSUPPORTED)
  }

  private enqueue(arc: number, what: number): void {
    this.pending[arc] |= what
    this.heap.push(this.topology.lower[arc])
  }

  /** All arcs of a vertex get their final weights before any is offered above: a pair needs two final ones. */
  private settle(metric: Metric, turnWeight: Int32Array, v: number): void {
    const { upFirst, downFirst } = this.topology
    this.shorter.length = this.longer.length = 0
    for (let arc = upFirst[v]; arc < upFirst[v + 1]; arc++) {
      if (this.pending[arc] !== 0) this.settleArc(metric, turnWeight, arc, true)
    }
    for (let arc = downFirst[v]; arc < downFirst[v + 1]; arc++) {
      if (this.pending[arc] !== 0) this.settleArc(metric, turnWeight, arc, false)
    }
  }

  private settleArc(metric: Metric, turnWeight: Int32Array, arc: number, isUp: boolean): void {
    const what = this.pending[arc]
    const before = metric.weight[arc]
    this.pending[arc] = 0
    if ((what & UNSUPPORTED) !== 0) {
      this.startFromKnown(metric, turnWeight, arc)
      if (isUp) this.searchUp(metric, arc)
      else this.searchDown(metric, arc)
    }
    if ((what & LOWERED) !== 0) this.shorter.push(arc)
    else if (metric.weight[arc] > before) this.longer.push(arc)
  }

  /**
   * The turn, or the pair that the arc has stood for, whichever is shorter now: most often that stays the best, and a
   * pair whose first arc alone is as long need not be looked up.
   */
  private startFromKnown({ weight, parts }: Metric, turnWeight: Int32Array, arc: number): void {
    const { turnOfArc, headOfTurn } = this.topology
    const turn = turnOfArc[arc]
    const pair = parts[arc]
    weight[arc] = turn === NO_ID ? INFINITE_WEIGHT : turnWeight[turn]
    parts[arc] = turn === NO_ID ? 0 : toLeaf(turn, headOfTurn[turn])
    if (pair <= 0) return
    const sum = weight[firstPart(pair)] + weight[secondPart(pair)]
    if (sum >= weight[arc]) return
    weight[arc] = sum
    parts[arc] = pair
  }

  /** The best pair x→v→y below an up arc x→y. */
  private searchUp({ weight, parts }: Metric, arc: number): void {
    const { lower, upper, upFirst, downBelowFirst, downBelow } = this.topology
    const x = lower[arc]
    const y = upper[arc]
    let best = weight[arc]
    for (let i = downBelowFirst[x]; i < downBelowFirst[x + 1]; i++) {
      const into = downBelow[i]
      if (weight[into] >= best) continue
      const out = findArc(upper, upFirst, lower[into], y)
      if (out < 0 || weight[into] + weight[out] >= best) continue
      best = weight[into] + weight[out]
      parts[arc] = toParts(into, out)
    }
    weight[arc] = best
  }

  /** The best pair x→v→y below a down arc x→y. */
  private searchDown({ weight, parts }: Metric, arc: number): void {
    const { lower, upper, downFirst, upBelowFirst, upBelow } = this.topology
    const x = upper[arc]
    const y = lower[arc]
    let best = weight[arc]
    for (let i = upBelowFirst[y]; i < upBelowFirst[y + 1]; i++) {
      const out = upBelow[i]
      if (weight[out] >= best) continue
      const into = findArc(upper, downFirst, lower[out], x)
      if (into < 0 || weight[into] + weight[out] >= best) continue
      best = weight[into] + weight[out]
      parts[arc] = toParts(into, out)
    }
    weight[arc] = best
  }

  /** Offers all pairs that an arc is part of at its lower vertex to the arcs above. */
  private offerAbove({ weight, parts }: Metric, arc: number): void {
    const { arcCount } = this.topology
    const { target } = this.triangles
    const { isUp, partner, partnerEnd, first, step } = this.pairsOf(arc)
    const own = weight[arc]
    for (let other = partner, at = first; other < partnerEnd; other++, at += step) {
      const slot = target[at]
      const sum = own + weight[other]
      // Pairs x→v→x, whose slot comes after all arcs, shorten nothing.
      if (sum >= weight[slot] || slot >= arcCount) continue
      weight[slot] = sum
      parts[slot] = isUp ? toParts(other, arc) : toParts(arc, other)
      this.enqueue(slot, LOWERED)
    }
  }

  /** Looks for the arcs above that stand for a pair with this arc. */
  private withdrawAbove({ parts }: Metric, arc: number): void {
    const { target } = this.triangles
    const { isUp, partner, partnerEnd, first, step } = this.pairsOf(arc)
    for (let other = partner, at = first; other < partnerEnd; other++, at += step) {
      const pair = isUp ? toParts(other, arc) : toParts(arc, other)
      if (parts[target[at]] === pair) this.enqueue(target[at], UNSUPPORTED)
    }
  }

  /** The arcs that an arc makes pairs with at its lower vertex, and where the triangles of those pairs are. */
  private pairsOf(arc: number) {
    const { lower, upFirst, downFirst } = this.topology
    const { first } = this.triangles
    const v = lower[arc]
    const ups = upFirst[v + 1] - upFirst[v]
    return arc < upFirst[v + 1]
      ? {
          isUp: true,
          partner: downFirst[v],
          partnerEnd: downFirst[v + 1],
          first: first[v] + arc - upFirst[v],
          step: ups,
        }
      : {
          isUp: false,
          partner: upFirst[v],
          partnerEnd: upFirst[v + 1],
          first: first[v] + (arc - downFirst[v]) * ups,
          step: 1,
        }
  }
}
