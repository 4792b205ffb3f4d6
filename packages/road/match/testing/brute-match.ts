import { flatDistanceMeters } from '@fairway/geo'
import { NO_ID } from '../../sentinels.ts'
import { measureSegments } from '../../testing/brute-snap.ts'
import type { MatchMap } from '../match-map.ts'
import type { MatchedTrack } from '../matched-track.ts'
import { BACKWARD_TOLERANCE_METERS, type MatchModel, scoreEmission, scoreTransition, strictReach } from '../model.ts'
import type { Track } from '../track.ts'
import { findPace } from '../transitions.ts'
import { fastestPaths, lengthsAsWeights } from './fastest-paths.ts'

interface Candidate {
  readonly arc: number
  readonly alongCm: number
  readonly meters: number
}

/**
 * Candidates for the arrival at a position and for the departure from it. Both are on the same road, in the same or in
 * opposite directions.
 */
type Step = readonly [entered: Candidate, left: Candidate]

/**
 * Reference implementation for matching short tracks without headings or accuracies. The implementation measures every
 * road, searches every path with Dijkstra's algorithm, and tries every sequence. `isAmbiguous` is true if the near
 * search may return a slower path because the fastest path is too long.
 */
export class BruteMatch {
  private readonly source: MatchMap
  private readonly model: MatchModel
  private readonly track: Track
  private readonly layers: Candidate[][]
  isAmbiguous = false
  private readonly pace: number
  private readonly lengths = new Map<Candidate, Map<Candidate, number>>()

  constructor(source: MatchMap, model: MatchModel, track: Track) {
    this.source = source
    this.model = model
    this.track = track
    this.pace = findPace(source)
    this.layers = Array.from({ length: track.count }, (_, point) => this.candidatesAt(point))
    for (let layer = 1; layer < track.count; layer++) this.computeLengths(layer)
  }

  /** Returns the score of the best sequence, or -Infinity if there is none. */
  best(layer = 0, before?: Candidate): number {
    if (layer === this.layers.length) return 0
    let best = Number.NEGATIVE_INFINITY
    for (const step of this.stepsAt(layer)) {
      const score = this.scoreOf(layer, before, step)
      if (score > Number.NEGATIVE_INFINITY) best = Math.max(best, score + this.best(layer + 1, step[1]))
    }
    return best
  }

  /** Returns the best score of a sequence that uses the matched arc at every position. */
  scoreOfMatch({ points }: MatchedTrack, layer = 0, before?: Candidate): number {
    if (layer === this.layers.length) return 0
    let best = Number.NEGATIVE_INFINITY
    for (const step of this.stepsAt(layer)) {
      if (step[1].arc !== points.arc[layer]) continue
      const score = this.scoreOf(layer, before, step)
      if (score === Number.NEGATIVE_INFINITY) continue
      best = Math.max(best, score + this.scoreOfMatch({ points } as MatchedTrack, layer + 1, step[1]))
    }
    return best
  }

  private scoreOf(layer: number, before: Candidate | undefined, [entered, left]: Step): number {
    const uturn = entered === left ? 0 : this.model.uturnCost
    const ownScore = scoreEmission(this.model.sigmaMeters, left.meters, Number.NaN) - uturn
    if (!before) return ownScore
    const meters = this.lengths.get(before)?.get(entered)
    if (meters === undefined) return Number.NEGATIVE_INFINITY
    const { edgeSide } = this.source.map.network.arcs
    const isBack = edgeSide[entered.arc] === (edgeSide[before.arc] ^ 1)
    const straightMeters = this.straightMeters(layer)
    const score = scoreTransition(this.model, meters, straightMeters, this.model.sigmaMeters)
    return ownScore + score - (isBack ? this.model.uturnCost : 0)
  }

  private stepsAt(layer: number): Step[] {
    const { edgeSide } = this.source.map.network.arcs
    return this.layers[layer].flatMap((entered) => {
      const twin = this.layers[layer].find(
        (other) => edgeSide[other.arc] === (edgeSide[entered.arc] ^ 1) && other.meters === entered.meters,
      )
      const stay: Step = [entered, entered]
      return layer > 0 && twin ? [stay, [entered, twin] as Step] : [stay]
    })
  }

  private straightMeters(layer: number): number {
    const { latitude, longitude } = this.track
    return flatDistanceMeters(latitude[layer - 1], longitude[layer - 1], latitude[layer], longitude[layer])
  }

  private computeLengths(layer: number): void {
    const { network } = this.source.map
    const { turn } = this.source.metric.weights
    const { seconds } = this.track
    const elapsed = seconds ? seconds[layer] - seconds[layer - 1] : Number.NaN
    const reach = strictReach(this.model, this.straightMeters(layer), elapsed)
    for (const from of this.layers[layer - 1]) {
      const fastest = fastestPaths(network, turn, from.arc)
      const shortest = fastestPaths(network, lengthsAsWeights(network, turn), from.arc)
      const row = new Map<Candidate, number>()
      this.lengths.set(from, row)
      for (const to of this.layers[layer]) {
        const ahead = (to.alongCm - from.alongCm) / 100
        const [fast, short] = [fastest, shortest].map((paths) => {
          const path = paths[to.arc]
          return path ? path.lengthCm / 100 + ahead : Number.POSITIVE_INFINITY
        })
        if (to.arc === from.arc && ahead >= -BACKWARD_TOLERANCE_METERS) {
          const meters = Math.max(0, ahead)
          row.set(to, this.mix(meters, this.weightOf(to, 100 * meters)))
        } else if (fast <= reach) {
          const weight = (fastest[to.arc]?.weight ?? 0) - this.weightOf(from, from.alongCm)
          row.set(to, this.mix(fast, weight + this.weightOf(to, to.alongCm)))
        } else if (short <= reach) this.isAmbiguous = true
      }
    }
  }

  private weightOf({ arc }: Candidate, lengthCm: number): number {
    const { network } = this.source.map
    return (lengthCm / network.edges.lengthCm[network.arcs.edgeSide[arc] >>> 1]) * this.source.metric.weights.arc[arc]
  }

  /** Returns the length of a path in meters, combined with its weight as the model specifies. */
  private mix(meters: number, weight: number): number {
    const { weightShare } = this.model
    return (1 - weightShare) * meters + weightShare * weight * this.pace
  }

  private candidatesAt(point: number): Candidate[] {
    const { map, metric } = this.source
    const { network } = map
    const rules = {
      radiusMeters: this.model.radiusMeters,
      arcWeight: metric.weights.arc,
      requiredFlags: 0,
      part: -1,
      heading: -1,
    }
    const [latitude, longitude] = [this.track.latitude[point], this.track.longitude[point]]
    const pieces = measureSegments(network, latitude, longitude, rules)
    return pieces.flatMap(({ edge, segment, meters, sides }) => {
      const along = meters <= rules.radiusMeters ? this.nearestAlong(edge, segment, point) : undefined
      if (along === undefined) return []
      return [0, 1].flatMap((side): Candidate[] => {
        const arc = network.edges.arc[2 * edge + side]
        if (arc === NO_ID || (sides & (1 << side)) === 0) return []
        return [{ arc, meters, alongCm: side === 0 ? along : network.edges.lengthCm[edge] - along }]
      })
    })
  }

  /**
   * Returns the nearest point of a segment if the road comes no nearer just before or after it. Among equally near
   * points, the first one is used.
   */
  private nearestAlong(edge: number, segment: number, point: number): number | undefined {
    const { shapeFirst } = this.source.map.network.edges
    const { shapeAlong } = this.source
    const share = this.shareOf(segment, point)
    const isFirst = segment === shapeFirst[edge]
    const isLast = segment === shapeFirst[edge + 1] - 2
    if (share < 1e-7 && !isFirst) return undefined
    if (share > 1 - 1e-7 && !isLast && this.shareOf(segment + 1, point) > 1e-7) return undefined
    return shapeAlong[segment] + share * (shapeAlong[segment + 1] - shapeAlong[segment])
  }

  /** Finds the nearest fraction of a segment by ternary search. */
  private shareOf(segment: number, point: number): number {
    const { shapeLatitude, shapeLongitude } = this.source.map.network.edges
    const at = (share: number) =>
      flatDistanceMeters(
        this.track.latitude[point],
        this.track.longitude[point],
        (shapeLatitude[segment] + share * (shapeLatitude[segment + 1] - shapeLatitude[segment])) / 1e6,
        (shapeLongitude[segment] + share * (shapeLongitude[segment + 1] - shapeLongitude[segment])) / 1e6,
      )
    let [low, high] = [0, 1]
    for (let step = 0; step < 60; step++) {
      const [left, right] = [low + (high - low) / 3, high - (high - low) / 3]
      if (at(left) <= at(right)) high = right
      else low = left
    }
    return (low + high) / 2
  }
}
