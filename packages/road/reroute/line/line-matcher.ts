import type { Coordinates } from '@fairway/geo'
import type { MatchMap } from '../../match/match-map.ts'
import type { MatchedTrack } from '../../match/matched-track.ts'
import { Matcher } from '../../match/matcher.ts'
import { defaultModel } from '../../match/model.ts'
import { metersBetween, type Track } from '../../match/track.ts'
import type { RoadNetwork } from '../../network/network.ts'
import { chooseArcCopies } from '../thread-copies.ts'
import type { TracedPath } from '../traced-path.ts'
import { sampleLine } from './sample-line.ts'
import { beginningOfArc, endOfArc, positionAtFraction } from './shape-positions.ts'

/** Along ferry crossings, a line is far from every road that points snap to. */
const model = { ...defaultModel, breakMeters: 10_000 }
/** If a smaller share of a line lies on roads, it is not the line of a route. */
const MIN_SHARE = 0.5
/** For a long line, this many points are checked before the whole line is matched. */
const PRECHECK_POINTS = 200
/** Tolerance as a fraction of an arc's length. Pieces this close continue where the previous one ended. */
const SAME_POSITION_TOLERANCE = 1e-6

export type LineMatch =
  | { readonly kind: 'matched'; readonly path: TracedPath; readonly share: number }
  | { readonly kind: 'lost'; readonly reason: 'off-road' | 'in-pieces' }

/** Matches lines drawn by other services to paths on this map. Holds the scratch memory of one thread. */
export class LineMatcher {
  private readonly source: MatchMap
  private readonly matcher: Matcher

  constructor(source: MatchMap) {
    this.source = source
    this.matcher = new Matcher(source, model)
  }

  match(line: Coordinates): LineMatch {
    const track = sampleLine(line)
    if (track.count > 2 * PRECHECK_POINTS) {
      const verdict = judgeMatch(
        { ...track, count: PRECHECK_POINTS },
        this.matcher.match({ ...track, count: PRECHECK_POINTS }),
      )
      if (verdict !== 'good' && verdict !== 'off-road') return { kind: 'lost', reason: verdict }
    }
    const matchedTrack = this.matcher.match(track)
    const matchVerdict = judgeMatch(track, matchedTrack)
    if (matchVerdict !== 'good') return { kind: 'lost', reason: matchVerdict }
    return { kind: 'matched', path: this.toPath(matchedTrack), share: matchedShare(track, matchedTrack) }
  }

  private toPath({ pieces }: MatchedTrack): TracedPath {
    const { network } = this.source.map
    const matched = new MatchedArcs()
    for (const { stretches } of pieces) {
      for (let i = 0; i < stretches.count; i++) matched.add(stretches.arc[i], stretches.from[i], stretches.to[i])
    }
    const { edgeSide } = network.arcs
    const isUturn = (i: number) =>
      edgeSide[matched.arc[i]] === (edgeSide[matched.arc[i + 1]] ^ 1) &&
      !(matched.to[i] === 1 && matched.from[i + 1] === 0)
    const { arcs, turns } = chooseArcCopies(network, this.source.copies, matched.arc, isUturn)
    const count = arcs.length
    const leave = Float64Array.from(arcs, (arc, i) =>
      i === count - 1 || isUturn(i) ? positionOn(network, arc, matched.to[i]) : endOfArc(network, arc),
    )
    const enter = Float64Array.from(arcs, (arc, i) => {
      if (i === 0) return positionOn(network, arc, matched.from[0])
      return isUturn(i - 1) ? leave[i - 1] : beginningOfArc(network, arc)
    })
    return { arcs, turns, enter, leave, first: undefined, last: undefined }
  }
}

/** The stretches of all pieces in sequence. */
class MatchedArcs {
  readonly arc: number[] = []
  readonly from: number[] = []
  readonly to: number[] = []

  add(arc: number, from: number, to: number): void {
    const last = this.arc.length - 1
    if (last >= 0 && this.arc[last] === arc && Math.abs(this.to[last] - from) <= SAME_POSITION_TOLERANCE) {
      this.to[last] = to
      return
    }
    this.arc.push(arc)
    this.from.push(from)
    this.to.push(to)
  }
}

function judgeMatch(track: Track, matched: MatchedTrack): 'good' | 'off-road' | 'in-pieces' {
  if (matched.pieces.length === 0 || matchedShare(track, matched) < MIN_SHARE) return 'off-road'
  return matched.pieces.keys().every((i) => i === 0 || continuesPreviousPiece(matched, i)) ? 'good' : 'in-pieces'
}

/** A very long track consists of several pieces, each of which begins where the previous one ends. */
function continuesPreviousPiece({ pieces }: MatchedTrack, index: number): boolean {
  const before = pieces[index - 1].stretches
  const { arc, from } = pieces[index].stretches
  const last = before.count - 1
  return before.arc[last] === arc[0] && Math.abs(before.to[last] - from[0]) <= SAME_POSITION_TOLERANCE
}

/** Share of the line's length between points that were matched to roads. */
function matchedShare(track: Track, { points }: MatchedTrack): number {
  let matchedMeters = 0
  let total = 0
  for (let i = 1; i < track.count; i++) {
    const meters = metersBetween(track, i - 1, i)
    total += meters
    if (points.piece[i - 1] >= 0 && points.piece[i] >= 0) matchedMeters += meters
  }
  return total > 0 ? matchedMeters / total : 0
}

function positionOn(network: RoadNetwork, arc: number, share: number): number {
  const side = network.arcs.edgeSide[arc]
  return positionAtFraction(network, side >>> 1, (side & 1) === 0 ? share : 1 - share)
}
