import type { MatchMap } from '../match/match-map.ts'
import type { MatchedPiece } from '../match/matched-track.ts'
import { Matcher } from '../match/matcher.ts'
import { defaultModel } from '../match/model.ts'
import { addWithoutEnds } from './end-rule.ts'
import type { Point } from './event-place.ts'
import type { StretchSet } from './stretch-set.ts'

/**
 * Ways may be far longer than the straight line, so that hardly speaks against them: the nearest places count, unless
 * from those it is a long way around. Points may be as far apart as the ends of a work zone on a motorway.
 */
const model = { ...defaultModel, betaPerMeter: 0.1, breakMeters: 50_000 }
const MOST_MEAN_METERS = 30
/** Roads that are as long in both directions are common, and a way around a block is longer than this. */
const LONGEST_DETOUR = 1.5
const DETOUR_METERS = 50

/**
 * The arcs between points of which only the road itself tells how it goes from one to the next: the fastest way, over
 * places near the points from which it is not a way around. Where the way back is much shorter the points lie along a
 * one-way street, in the wrong order: nobody meant the way around it. A beginning without an end on the map is nothing:
 * how the road goes on is not known.
 */
export class SparseLocator {
  private readonly source: MatchMap
  /** Most feeds have no such lines, and a matcher takes memory for every arc of the map. */
  private matcher: Matcher | undefined

  constructor(source: MatchMap) {
    this.source = source
  }

  locate(line: readonly Point[], into: StretchSet): void {
    const there = this.match(line)
    const meters = metersOf(there)
    if (meters === 0) return
    const back = metersOf(this.match(line.toReversed()))
    if (back > 0 && meters > LONGEST_DETOUR * back + DETOUR_METERS) return
    for (const { stretches } of there) addWithoutEnds(this.source.map.network, stretches, into)
  }

  /** Pieces over at least two points that lie on roads. */
  private match(line: readonly Point[]): MatchedPiece[] {
    this.matcher ??= new Matcher(this.source, model)
    const { pieces, points } = this.matcher.match({
      count: line.length,
      latitude: Float64Array.from(line, ([latitude]) => latitude),
      longitude: Float64Array.from(line, ([, longitude]) => longitude),
    })
    return pieces.filter(({ fixes, lengthMeters }) => {
      const sum = fixes.point.reduce((meters, point) => meters + points.distanceMeters[point], 0)
      return lengthMeters > 0 && sum <= MOST_MEAN_METERS * fixes.count
    })
  }
}

function metersOf(pieces: readonly MatchedPiece[]): number {
  return pieces.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0)
}
