import {
  buildMatchMap,
  defaultModel,
  defaultProfile,
  listPassages,
  type MatchedTrack,
  Matcher,
  metersBetween,
  Passages,
  SLOT_SECONDS,
  SpeedEstimator,
  secondsBetween,
  type Track,
} from '@fairway/road'
import { customizeMap, type PreparedMap } from '../../metrics/customize.ts'
import type { ProbeTable } from './probe-table.ts'
import { listTracks } from './vehicle-tracks.ts'

export interface MatchOptions {
  /**
   * Start time of the passages that determine the current speeds. Slots of the estimator that start earlier are
   * excluded. Infinity excludes all passages.
   */
  readonly liveFromSeconds: number
  /** Called with the number of processed positions. */
  readonly onProgress: (done: number) => void
}

export interface MatchedProbes {
  /** Passages of all vehicles at all times. */
  readonly passages: Passages
  /** Estimator of the current speeds. */
  readonly liveEstimator: SpeedEstimator
  readonly figures: MatchFigures
}

export interface MatchFigures {
  readonly matchedPositions: number
  /** Straight-line distance between positions in meters, excluding pauses. */
  readonly meters: number
  /** Straight-line distance between positions that are both matched to a road, in meters. */
  readonly matchedMeters: number
  /** Distance along the roads, in meters. */
  readonly drivenMeters: number
  readonly seconds: number
}

/** Matches vehicles to roads and measures their speeds. */
export function matchProbes(preparedMap: PreparedMap, positions: ProbeTable, options: MatchOptions): MatchedProbes {
  const { map } = preparedMap
  const metric = customizeMap(preparedMap, { profile: defaultProfile, activeConditions: [], avoidAreas: [] })
  const matcher = new Matcher(buildMatchMap(map, metric))
  const passages = new Passages()
  const speedEstimator = new SpeedEstimator()
  const figures = { matchedPositions: 0, meters: 0, matchedMeters: 0, drivenMeters: 0, seconds: 0 }
  const startMs = performance.now()
  let processedCount = 0
  for (const { vehicle, track } of listTracks(positions)) {
    const matchedTrack = matcher.match(track)
    const firstNewPassage = passages.count
    for (const matchedPiece of matchedTrack.pieces) listPassages(map.network, track, matchedPiece, passages)
    if (Number.isFinite(options.liveFromSeconds)) {
      speedEstimator.add(vehicle, filterPassagesSince(passages, firstNewPassage, options.liveFromSeconds))
    }
    addMatchFigures(track, matchedTrack, figures)
    processedCount += track.count
    options.onProgress(processedCount)
  }
  figures.seconds = (performance.now() - startMs) / 1000
  return { passages, liveEstimator: speedEstimator, figures }
}

/** Returns the passages from index `first` onward in slots that do not start before `fromSeconds`. */
function filterPassagesSince(
  { count, arc, pace, leaveTime, weight }: Passages,
  first: number,
  fromSeconds: number,
): Passages {
  const recentPassages = new Passages()
  for (let i = first; i < count; i++) {
    const slot = Math.floor((leaveTime[i] ?? 0) / SLOT_SECONDS)
    if (slot * SLOT_SECONDS < fromSeconds) continue
    recentPassages.add(arc[i] ?? 0, pace[i] ?? 0, leaveTime[i] ?? 0, weight[i] ?? 0)
  }
  return recentPassages
}

type MutableFigures = { -readonly [K in keyof MatchFigures]: number }

function addMatchFigures(track: Track, { pieces, points: { piece } }: MatchedTrack, figures: MutableFigures): void {
  for (const { lengthMeters } of pieces) figures.drivenMeters += lengthMeters
  for (let i = 0; i < track.count; i++) {
    const isMatched = (piece[i] ?? -1) >= 0
    if (isMatched) figures.matchedPositions++
    if (i === 0) continue
    const meters = metersBetween(track, i - 1, i)
    if (meters > defaultModel.breakMeters || secondsBetween(track, i - 1, i) > defaultModel.breakSeconds) continue
    figures.meters += meters
    if (isMatched && piece[i] === piece[i - 1]) figures.matchedMeters += meters
  }
}
