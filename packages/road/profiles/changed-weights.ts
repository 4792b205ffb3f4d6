import { groupBy } from '../cch/graph/adjacency.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { type CarProfile, CarWeigher, type CarWeights, type Closures } from './car-weights.ts'

/** Recomputes the weights of some arcs and of the turns that depend on them. */
export class ChangedWeights {
  private readonly network: RoadNetwork
  private readonly weigher: CarWeigher
  /** The turns into every arc, and the arcs they leave. Built when the first arc is closed or opened. */
  private into: { readonly first: Uint32Array; readonly item: Uint32Array } | undefined
  private leaves: Uint32Array | undefined

  constructor(network: RoadNetwork, profile: CarProfile) {
    this.network = network
    this.weigher = new CarWeigher(network, profile)
  }

  /** Updates the weights and returns the turns whose weights changed. */
  update(weights: CarWeights, closures: Closures, duration: Uint32Array, arcs: Iterable<number>): Uint32Array {
    const { first } = this.network.turns
    const concerned = new Set<number>()
    for (const arc of arcs) {
      const before = weights.arc[arc]
      weights.arc[arc] = this.weigher.weighArc(arc, closures, duration)
      for (let turn = first[arc]; turn < first[arc + 1]; turn++) concerned.add(turn)
      if (before >= INFINITE_WEIGHT !== weights.arc[arc] >= INFINITE_WEIGHT) this.addTurnsInto(arc, concerned)
    }
    const { leaves } = this
    const changed: number[] = []
    for (const turn of concerned) {
      const arc = leaves ? leaves[turn] : this.leftBy(turn)
      const weight = this.weigher.weighTurn(arc, turn, closures, weights.arc)
      if (weight !== weights.turn[turn]) changed.push(turn)
      weights.turn[turn] = weight
    }
    return Uint32Array.from(changed)
  }

  private addTurnsInto(arc: number, concerned: Set<number>): void {
    const { arcs, turns } = this.network
    this.into ??= groupBy(turns.to, arcs.count)
    this.leaves ??= leavesOf(this.network)
    const { first, item } = this.into
    for (let i = first[arc]; i < first[arc + 1]; i++) concerned.add(item[i])
  }

  /** Uses a binary search, because the full column is not needed until something is closed. */
  private leftBy(turn: number): number {
    const { first } = this.network.turns
    let low = 0
    let high = first.length - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (first[middle] <= turn) low = middle
      else high = middle - 1
    }
    return low
  }
}

function leavesOf({ arcs, turns }: RoadNetwork): Uint32Array {
  const leaves = new Uint32Array(turns.count)
  for (let arc = 0; arc < arcs.count; arc++) leaves.fill(arc, turns.first[arc], turns.first[arc + 1])
  return leaves
}
