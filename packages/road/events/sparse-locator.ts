import type { MatchMap } from '../match/match-map.ts'
import type { MatchedPiece } from '../match/matched-track.ts'
import { Matcher } from '../match/matcher.ts'
import { defaultModel } from '../match/model.ts'
import { addTrimmedStretches } from './end-rule.ts'
import type { Point } from './event-place.ts'
import type { StretchSet } from './stretch-set.ts'

/**
 * Paths may be much longer than the straight line, so the ratio of the two lengths has little influence. The nearest
 * positions are chosen unless they require a long detour. Points may be as far apart as the ends of a work zone on a
 * motorway.
 */
const model = { ...defaultModel, betaPerMeter: 0.1, breakMeters: 50_000 }
const MAX_MEAN_DISTANCE_METERS = 30
/**
 * Maximum ratio of the length of the path to that of its reverse, plus a tolerance in meters. Many roads have equal
 * lengths in both directions, but a detour around a block exceeds this limit.
 */
const MAX_DETOUR_RATIO = 1.5
const DETOUR_TOLERANCE_METERS = 50

/**
 * Finds the arcs between sparse points along the fastest path. The path uses positions near the points that avoid a
 * detour. If the reverse path is much shorter, the points run against a one-way street, and the event does not refer to
 * the detour. If only the start is on the map, there is no result, because the course of the road is unknown.
 */
export class SparseLocator {
  private readonly source: MatchMap
  /**
   * A matcher that is created on first use, because it allocates memory for every arc of the map. Most feeds have no
   * sparse lines.
   */
  private matcher: Matcher | undefined

  constructor(source: MatchMap) {
    this.source = source
  }

  locate(line: readonly Point[], stretchSet: StretchSet): void {
    const forwardPieces = this.match(line)
    const meters = metersOf(forwardPieces)
    if (meters === 0) return
    const reverseMeters = metersOf(this.match(line.toReversed()))
    if (reverseMeters > 0 && meters > MAX_DETOUR_RATIO * reverseMeters + DETOUR_TOLERANCE_METERS) return
    for (const { stretches } of forwardPieces) addTrimmedStretches(this.source.map.network, stretches, stretchSet)
  }

  /** Returns the matched pieces with at least two points on roads. */
  private match(line: readonly Point[]): MatchedPiece[] {
    this.matcher ??= new Matcher(this.source, model)
    const { pieces, points } = this.matcher.match({
      count: line.length,
      latitude: Float64Array.from(line, ([latitude]) => latitude),
      longitude: Float64Array.from(line, ([, longitude]) => longitude),
    })
    return pieces.filter(({ fixes, lengthMeters }) => {
      const sum = fixes.point.reduce((meters, point) => meters + points.distanceMeters[point], 0)
      return lengthMeters > 0 && sum <= MAX_MEAN_DISTANCE_METERS * fixes.count
    })
  }
}

function metersOf(pieces: readonly MatchedPiece[]): number {
  return pieces.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0)
}
