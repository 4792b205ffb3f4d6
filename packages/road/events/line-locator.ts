import type { MatchMap } from '../match/match-map.ts'
import type { MatchedPiece, MatchedTrack } from '../match/matched-track.ts'
import { Matcher } from '../match/matcher.ts'
import { defaultModel } from '../match/model.ts'
import { addWithoutEnds } from './end-rule.ts'
import { type EventTrack, sampleEventLine } from './event-line.ts'
import type { Point } from './event-place.ts'
import { FixCheck } from './fix-check.ts'
import { drivenIn, metersBetweenFixes, type Run, runsOf } from './runs.ts'
import type { StretchSet } from './stretch-set.ts'

/** After a gap in the map a line starts again, because a path around the gap is useless. */
const model = { ...defaultModel, breakMeters: 300 }
/** A path longer than this multiple of the line, plus a few meters for corners, deviates from the line. */
const LONGEST_WAY = 1.5
const CORNER_METERS = 20
/** A path shorter than this share of the line did not follow it. */
const SHORTEST_WAY = 0.5
/** Maximum number of consecutive wrong samples to skip. Beyond that, the line has left the roads. */
const MAX_LEFT_OUT = 4
/** If less than this share of the samples near roads fits a path, the match is considered accidental. */
const MIN_SHARE = 0.5

/**
 * Finds the arcs along a line whose straight segments follow the road. The match is accepted step by step where the
 * path follows the line. Parts outside the map or against a one-way street do not affect the other parts.
 */
export class LineLocator {
  private readonly source: MatchMap
  private readonly matcher: Matcher
  private readonly check: FixCheck

  constructor(source: MatchMap) {
    this.source = source
    this.matcher = new Matcher(source, model)
    this.check = new FixCheck(source)
  }

  locate(line: readonly Point[], stretchSet: StretchSet): void {
    const track = sampleEventLine(line)
    const matched = this.matcher.match(track)
    const pieceRuns = matched.pieces.flatMap((piece) => {
      return this.runsAlong(track, matched, piece).map((run) => ({ piece, run }))
    })
    const samples = pieceRuns.reduce((sum, { piece, run }) => sum + samplesIn(piece, run), 0)
    const nearbySamples = track.count - matched.counts.invalid - matched.counts.offRoad
    if (samples < MIN_SHARE * nearbySamples) return
    for (const { piece, run } of pieceRuns) addWithoutEnds(this.source.map.network, drivenIn(piece, run), stretchSet)
  }

  private runsAlong(track: EventTrack, matched: MatchedTrack, piece: MatchedPiece): Run[] {
    const { network } = this.source.map
    const { point, count } = piece.fixes
    const isMeant = Array.from({ length: count }, (_, fix) => this.check.isMeant(track, matched, point[fix]))
    const follows = (from: number, to: number): boolean => {
      const steps = point[to] - point[from]
      if (!isMeant[from] || !isMeant[to] || steps > MAX_LEFT_OUT) return false
      const maxMeters = LONGEST_WAY * steps * track.spacingMeters + CORNER_METERS
      return metersBetweenFixes(network, piece, from, to) <= maxMeters
    }
    return runsOf(piece, follows).filter((run) => {
      const minMeters = SHORTEST_WAY * (samplesIn(piece, run) - 1) * track.spacingMeters
      return metersBetweenFixes(network, piece, run.first, run.last) >= minMeters
    })
  }
}

/** Number of samples on the path, including the skipped ones. */
function samplesIn({ fixes }: MatchedPiece, { first, last }: Run): number {
  return fixes.point[last] - fixes.point[first] + 1
}
