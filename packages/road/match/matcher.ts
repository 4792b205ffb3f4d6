import { NO_ID } from '../sentinels.ts'
import { CandidateFinder } from './candidate-finder.ts'
import type { MatchMap } from './match-map.ts'
import type { MatchedTrack } from './matched-track.ts'
import { defaultModel, type MatchModel, radiusOf, scoreEmission, sigmaOf, strictReach, wideReach } from './model.ts'
import { PieceBuilder } from './piece-builder.ts'
import { PointTable } from './point-table.ts'
import { SearchKind, States } from './states.ts'
import { metersBetween, orderTrack, secondsBetween, type Track } from './track.ts'
import { FAR_METERS, Transitions } from './transitions.ts'
import { advanceScores, bestScore, startScores } from './viterbi.ts'

/** Maximum number of consecutive outliers. If more positions do not fit, the path itself is unusual. */
const MAX_OUTLIERS = 3
/**
 * Minimum decrease of the path's likelihood that makes a position doubtful. A doubtful position is skipped if the next
 * positions fit without it. This rule does not apply if positions are so far apart that each one matters.
 */
const DOUBTFUL_COST = 25
const DOUBTFUL_METERS = 150
/** Maximum number of fixes per piece, which bounds memory use. The next piece begins where the last one ends. */
const MAX_LAYERS = 4096
const SAME_PLACE_METERS = 0.5
/** Number of positions between two cancellation checks. Matching this many positions takes a few milliseconds. */
const CANCEL_CHECK_POINTS = 64
const neverCancelled = (): boolean => false

/**
 * Matches a track of observed positions to the road network. Each thread needs its own instance, because an instance
 * owns scratch memory.
 */
export class Matcher {
  private readonly source: MatchMap
  private readonly usualModel: MatchModel
  /** The model of the current track. */
  private model: MatchModel
  private readonly finder: CandidateFinder
  private readonly transitions: Transitions
  private readonly states = new States()
  private readonly builder: PieceBuilder
  private points = new PointTable(0)
  private pointOrder: Uint32Array = new Uint32Array(0)
  /** Indexes, in time order, of consecutive positions that no path or only an unlikely path reaches. */
  private readonly doubtfulIndexes: number[] = []
  /** The last position of the piece and the last position at which the vehicle had not moved. */
  private lastPoint = NO_ID
  private latestPoint = NO_ID
  /** The score of the best path to the last layer. */
  private bestScore = 0

  constructor(source: MatchMap, model: MatchModel = defaultModel) {
    this.source = source
    this.usualModel = this.model = model
    this.finder = new CandidateFinder(source)
    this.transitions = new Transitions(source)
    this.builder = new PieceBuilder(source, this.transitions)
  }

  /**
   * Matches a track. `isCancelled` is called regularly, and once it returns true, all remaining positions are skipped.
   */
  match(track: Track, model: MatchModel = this.usualModel, isCancelled = neverCancelled): MatchedTrack {
    this.model = model
    const { point, invalidCount, unorderedCount } = orderTrack(track)
    this.pointOrder = point
    this.points = new PointTable(track.count)
    this.builder.begin(this.points, model)
    this.states.clear()
    this.doubtfulIndexes.length = 0
    for (let index = 0; index < point.length || this.doubtfulIndexes.length > 0; ) {
      if (index % CANCEL_CHECK_POINTS === CANCEL_CHECK_POINTS - 1 && isCancelled()) break
      index = index < point.length ? this.processPoint(track, index) : this.acceptDoubtfulPoint(track)
    }
    this.finishPiece()
    const counts = this.points.counts(invalidCount, unorderedCount)
    return { pieces: this.builder.pieces, points: this.points, counts }
  }

  /** Processes one position and returns the index of the next one to process. */
  private processPoint(track: Track, index: number): number {
    const point = this.pointOrder[index]
    if (this.states.layerCount === 0) {
      this.startPiece(track, point)
      return index + 1
    }
    if (this.isBroken(track, point)) {
      if (this.doubtfulIndexes.length > 0) return this.acceptDoubtfulPoint(track)
      this.finishPiece()
      return index
    }
    if (this.states.layerCount >= MAX_LAYERS && this.doubtfulIndexes.length === 0) {
      const { latestPoint: latest } = this
      this.finishPiece()
      this.startPiece(track, this.lastPoint)
      this.latestPoint = latest
    }
    const isLast = index === this.pointOrder.length - 1
    if (this.doubtfulIndexes.length === 0 && this.isStanding(track, point, isLast)) {
      this.points.markStanding(point, this.lastPoint)
      this.latestPoint = point
      return index + 1
    }
    if (!this.addLayer(track, point)) return index + 1
    if (this.connectLayer(track, point, 'gladly')) {
      for (const outlier of this.doubtfulIndexes) this.points.markOutlier(this.pointOrder[outlier])
      this.doubtfulIndexes.length = 0
      return index + 1
    }
    this.doubtfulIndexes.push(index)
    return this.doubtfulIndexes.length > MAX_OUTLIERS ? this.acceptDoubtfulPoint(track) : index + 1
  }

  /** Accepts the first doubtful position with an unlikely path, via a long detour, or as the start of another piece. */
  private acceptDoubtfulPoint(track: Track): number {
    const index = this.doubtfulIndexes[0]
    const point = this.pointOrder[index]
    this.doubtfulIndexes.length = 0
    this.addLayer(track, point)
    if (!this.connectLayer(track, point, 'unwillingly') && !this.connectLayer(track, point, 'far round')) {
      this.finishPiece()
      this.startPiece(track, point)
    }
    return index + 1
  }

  private startPiece(track: Track, point: number): void {
    if (!this.addLayer(track, point)) return
    this.states.allocateTransitions(0)
    startScores(this.states, 0)
    this.bestScore = bestScore(this.states, 0)
    this.states.commit(SearchKind.near, 0)
    this.lastPoint = this.latestPoint = point
  }

  private finishPiece(): void {
    if (this.states.layerCount > 0) this.builder.build(this.states)
    this.states.clear()
  }

  private isBroken(track: Track, point: number): boolean {
    return (
      metersBetween(track, this.lastPoint, point) > this.model.breakMeters ||
      secondsBetween(track, this.latestPoint, point) > this.model.breakSeconds
    )
  }

  /**
   * Returns true if the vehicle has not moved. The path always leads to the last position of the track, unless it
   * equals the previous position.
   */
  private isStanding(track: Track, point: number, isLast: boolean): boolean {
    const sigma = isLast ? SAME_PLACE_METERS : sigmaOf(this.model, track.accuracy?.[point] ?? Number.NaN)
    return metersBetween(track, this.lastPoint, point) < this.model.standingSigmas * sigma
  }

  /** Connects the new layer with the last one if a path exists. In 'gladly' mode, the path must also be likely. */
  private connectLayer(track: Track, point: number, joinMode: 'gladly' | 'unwillingly' | 'far round'): boolean {
    const { states, model } = this
    const meters = metersBetween(track, this.lastPoint, point)
    const seconds = secondsBetween(track, this.lastPoint, point)
    const isWide = joinMode === 'far round'
    const reach = isWide ? wideReach(model, meters, seconds) : strictReach(model, meters, seconds)
    const search = isWide || meters > FAR_METERS ? SearchKind.far : SearchKind.near
    const layer = states.layerCount
    const sigma = sigmaOf(model, track.accuracy?.[point] ?? Number.NaN)
    const gap = { meters, seconds, reach, isBeam: joinMode === 'gladly', sigma }
    if (this.transitions.computeTransitions(model, states, layer, search, gap) === 0) return false
    if (!advanceScores(states, layer, model.uturnCost)) return false
    const best = bestScore(states, layer)
    if (joinMode === 'gladly' && meters < DOUBTFUL_METERS && best < this.bestScore - DOUBTFUL_COST) return false
    this.bestScore = best
    states.commit(search, reach)
    this.lastPoint = this.latestPoint = point
    return true
  }

  /** Adds the candidates of a position as a layer. Returns false if no road is near. */
  private addLayer(track: Track, point: number): boolean {
    const { latitude, longitude, accuracy, heading, headingTolerance } = track
    const { finder, states } = this
    const { edges } = this.source.map.network
    const sigma = sigmaOf(this.model, accuracy?.[point] ?? Number.NaN)
    const headingDegrees = heading?.[point] ?? Number.NaN
    const toleranceDegrees = headingTolerance?.[point] ?? Number.NaN
    finder.find(latitude[point], longitude[point], radiusOf(this.model, sigma))
    if (finder.count === 0) {
      this.points.markOffRoad(point)
      return false
    }
    states.begin(point, latitude[point], longitude[point])
    let nearestEmission = Number.NaN
    for (let candidate = 0; candidate < finder.count; candidate++) {
      const edge = finder.edge[candidate]
      const meters = finder.meters[candidate]
      const headingError = degreesOff(headingDegrees, finder.bearing[candidate])
      const sideBits = finder.sideBits[candidate] & sidesWithin(headingError, toleranceDegrees)
      if (sideBits === 0) continue
      const emission = scoreEmission(sigma, meters, Number.NaN)
      if (Number.isNaN(nearestEmission)) nearestEmission = emission
      // Candidates are sorted nearest first, and the remaining candidates are too unlikely.
      if (emission < nearestEmission - this.model.beamScore) break
      const alongCm = finder.alongCm[candidate]
      const isTwoWay = sideBits === 3
      const state = states.first[states.layerCount + 1]
      if ((sideBits & 1) !== 0) {
        states.add(
          edges.arc[2 * edge],
          alongCm,
          meters,
          scoreEmission(sigma, meters, headingError),
          isTwoWay ? state + 1 : -1,
        )
      }
      if ((sideBits & 2) !== 0) {
        const reverseAlongCm = edges.lengthCm[edge] - alongCm
        states.add(
          edges.arc[2 * edge + 1],
          reverseAlongCm,
          meters,
          scoreEmission(sigma, meters, 180 - headingError),
          isTwoWay ? state : -1,
        )
      }
    }
    if (Number.isNaN(nearestEmission)) this.points.markOffRoad(point)
    return !Number.isNaN(nearestEmission)
  }
}

const BOTH_SIDES = 3

/** Returns the directions of a road, as bits, in which the heading differs by at most the tolerance. */
function sidesWithin(headingError: number, toleranceDegrees: number): number {
  if (Number.isNaN(headingError) || Number.isNaN(toleranceDegrees)) return BOTH_SIDES
  return (headingError <= toleranceDegrees ? 1 : 0) | (180 - headingError <= toleranceDegrees ? 2 : 0)
}

function degreesOff(heading: number, bearing: number): number {
  return Math.abs(((((heading - bearing) % 360) + 540) % 360) - 180)
}
