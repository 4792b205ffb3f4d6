import { groupBy } from '../cch/graph/adjacency.ts'
import type { RoadNetwork } from '../network/network.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { CarWeightCalculator, type CarWeights, type Closures, type TravelProfile } from './car-weights.ts'

/** Recomputes the weights of given arcs and of the turns that depend on them. */
export class ChangedWeights {
  private readonly network: RoadNetwork
  private readonly calculator: CarWeightCalculator
  /**
   * The turns into every arc and the arcs that they leave. Both arrays are built when the first arc is closed or
   * opened.
   */
  private turnsInto: { readonly first: Uint32Array; readonly item: Uint32Array } | undefined
  private fromArcOfTurn: Uint32Array | undefined

  constructor(network: RoadNetwork, profile: TravelProfile) {
    this.network = network
    this.calculator = new CarWeightCalculator(network, profile)
  }

  /** Updates the weights and returns the turns whose weights changed. */
  update(weights: CarWeights, closures: Closures, duration: Uint32Array, arcs: Iterable<number>): Uint32Array {
    const { first } = this.network.turns
    const affectedTurns = new Set<number>()
    for (const arc of arcs) {
      const previousWeight = weights.arc[arc]
      weights.arc[arc] = this.calculator.arcWeight(arc, closures, duration)
      for (let turn = first[arc]; turn < first[arc + 1]; turn++) affectedTurns.add(turn)
      if (previousWeight >= INFINITE_WEIGHT !== weights.arc[arc] >= INFINITE_WEIGHT)
        this.addTurnsInto(arc, affectedTurns)
    }
    const { fromArcOfTurn: arcLeft } = this
    const changedTurns: number[] = []
    for (const turn of affectedTurns) {
      const arc = arcLeft ? arcLeft[turn] : this.findFromArc(turn)
      const weight = this.calculator.turnWeight(arc, turn, closures, weights.arc)
      if (weight !== weights.turn[turn]) changedTurns.push(turn)
      weights.turn[turn] = weight
    }
    return Uint32Array.from(changedTurns)
  }

  private addTurnsInto(arc: number, concerned: Set<number>): void {
    const { arcs, turns } = this.network
    this.turnsInto ??= groupBy(turns.to, arcs.count)
    this.fromArcOfTurn ??= listFromArcs(this.network)
    const { first, item } = this.turnsInto
    for (let i = first[arc]; i < first[arc + 1]; i++) concerned.add(item[i])
  }

  /**
   * Returns the arc that a turn leaves. A binary search is used, because the full column is not needed until an arc is
   * closed.
   */
  private findFromArc(turn: number): number {
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

function listFromArcs({ arcs, turns }: RoadNetwork): Uint32Array {
  const fromArcs = new Uint32Array(turns.count)
  for (let arc = 0; arc < arcs.count; arc++) fromArcs.fill(arc, turns.first[arc], turns.first[arc + 1])
  return fromArcs
}
