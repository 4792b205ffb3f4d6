import { HierarchyRows } from './hierarchy-rows.ts'
import type { MatchMap } from './match-map.ts'
import { BACKWARD_TOLERANCE_METERS, beamReach, IMPOSSIBLE_SCORE, type MatchModel, transition } from './model.ts'
import { NearSearch } from './near-search.ts'
import { MAX_STATES, SearchKind, type States } from './states.ts'
import { bestScore } from './viterbi.ts'

/** From this distance on, the hierarchy is faster than a local search per candidate. */
export const FAR_METERS = 400

const BACKWARD_TOLERANCE_CM = 100 * BACKWARD_TOLERANCE_METERS

/** The distance between the positions of two layers. */
export interface Gap {
  /** As the crow flies. */
  readonly meters: number
  readonly seconds: number
  /** The longest path that is searched. */
  readonly reach: number
  /** Leaves out unlikely states, and paths that would be unlikely. */
  readonly isBeam: boolean
}

/** Fills the transition table between the last two layers. Scratch memory of one thread. */
export class Transitions {
  readonly nearSearch: NearSearch
  readonly hierarchyRows: HierarchyRows
  private readonly source: MatchMap
  private readonly lengths = new Float64Array(MAX_STATES * MAX_STATES)

  constructor(source: MatchMap) {
    this.source = source
    this.nearSearch = new NearSearch(source.map.network)
    this.hierarchyRows = new HierarchyRows(source)
  }

  /** Returns the number of possible transitions. */
  computeTransitions(model: MatchModel, states: States, layer: number, search: number, gap: Gap): number {
    const { meters: straightMeters, reach } = gap
    const begin = states.allocateTransitions(layer)
    const size = this.computeLengths(model, states, layer, search, gap)
    let possibleCount = 0
    for (let cell = 0; cell < size; cell++) {
      const meters = this.lengths[cell] / 100
      const isPossible = meters <= reach
      states.transitionScore[begin + cell] = isPossible ? transition(model, meters, straightMeters) : IMPOSSIBLE_SCORE
      if (isPossible) possibleCount++
    }
    this.chargeUturns(model, states, layer)
    return possibleCount
  }

  /** Turning back on the same street costs the same at a dead end as elsewhere, because positions jitter there too. */
  private chargeUturns(
    { uturnCost }: MatchModel,
    { first, arc, transitionScore: table, transitionFirst: tableFirst }: States,
    layer: number,
  ): void {
    const { edgeSide } = this.source.map.network.arcs
    for (let from = first[layer - 1], entry = tableFirst[layer]; from < first[layer]; from++) {
      const reverseSide = edgeSide[arc[from]] ^ 1
      for (let to = first[layer]; to < first[layer + 1]; to++, entry++) {
        if (edgeSide[arc[to]] === reverseSide) table[entry] -= uturnCost
      }
    }
  }

  /** Path lengths in centimeters from every state of the previous layer to every state of this layer. */
  private computeLengths(model: MatchModel, states: States, layer: number, search: number, gap: Gap): number {
    const { first, score } = states
    const best = bestScore(states, layer - 1)
    const width = first[layer + 1] - first[layer]
    const { lengths } = this
    if (search === SearchKind.near) this.nearSearch.setTargets(states, layer, first[layer], first[layer + 1])
    else for (let to = 0; to < width; to++) this.hierarchyRows.to(to, states.arc[first[layer] + to], gap.reach)
    for (let from = first[layer - 1], row = 0; from < first[layer]; from++, row += width) {
      lengths.fill(Number.POSITIVE_INFINITY, row, row + width)
      const lead = best - score[from]
      if (score[from] === IMPOSSIBLE_SCORE || (gap.isBeam && lead > model.beamScore)) continue
      const reachMeters = gap.isBeam ? beamReach(model, gap.meters, gap.seconds, lead) : gap.reach
      this.lengthAlongArc(states, layer, from, row, model.countsBackward)
      if (search === SearchKind.near) {
        this.nearSearch.run(this.source.metric.weights, states, from, 100 * reachMeters, lengths, row)
      } else this.lengthsInHierarchy(states, layer, from, row, reachMeters)
    }
    if (search === SearchKind.near) this.nearSearch.clearTargets(states)
    return (first[layer] - first[layer - 1]) * width
  }

  /** A vehicle that stays on an arc drives along it or stands still. */
  private lengthAlongArc(
    { first, arc, alongCm }: States,
    layer: number,
    from: number,
    row: number,
    countsBackward: boolean,
  ): void {
    for (let to = first[layer], cell = row; to < first[layer + 1]; to++, cell++) {
      if (arc[to] !== arc[from]) continue
      const aheadCm = alongCm[to] - alongCm[from]
      if (aheadCm >= -BACKWARD_TOLERANCE_CM) this.lengths[cell] = countsBackward ? aheadCm : Math.max(0, aheadCm)
    }
  }

  private lengthsInHierarchy(states: States, layer: number, from: number, row: number, reachMeters: number): void {
    const { first, arc, alongCm } = states
    this.hierarchyRows.from(arc[from], reachMeters + alongCm[from] / 100)
    for (let to = first[layer], cell = row; to < first[layer + 1]; to++, cell++) {
      // A position farther back on the same arc requires a detour, which the rows do not contain.
      if (arc[to] === arc[from]) continue
      this.lengths[cell] = this.hierarchyRows.lengthCm(to - first[layer]) - alongCm[from] + alongCm[to]
    }
  }
}
