import { basename } from 'node:path'
import type { StoredDataset } from '@fairway/dataset'
import type { SkippedSummary } from '../../maps/traffic/feeds/feed-content.ts'
import { LIVE_VALID_SECONDS, LIVE_WINDOW_SECONDS } from '../../maps/traffic/probes/live-speeds.ts'
import { type MatchFigures, matchProbes } from '../../maps/traffic/probes/match-probes.ts'
import { openProbes, ProbesNotFoundError } from '../../maps/traffic/probes/open-probes.ts'
import { UnreadableProbesError } from '../../maps/traffic/probes/probe-failure.ts'
import type { ProbeFileContent } from '../../maps/traffic/probes/read-probes.ts'
import type { CommonOptions } from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'
import type { ProgressDisplay } from '../progress.ts'
import { type LiveFeedResult, storeLiveFeed, type TypicalSpeedsResult, updateTypicalSpeeds } from './keep-learned.ts'
import { getMapForPositions, openRoadMap } from './served-maps.ts'

export interface ProbesOptions extends CommonOptions {
  readonly region?: string
  readonly liveName?: string
  /** Options that `--no-typical` and `--no-live` set to false. */
  readonly typical: boolean
  readonly live: boolean
}

export interface LearningResult {
  readonly tracks: string
  readonly dataset: StoredDataset
  readonly positions: number
  readonly vehicles: number
  readonly oldestMs: number
  readonly newestMs: number
  readonly skipped: SkippedSummary
  readonly figures: MatchFigures
  readonly passages: number
  readonly live: LiveFeedResult
  readonly typical: TypicalSpeedsResult | undefined
}

export type LearningJob = ProbesOptions & { readonly tracks: string; readonly dataDir: string }

export async function learnFromProbes(job: LearningJob, display: ProgressDisplay): Promise<LearningResult> {
  const nowMs = Date.now()
  const { positions, skipped } = await readProbesOrFail(job.tracks, nowMs, display)
  const dataset = await getMapForPositions(positions, job)
  display.report({ stage: 'loading the map', fraction: 0 })
  const preparedMap = await openRoadMap(dataset)
  display.report({ stage: 'loading the map', fraction: 1 })
  const [oldest, newestSeconds] = positions.secondsRange()
  const isLive = job.live && newestSeconds + LIVE_VALID_SECONDS > nowMs / 1000
  const matchResult = matchProbes(preparedMap, positions, {
    liveFromSeconds: isLive ? newestSeconds - LIVE_WINDOW_SECONDS : Number.POSITIVE_INFINITY,
    onProgress: (doneCount) => display.report({ stage: 'matching', fraction: doneCount / positions.count }),
  })
  checkMatched(matchResult.figures, positions.count, dataset)
  const target = { dataDir: job.dataDir, dataset, network: preparedMap.map.network }
  const validUntilMs = 1000 * (newestSeconds + LIVE_VALID_SECONDS)
  const source = `positions of ${basename(job.tracks)}`
  const liveResult: LiveFeedResult = !job.live
    ? { kind: 'not-wanted' }
    : !isLive
      ? { kind: 'too-old', untilMs: validUntilMs }
      : await storeLiveFeed(target, matchResult.liveEstimator, { source, untilMs: validUntilMs, name: job.liveName })
  // This step is last, because users repeat an interrupted command and speeds must not be learned twice.
  const typicalResult = job.typical ? await updateTypicalSpeeds(target, matchResult.passages) : undefined
  return {
    tracks: job.tracks,
    dataset,
    positions: positions.count,
    vehicles: positions.vehicleCount,
    oldestMs: 1000 * oldest,
    newestMs: 1000 * newestSeconds,
    skipped,
    figures: matchResult.figures,
    passages: matchResult.passages.count,
    live: liveResult,
    typical: typicalResult,
  }
}

async function readProbesOrFail(tracks: string, nowMs: number, display: ProgressDisplay): Promise<ProbeFileContent> {
  try {
    return await openProbes(tracks, nowMs, (fraction) => display.report({ stage: 'reading positions', fraction }))
  } catch (error) {
    if (error instanceof ProbesNotFoundError) throw new CommandError(exitCodes.notFound, `${tracks}: ${error.message}`)
    if (error instanceof UnreadableProbesError) throw new CommandError(exitCodes.failed, `${tracks}: ${error.message}`)
    throw error
  }
}

function checkMatched({ matchedPositions }: MatchFigures, positions: number, { region }: StoredDataset): void {
  if (matchedPositions > 0) return
  const subjectText = positions === 1 ? 'the position is' : `none of the ${positions} positions is`
  const preposition = positions === 1 ? 'not on' : 'on'
  throw new CommandError(
    exitCodes.refused,
    `${subjectText} ${preposition} a road on the map of ${region}; choose the map with --region`,
  )
}
