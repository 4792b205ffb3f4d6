import type { MatchMap } from '../match-map.ts'
import type { MatchCounts, MatchedPiece, MatchedTrack } from '../matched-track.ts'
import { Matcher } from '../matcher.ts'
import { ACCURACY_PER_SIGMA } from '../model.ts'
import { orderTrack, type Track } from '../track.ts'
import { PointFate, projectTrace, type TracePoints } from './project-trace.ts'
import {
  dropSpikes,
  estimateNoise,
  findMedian,
  flattenTrace,
  groupTrace,
  MIN_GROUP_SIGMA_METERS,
  type TraceGroups,
} from './trace-groups.ts'
import type { TraceModel } from './trace-model.ts'

/**
 * Ratio of the measured to the expected distance between positions and roads. At this ratio or above it, the trace is
 * matched again.
 */
const NOISE_TOLERANCE = 1.4
const MAX_ROUNDS = 3
/** Ratio of the standard deviation of a normal distribution to the median of its absolute values. */
const SIGMA_PER_MEDIAN = 1.4826
const MAX_SIGMA_METERS = 40
const MIN_POINTS_FOR_NOISE = 10

export interface MatchedTrace {
  readonly pieces: readonly MatchedPiece[]
  /** The result for every position of the trace, by index. */
  readonly points: TracePoints
  /** Indexes of the valid positions in time order. */
  readonly order: Uint32Array
  readonly counts: Pick<MatchCounts, 'invalidCount' | 'unorderedCount'>
  /** Standard deviation of the positions, either given or measured. */
  readonly sigmaMeters: number
}

/**
 * Matches traces whose noise is unknown. The matcher estimates the noise, averages positions that are closer together
 * than the noise, and matches the means. Each thread needs its own instance, because an instance owns scratch memory.
 */
export class TraceMatcher {
  private readonly source: MatchMap
  private readonly matcher: Matcher

  constructor(source: MatchMap) {
    this.source = source
    this.matcher = new Matcher(source)
  }

  /** Matches a trace. Once `isCancelled` returns true, the result is incomplete. */
  match(track: Track, model: TraceModel, isCancelled = (): boolean => false): MatchedTrace {
    const { point: allPoints, invalidCount, unorderedCount } = orderTrack(track)
    const point = dropSpikes(track, flattenTrace(track, allPoints), model.maxMetersPerSecond)
    const trace = flattenTrace(track, point)
    const groupModel = { ...model, sigmaMeters: MIN_GROUP_SIGMA_METERS }
    const isKnown = track.accuracy !== undefined
    let sigmaMeters = Math.max(model.sigmaMeters, isKnown ? 0 : estimateNoise(track, trace))
    for (let round = 1; ; round++) {
      sigmaMeters = Math.min(MAX_SIGMA_METERS, sigmaMeters)
      const groups = groupTrace(track, trace, sigmaMeters, model.groupSigmas)
      const matchedTrack = this.matcher.match(groups.track, groupModel, isCancelled)
      const excess = isKnown || round === MAX_ROUNDS || isCancelled() ? 1 : measureExcess(groups, matchedTrack)
      if (excess < NOISE_TOLERANCE || sigmaMeters === MAX_SIGMA_METERS) {
        const points = projectTrace(this.source, track, point, groups, matchedTrack, sigmaMeters)
        for (const pointIndex of allPoints)
          if (points.fate[pointIndex] === PointFate.invalid) points.fate[pointIndex] = PointFate.outlier
        const counts = { invalidCount, unorderedCount }
        return { pieces: matchedTrack.pieces, points, order: point, counts, sigmaMeters }
      }
      sigmaMeters *= excess
    }
  }
}

/** Returns the factor by which the positions are farther from the roads than their accuracy suggests. */
function measureExcess({ track: { accuracy } }: TraceGroups, { points }: MatchedTrack): number {
  const ratios: number[] = []
  for (let i = 0; accuracy && i < points.piece.length; i++) {
    if (points.piece[i] >= 0) ratios.push((points.distanceMeters[i] * ACCURACY_PER_SIGMA) / accuracy[i])
  }
  return ratios.length < MIN_POINTS_FOR_NOISE ? 1 : SIGMA_PER_MEDIAN * findMedian(ratios)
}
