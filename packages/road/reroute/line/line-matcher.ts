import type { Coordinates } from '@fairway/geo'
import type { MatchMap } from '../../match/match-map.ts'
import type { MatchedTrack } from '../../match/matched-track.ts'
import { Matcher } from '../../match/matcher.ts'
import { defaultModel } from '../../match/model.ts'
import { metersBetween, type Track } from '../../match/track.ts'
import type { TracedPath } from '../traced-path.ts'
import { SAME_POSITION_TOLERANCE, toMatchedPath } from './matched-path.ts'
import { sampleLine } from './sample-line.ts'

/** On ferry crossings, a line is far from every road that points can be snapped to. */
const model = { ...defaultModel, breakMeters: 10_000 }
/** Minimum share of a line that must be on roads. Below this share, the line does not describe a route. */
const MIN_SHARE = 0.5
/** Number of points of a long line that are checked before the whole line is matched. */
const PRECHECK_POINTS = 200

export type LineMatch =
  | { readonly kind: 'matched'; readonly path: TracedPath; readonly share: number }
  | { readonly kind: 'lost'; readonly reason: 'off-road' | 'in-pieces' }

/**
 * Matches lines drawn by other services to paths on this map. Each thread needs its own instance, because an instance
 * owns scratch memory.
 */
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
    const stretches = matchedTrack.pieces.map((piece) => piece.stretches)
    return { kind: 'matched', path: toMatchedPath(this.source, stretches), share: matchedShare(track, matchedTrack) }
  }
}

function judgeMatch(track: Track, matchedTrack: MatchedTrack): 'good' | 'off-road' | 'in-pieces' {
  if (matchedTrack.pieces.length === 0 || matchedShare(track, matchedTrack) < MIN_SHARE) return 'off-road'
  return matchedTrack.pieces.keys().every((i) => i === 0 || continuesPreviousPiece(matchedTrack, i))
    ? 'good'
    : 'in-pieces'
}

/** Returns true if a piece begins where the previous piece ends. A very long track consists of several such pieces. */
function continuesPreviousPiece({ pieces }: MatchedTrack, index: number): boolean {
  const previousStretches = pieces[index - 1].stretches
  const { arc, from } = pieces[index].stretches
  const last = previousStretches.count - 1
  return (
    previousStretches.arc[last] === arc[0] && Math.abs(previousStretches.to[last] - from[0]) <= SAME_POSITION_TOLERANCE
  )
}

/** Returns the share of the line's length between points that were matched to roads. */
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
