import { INFINITE_WEIGHT } from '../sentinels.ts'
import { HierarchyRows } from './hierarchy-rows.ts'
import type { MatchMap } from './match-map.ts'
import { BACKWARD_TOLERANCE_METERS, beamReach, IMPOSSIBLE_SCORE, type MatchModel, scoreTransition } from './model.ts'
import { NearSearch } from './near-search.ts'
import { MAX_STATES, SearchKind, type States } from './states.ts'
import { bestScore } from './viterbi.ts'

/** Distance in meters above which the hierarchy is faster than a local search per candidate. */
export const FAR_METERS = 400

const BACKWARD_TOLERANCE_CM = 100 * BACKWARD_TOLERANCE_METERS

/** The gap between the positions of two layers, and the parameters of the search across it. */
export interface Gap {
  /** Straight-line distance between the positions, in meters. */
  readonly meters: number
  readonly seconds: number
  /** Maximum length of a path, in meters. */
  readonly reach: number
  /** True to skip unlikely states and unlikely paths. */
  readonly isBeam: boolean
  /** Standard deviation of the second position, in meters. */
  readonly sigma: number
}

/**
 * Fills the transition table between the last two layers. Each thread needs its own instance, because an instance owns
 * scratch memory.
 */
export class Transitions {
  readonly nearSearch: NearSearch
  readonly hierarchyRows: HierarchyRows
  private readonly source: MatchMap
  private readonly lengths = new Float64Array(MAX_STATES * MAX_STATES)
  private readonly weights = new Float64Array(MAX_STATES * MAX_STATES)
  /** Meters per unit of weight. */
  private readonly pace: number

  constructor(source: MatchMap) {
    this.source = source
    this.nearSearch = new NearSearch(source.map.network)
    this.hierarchyRows = new HierarchyRows(source)
    this.pace = findPace(source)
  }

  /** Computes the transitions and returns the number of possible ones. */
  computeTransitions(model: MatchModel, states: States, layer: number, search: number, gap: Gap): number {
    const { meters: straightMeters, reach } = gap
    const begin = states.allocateTransitions(layer)
    const size = this.computeLengths(model, states, layer, search, gap)
    let possibleCount = 0
    for (let cell = 0; cell < size; cell++) {
      const meters = this.lengths[cell] / 100
      const isPossible = meters <= reach
      const pathMeters = meters + model.weightShare * (this.weights[cell] * this.pace - meters)
      states.transitionScore[begin + cell] = isPossible
        ? scoreTransition(model, pathMeters, straightMeters, gap.sigma)
        : IMPOSSIBLE_SCORE
      if (isPossible) possibleCount++
    }
    this.chargeUturns(model, states, layer)
    return possibleCount
  }

  /**
   * Adds the cost of U-turns. A U-turn at a dead end costs the same as a U-turn elsewhere, because positions also
   * jitter at dead ends.
   */
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

  /**
   * Computes the lengths in centimeters and the weights of the paths from every state of the previous layer to every
   * state of this layer.
   */
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
        this.nearSearch.run(this.source.metric.weights, states, from, 100 * reachMeters, lengths, row, this.weights)
      } else this.lengthsInHierarchy(states, layer, from, row, reachMeters)
    }
    if (search === SearchKind.near) this.nearSearch.clearTargets(states)
    return (first[layer] - first[layer - 1]) * width
  }

  /** Writes the lengths and weights of paths that stay on one arc. The vehicle drives along the arc or stands still. */
  private lengthAlongArc(states: States, layer: number, from: number, row: number, countsBackward: boolean): void {
    const { first, arc, alongCm } = states
    for (let to = first[layer], cell = row; to < first[layer + 1]; to++, cell++) {
      if (arc[to] !== arc[from]) continue
      const aheadCm = alongCm[to] - alongCm[from]
      if (aheadCm < -BACKWARD_TOLERANCE_CM) continue
      this.lengths[cell] = countsBackward ? aheadCm : Math.max(0, aheadCm)
      this.weights[cell] = weightAlong(this.source, arc[to], this.lengths[cell])
    }
  }

  private lengthsInHierarchy(states: States, layer: number, from: number, row: number, reachMeters: number): void {
    const { first, arc, alongCm } = states
    const weightBefore = weightAlong(this.source, arc[from], alongCm[from])
    this.hierarchyRows.from(arc[from], reachMeters + alongCm[from] / 100)
    for (let to = first[layer], cell = row; to < first[layer + 1]; to++, cell++) {
      // A position farther back on the same arc requires a detour, which the rows do not contain.
      if (arc[to] === arc[from]) continue
      const path = this.hierarchyRows.findPath(to - first[layer])
      this.lengths[cell] = path.lengthCm - alongCm[from] + alongCm[to]
      this.weights[cell] = path.weight - weightBefore + weightAlong(this.source, arc[to], alongCm[to])
    }
  }
}

/** Returns the weight of a section of an arc. */
function weightAlong({ map, metric }: MatchMap, arc: number, lengthCm: number): number {
  const total = map.network.edges.lengthCm[map.network.arcs.edgeSide[arc] >>> 1]
  return total > 0 ? (lengthCm / total) * metric.weights.arc[arc] : 0
}

const PACE_BINS = 256
/** Number of bins per doubling of the pace. */
const BINS_PER_OCTAVE = 16

/**
 * Returns the pace on good roads in meters per unit of weight, which is used to compare weights with straight lines.
 * Nine tenths of the network have a lower pace. A histogram is accurate to within 5 % and much faster than sorting.
 */
export function findPace({ map, metric }: MatchMap): number {
  const { arcs, edges } = map.network
  const lengthOfBin = new Float64Array(PACE_BINS)
  let total = 0
  for (let arc = 0; arc < arcs.count; arc++) {
    const weight = metric.weights.arc[arc]
    const lengthCm = edges.lengthCm[arcs.edgeSide[arc] >>> 1]
    if (weight >= INFINITE_WEIGHT || weight <= 0 || lengthCm <= 0) continue
    const bin = PACE_BINS / 2 + Math.round(BINS_PER_OCTAVE * Math.log2(lengthCm / weight))
    lengthOfBin[Math.max(0, Math.min(PACE_BINS - 1, bin))] += lengthCm
    total += lengthCm
  }
  let bin = PACE_BINS - 1
  for (let fasterLength = lengthOfBin[bin]; bin > 0 && fasterLength < total / 10; fasterLength += lengthOfBin[--bin]);
  return 2 ** ((bin - PACE_BINS / 2) / BINS_PER_OCTAVE) / 100
}
