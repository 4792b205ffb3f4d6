import type { RoadMetric } from '../map.ts'
import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { buildTurnGraph } from '../network/turn-graph-of.ts'
import { INFINITE_WEIGHT, NO_ID } from '../sentinels.ts'
import type { Snap } from '../snap/snapper.ts'
import { Dijkstra } from './dijkstra.ts'

/** A state at a stop, which is a position on a street and the arc on which it was reached. */
interface StopState {
  readonly arc: number
  /** The section of the arc behind the position, as a fraction and as a weight. */
  readonly fraction: number
  readonly coveredWeight: number
  readonly weight: number
}

/** Reference for the planner that runs Dijkstra's algorithm from every state at a stop to every state at the next. */
export class PlannerOracle {
  private readonly network: RoadNetwork
  private readonly search: Dijkstra
  private readonly metric: RoadMetric
  /** Arcs along every side of an edge, including copies. */
  private readonly arcsOfSide = new Map<number, number[]>()

  constructor(network: RoadNetwork, metric: RoadMetric) {
    this.network = network
    this.metric = metric
    this.search = new Dijkstra(buildTurnGraph(network))
    network.arcs.edgeSide.forEach((side, arc) => {
      this.arcsOfSide.set(side, [...(this.arcsOfSide.get(side) ?? []), arc])
    })
  }

  /**
   * Returns the minimum weight of a route via stops, given the snapped roads of each stop. If a leg has no path,
   * returns that leg.
   */
  findMinWeight(stops: readonly (readonly Snap[])[]): { readonly weight: number } | { readonly noPath: number } {
    let states = this.listStates(stops[0], false)
    for (let leg = 0; leg < stops.length - 1; leg++) {
      states = this.advance(states, this.listStates(stops[leg + 1], true))
      if (states.length === 0) return { noPath: leg }
    }
    return { weight: Math.min(...states.map(({ weight }) => weight)) }
  }

  /** Lists the states at a stop. Trips never begin on a copy, because a copy encodes the previous arc of a vehicle. */
  private listStates(snaps: readonly Snap[], canBeCopy: boolean): StopState[] {
    const { edges, arcs } = this.network
    return snaps.flatMap((snap) =>
      [0, 1].flatMap((side) => {
        if ((snap.sides & (1 << side)) === 0 || edges.arc[2 * snap.edge + side] === NO_ID) return []
        const fraction = side === 0 ? snap.fraction : 1 - snap.fraction
        const sideArcs = this.arcsOfSide.get(2 * snap.edge + side) ?? []
        return sideArcs
          .filter((arc) => canBeCopy || (arcs.flags[arc] & ArcFlag.copy) === 0)
          .filter((arc) => this.metric.weights.arc[arc] < INFINITE_WEIGHT)
          .map((arc) => ({
            arc,
            fraction,
            coveredWeight: Math.round(fraction * this.metric.weights.arc[arc]),
            weight: 0,
          }))
      }),
    )
  }

  private advance(from: readonly StopState[], to: readonly StopState[]): StopState[] {
    const best = to.map(() => INFINITE_WEIGHT)
    for (const start of from) {
      const distance = this.search.run(this.metric.weights.turn, start.arc)
      to.forEach((target, index) => {
        const isAhead = start.arc === target.arc && start.fraction <= target.fraction
        const between = isAhead
          ? 0
          : start.arc === target.arc
            ? this.findRoundTripWeight(start.arc, distance)
            : distance[target.arc]
        if (between >= INFINITE_WEIGHT) return
        best[index] = Math.min(best[index], start.weight - start.coveredWeight + between + target.coveredWeight)
        if (!isAhead) return
        // Continuing along the arc may be slower than a loop back to it, because a street can be slow at its end.
        const around = this.findRoundTripWeight(start.arc, distance)
        if (around < INFINITE_WEIGHT) {
          best[index] = Math.min(best[index], start.weight - start.coveredWeight + around + target.coveredWeight)
        }
      })
    }
    return to.flatMap((target, index) => (best[index] < INFINITE_WEIGHT ? [{ ...target, weight: best[index] }] : []))
  }

  /**
   * Returns the cost of a loop from the beginning of an arc back to it, given the distances from its beginning to all
   * arcs.
   */
  private findRoundTripWeight(arc: number, distance: Int32Array): number {
    const { turns } = this.network
    let best = INFINITE_WEIGHT
    for (let before = 0; before < distance.length; before++) {
      if (distance[before] >= INFINITE_WEIGHT) continue
      for (let turn = turns.first[before]; turn < turns.first[before + 1]; turn++) {
        if (turns.to[turn] !== arc) continue
        best = Math.min(best, distance[before] + this.metric.weights.turn[turn])
      }
    }
    return best
  }
}
