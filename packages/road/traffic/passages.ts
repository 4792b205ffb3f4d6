import type { MatchedPiece } from '../match/matched-track.ts'
import type { Track } from '../match/track.ts'
import type { RoadNetwork } from '../network/network.ts'

/**
 * Vehicles that drove along arcs. Columns that grow; the first `count` are filled. Of an arc's copies only the original
 * is named: whoever applies a speed applies it to the copies, too.
 */
export class Passages {
  count = 0
  arc = new Uint32Array(256)
  /** Seconds per metre, with what stands on the arc (signals, crossings), without the turn at its end. */
  pace = new Float64Array(256)
  /** When the vehicle left the arc, on the track's clock. */
  leftAt = new Float64Array(256)
  /** How certain it is that the vehicle was there, and how much of the arc it drove: 0 … 1. */
  weight = new Float64Array(256)

  add(arc: number, pace: number, leftAt: number, weight: number): void {
    if (this.count === this.arc.length) this.grow()
    this.arc[this.count] = arc
    this.pace[this.count] = pace
    this.leftAt[this.count] = leftAt
    this.weight[this.count++] = weight
  }

  private grow(): void {
    const length = 2 * this.count
    const [arc, pace, leftAt, weight] = [this.arc, this.pace, this.leftAt, this.weight]
    this.arc = new Uint32Array(length)
    this.pace = new Float64Array(length)
    this.leftAt = new Float64Array(length)
    this.weight = new Float64Array(length)
    this.arc.set(arc)
    this.pace.set(pace)
    this.leftAt.set(leftAt)
    this.weight.set(weight)
  }
}

/** Clocks tell whole seconds: over less time than this a speed would be made of rounding. */
const LEAST_SECONDS = 4
/** Who takes so much longer than the road does has parked. A red light or a jam takes less between two positions. */
const PARKED_SECONDS = 240
/** Of an arc so much must have been driven between positions, as a share of it or in metres, to speak for all of it. */
const LEAST_SHARE = 0.5
const LEAST_METERS = 200
const LEAST_CONFIDENCE = 0.3
/** Nobody drives faster, and who crawls slower than this walks: 200 km/h and 1 km/h. */
const LEAST_PACE = 3.6 / 200
const MOST_PACE = 3.6

/**
 * The passages of a matched piece. The time between two positions is shared among the arcs and turns between them as an
 * empty road would share it: so the time that turns and signals always take stays with them, and an arc gets what it took
 * more than usual.
 */
export function listPassages(network: RoadNetwork, track: Track, piece: MatchedPiece, passages: Passages): void {
  const { fixes, stretches } = piece
  const { seconds } = track
  if (!seconds) return
  const driven = new DrivenStretches(network, piece)
  for (let from = 0, to = 1; to < fixes.count; to++) {
    const elapsed = seconds[fixes.point[to]] - seconds[fixes.point[from]]
    if (elapsed < LEAST_SECONDS) continue
    driven.share(from, to, elapsed, seconds[fixes.point[to]])
    from = to
  }
  for (let i = 0; i < stretches.count; i++) {
    const meters = driven.meters[i]
    const whole = network.edges.lengthCm[network.arcs.edgeSide[stretches.arc[i]] >>> 1] / 100
    if (meters < LEAST_SHARE * whole && meters < LEAST_METERS) continue
    const pace = driven.seconds[i] / meters
    const confidence = driven.trust[i] / meters
    if (!(pace >= LEAST_PACE && pace <= MOST_PACE) || confidence < LEAST_CONFIDENCE) continue
    passages.add(stretches.arc[i], pace, driven.leftAt[i], confidence * Math.min(1, meters / whole))
  }
}

/** What is known of every stretch of a piece: metres, seconds, metres times confidence, and when it was left. */
class DrivenStretches {
  readonly meters: Float64Array
  readonly seconds: Float64Array
  readonly trust: Float64Array
  readonly leftAt: Float64Array
  private readonly network: RoadNetwork
  private readonly piece: MatchedPiece

  constructor(network: RoadNetwork, piece: MatchedPiece) {
    this.network = network
    this.piece = piece
    const { count } = piece.stretches
    this.meters = new Float64Array(count)
    this.seconds = new Float64Array(count)
    this.trust = new Float64Array(count)
    this.leftAt = new Float64Array(count)
  }

  /** Shares the time between two fixes among the stretches between them. */
  share(from: number, to: number, elapsed: number, now: number): void {
    const { fixes, stretches } = this.piece
    const [first, last] = [fixes.stretch[from], fixes.stretch[to]]
    const { arcs, edges } = this.network
    let usual = 0
    for (let i = first; i <= last; i++) {
      usual += (this.shareOf(i, from, to) * arcs.duration[stretches.arc[i]]) / 100
      if (i < last) usual += turnSeconds(this.network, stretches.arc[i], stretches.arc[i + 1])
    }
    if (usual <= 0 || elapsed > usual + PARKED_SECONDS) return
    const slower = elapsed / usual
    const confidence = Math.min(fixes.confidence[from], fixes.confidence[to])
    for (let i = first; i <= last; i++) {
      const share = this.shareOf(i, from, to)
      const meters = (share * edges.lengthCm[arcs.edgeSide[stretches.arc[i]] >>> 1]) / 100
      this.meters[i] += meters
      this.seconds[i] += (slower * share * arcs.duration[stretches.arc[i]]) / 100
      this.trust[i] += meters * confidence
      this.leftAt[i] = now
    }
  }

  /** Which share of a stretch's arc lies between two fixes. */
  private shareOf(i: number, from: number, to: number): number {
    const { fixes, stretches } = this.piece
    const begin = i === fixes.stretch[from] ? fixes.fraction[from] : stretches.from[i]
    const end = i === fixes.stretch[to] ? fixes.fraction[to] : stretches.to[i]
    return Math.max(0, end - begin)
  }
}

/** A turn may lead into a copy of the arc; turning around in the road takes no turn of the map. */
function turnSeconds({ arcs, turns }: RoadNetwork, from: number, to: number): number {
  for (let turn = turns.first[from]; turn < turns.first[from + 1]; turn++) {
    if (arcs.edgeSide[turns.to[turn]] === arcs.edgeSide[to]) return turns.duration[turn] / 100
  }
  return 0
}
