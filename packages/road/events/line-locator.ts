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

/** Behind a gap in the map a line begins anew: no way around the gap is of use. */
const model = { ...defaultModel, breakMeters: 300 }
/** A way that is longer than this many times the line, and some metres for corners, went somewhere else. */
const LONGEST_WAY = 1.5
const CORNER_METERS = 20
/** One that is shorter than this share of the line stood still while the line went on. */
const SHORTEST_WAY = 0.5
/** So many samples in a row may be left out, as far as they are wrong; beyond that the line has left the roads. */
const MOST_LEFT_OUT = 4
/** If less of the samples near roads than this fits to a way, the rest does by chance. */
const LEAST_SHARE = 0.5

/**
 * The arcs along a line whose straight pieces follow the road. What the matcher says is believed step by step, where the
 * way goes as the line does: parts outside the map, or against a one-way street, leave the other parts as they are.
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

  locate(line: readonly Point[], into: StretchSet): void {
    const track = sampleEventLine(line)
    const matched = this.matcher.match(track)
    const found = matched.pieces.flatMap((piece) => {
      return this.runsAlong(track, matched, piece).map((run) => ({ piece, run }))
    })
    const samples = found.reduce((sum, { piece, run }) => sum + samplesIn(piece, run), 0)
    const near = track.count - matched.counts.invalid - matched.counts.offRoad
    if (samples < LEAST_SHARE * near) return
    for (const { piece, run } of found) addWithoutEnds(this.source.map.network, drivenIn(piece, run), into)
  }

  private runsAlong(track: EventTrack, matched: MatchedTrack, piece: MatchedPiece): Run[] {
    const { network } = this.source.map
    const { point, count } = piece.fixes
    const isMeant = Array.from({ length: count }, (_, fix) => this.check.isMeant(track, matched, point[fix]))
    const follows = (from: number, to: number): boolean => {
      const steps = point[to] - point[from]
      if (!isMeant[from] || !isMeant[to] || steps > MOST_LEFT_OUT) return false
      const most = LONGEST_WAY * steps * track.spacingMeters + CORNER_METERS
      return metersBetweenFixes(network, piece, from, to) <= most
    }
    return runsOf(piece, follows).filter((run) => {
      const least = SHORTEST_WAY * (samplesIn(piece, run) - 1) * track.spacingMeters
      return metersBetweenFixes(network, piece, run.first, run.last) >= least
    })
  }
}

/** Those on the way, the left out ones among them included. */
function samplesIn({ fixes }: MatchedPiece, { first, last }: Run): number {
  return fixes.point[last] - fixes.point[first] + 1
}
