import type { MatchedPiece } from '../match/matched-track.ts'
import type { Track } from '../match/track.ts'
import type { RoadNetwork } from '../network/network.ts'

/**
 * Passages of vehicles along arcs, in growing columns. The first `count` entries are valid. Passages on copies refer to
 * the original arc. Code that applies a speed must therefore also apply it to the copies.
 */
export class Passages {
  count = 0
  arc = new Uint32Array(256)
  /** Seconds per meter, including delays on the arc (signals, crossings) and excluding the turn at its end. */
  pace = new Float64Array(256)
  /** Time when the vehicle left the arc, on the track's clock. */
  leaveTime = new Float64Array(256)
  /** Match confidence combined with the driven share of the arc, from 0 to 1. */
  weight = new Float64Array(256)

  add(arc: number, pace: number, leaveTime: number, weight: number): void {
    if (this.count === this.arc.length) this.grow()
    this.arc[this.count] = arc
    this.pace[this.count] = pace
    this.leaveTime[this.count] = leaveTime
    this.weight[this.count++] = weight
  }

  private grow(): void {
    const length = 2 * this.count
    const [arc, pace, leaveTime, weight] = [this.arc, this.pace, this.leaveTime, this.weight]
    this.arc = new Uint32Array(length)
    this.pace = new Float64Array(length)
    this.leaveTime = new Float64Array(length)
    this.weight = new Float64Array(length)
    this.arc.set(arc)
    this.pace.set(pace)
    this.leaveTime.set(leaveTime)
    this.weight.set(weight)
  }
}

/**
 * Minimum time for measuring a speed, in seconds. Clocks have a resolution of one second, so rounding would dominate
 * over a shorter time.
 */
const MIN_ELAPSED_SECONDS = 4
/**
 * Delay, in seconds, after which a vehicle counts as parked. A red light or a jam causes a shorter delay between two
 * positions.
 */
const PARKED_SECONDS = 240
/**
 * Minimum part of an arc, as a fraction or in meters, that a vehicle must drive between two positions for its speed to
 * count for the whole arc.
 */
const MIN_DRIVEN_SHARE = 0.5
const MIN_DRIVEN_METERS = 200
const MIN_CONFIDENCE = 0.3
/**
 * Range of plausible paces in seconds per meter. No vehicle drives faster than 200 km/h, and even pedestrians move
 * faster than 1 km/h.
 */
const MIN_SECONDS_PER_METER = 3.6 / 200
const MAX_SECONDS_PER_METER = 3.6

/**
 * Lists the passages of a matched piece. The time between two positions is divided among the arcs and turns between
 * them in proportion to free-flow times. Turns and signals keep their usual share, and each arc receives its share of
 * the extra time.
 */
export function listPassages(network: RoadNetwork, track: Track, piece: MatchedPiece, passages: Passages): void {
  const { fixes, stretches } = piece
  const { seconds } = track
  if (!seconds) return
  const drivenStretches = new DrivenStretches(network, piece)
  for (let from = 0, to = 1; to < fixes.count; to++) {
    const elapsed = seconds[fixes.point[to]] - seconds[fixes.point[from]]
    if (elapsed < MIN_ELAPSED_SECONDS) continue
    drivenStretches.divideTime(from, to, elapsed, seconds[fixes.point[to]])
    from = to
  }
  for (let i = 0; i < stretches.count; i++) {
    const meters = drivenStretches.meters[i]
    const arcLengthCm = network.edges.lengthCm[network.arcs.edgeSide[stretches.arc[i]] >>> 1] / 100
    if (meters < MIN_DRIVEN_SHARE * arcLengthCm && meters < MIN_DRIVEN_METERS) continue
    const pace = drivenStretches.seconds[i] / meters
    const confidence = drivenStretches.confidenceMeters[i] / meters
    if (!(pace >= MIN_SECONDS_PER_METER && pace <= MAX_SECONDS_PER_METER) || confidence < MIN_CONFIDENCE) continue
    passages.add(stretches.arc[i], pace, drivenStretches.leaveTime[i], confidence * Math.min(1, meters / arcLengthCm))
  }
}

/**
 * Data for every stretch of a piece: meters, seconds, meters times confidence, and the time when the vehicle left it.
 */
class DrivenStretches {
  readonly meters: Float64Array
  readonly seconds: Float64Array
  readonly confidenceMeters: Float64Array
  readonly leaveTime: Float64Array
  private readonly network: RoadNetwork
  private readonly piece: MatchedPiece

  constructor(network: RoadNetwork, piece: MatchedPiece) {
    this.network = network
    this.piece = piece
    const { count } = piece.stretches
    this.meters = new Float64Array(count)
    this.seconds = new Float64Array(count)
    this.confidenceMeters = new Float64Array(count)
    this.leaveTime = new Float64Array(count)
  }

  /** Divides the time between two fixes among the stretches between them. */
  divideTime(from: number, to: number, elapsed: number, now: number): void {
    const { fixes, stretches } = this.piece
    const [first, last] = [fixes.stretch[from], fixes.stretch[to]]
    const { arcs, edges } = this.network
    let expectedSeconds = 0
    for (let i = first; i <= last; i++) {
      expectedSeconds += (this.shareOf(i, from, to) * arcs.duration[stretches.arc[i]]) / 100
      if (i < last) expectedSeconds += turnSeconds(this.network, stretches.arc[i], stretches.arc[i + 1])
    }
    if (expectedSeconds <= 0 || elapsed > expectedSeconds + PARKED_SECONDS) return
    const delayRatio = elapsed / expectedSeconds
    const confidence = Math.min(fixes.confidence[from], fixes.confidence[to])
    for (let i = first; i <= last; i++) {
      const share = this.shareOf(i, from, to)
      const meters = (share * edges.lengthCm[arcs.edgeSide[stretches.arc[i]] >>> 1]) / 100
      this.meters[i] += meters
      this.seconds[i] += (delayRatio * share * arcs.duration[stretches.arc[i]]) / 100
      this.confidenceMeters[i] += meters * confidence
      this.leaveTime[i] = now
    }
  }

  /** Returns the share of a stretch's arc between two fixes. */
  private shareOf(i: number, from: number, to: number): number {
    const { fixes, stretches } = this.piece
    const begin = i === fixes.stretch[from] ? fixes.fraction[from] : stretches.from[i]
    const end = i === fixes.stretch[to] ? fixes.fraction[to] : stretches.to[i]
    return Math.max(0, end - begin)
  }
}

/**
 * Returns the duration of a turn. A turn may lead into a copy of the arc. A U-turn in the middle of a road has no turn
 * in the map.
 */
function turnSeconds({ arcs, turns }: RoadNetwork, from: number, to: number): number {
  for (let turn = turns.first[from]; turn < turns.first[from + 1]; turn++) {
    if (arcs.edgeSide[turns.to[turn]] === arcs.edgeSide[to]) return turns.duration[turn] / 100
  }
  return 0
}
