import type { MatchMap } from '../match/match-map.ts'
import type { MatchedPiece, MatchedTrack } from '../match/matched-track.ts'
import { Matcher } from '../match/matcher.ts'
import { defaultModel } from '../match/model.ts'
import { addTrimmedStretches } from './end-rule.ts'
import { type EventTrack, sampleEventLine } from './event-line.ts'
import type { Point } from './event-place.ts'
import { FixCheck } from './fix-check.ts'
import { getDrivenStretches, metersBetweenFixes, type Run, splitIntoRuns } from './runs.ts'
import type { StretchSet } from './stretch-set.ts'

/** After a gap in the map, matching starts again, because a path around the gap is useless. */
const model = { ...defaultModel, breakMeters: 300 }
/**
 * Maximum length of a path, as a multiple of the line plus a few meters for corners. A longer path deviates from the
 * line.
 */
const MAX_PATH_RATIO = 1.5
const CORNER_TOLERANCE_METERS = 20
/** Minimum length of a path, as a share of the line. A shorter path does not follow the line. */
const MIN_PATH_RATIO = 0.5
/** Maximum number of consecutive wrong samples to skip. After more wrong samples, the line has left the roads. */
const MAX_SKIPPED_SAMPLES = 4
/**
 * Minimum share of the samples near roads that must fit a path. Below this share, the match is considered accidental.
 */
const MIN_FITTING_SHARE = 0.5

/**
 * Finds the arcs along a line whose straight segments follow the road. Each section is accepted only if the path
 * follows the line. Sections outside the map or against a one-way street do not affect the other sections.
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
    const matchedTrack = this.matcher.match(track)
    const pieceRuns = matchedTrack.pieces.flatMap((piece) => {
      return this.findRunsAlongLine(track, matchedTrack, piece).map((run) => ({ piece, run }))
    })
    const fittingSampleCount = pieceRuns.reduce((sum, { piece, run }) => sum + countSamples(piece, run), 0)
    const nearbySampleCount = track.count - matchedTrack.counts.invalidCount - matchedTrack.counts.offRoadCount
    if (fittingSampleCount < MIN_FITTING_SHARE * nearbySampleCount) return
    for (const { piece, run } of pieceRuns)
      addTrimmedStretches(this.source.map.network, getDrivenStretches(piece, run), stretchSet)
  }

  private findRunsAlongLine(track: EventTrack, matchedTrack: MatchedTrack, piece: MatchedPiece): Run[] {
    const { network } = this.source.map
    const { point, count } = piece.fixes
    const isFixValid = Array.from({ length: count }, (_, fix) =>
      this.check.isOnIntendedRoad(track, matchedTrack, point[fix]),
    )
    const isPathAlongLine = (from: number, to: number): boolean => {
      const stepCount = point[to] - point[from]
      if (!isFixValid[from] || !isFixValid[to] || stepCount > MAX_SKIPPED_SAMPLES) return false
      const maxMeters = MAX_PATH_RATIO * stepCount * track.spacingMeters + CORNER_TOLERANCE_METERS
      return metersBetweenFixes(network, piece, from, to) <= maxMeters
    }
    return splitIntoRuns(piece, isPathAlongLine).filter((run) => {
      const minMeters = MIN_PATH_RATIO * (countSamples(piece, run) - 1) * track.spacingMeters
      return metersBetweenFixes(network, piece, run.first, run.last) >= minMeters
    })
  }
}

/** Returns the number of samples on the path, including the skipped ones. */
function countSamples({ fixes }: MatchedPiece, { first, last }: Run): number {
  return fixes.point[last] - fixes.point[first] + 1
}
