import { basename } from 'node:path'
import type { StoredDataset } from '@fairway/dataset'
import type { Skipped } from '../../maps/traffic/feeds/feed-content.ts'
import { LIVE_HOLDS_SECONDS, LIVE_WINDOW_SECONDS } from '../../maps/traffic/probes/live-speeds.ts'
import { type MatchFigures, matchProbes } from '../../maps/traffic/probes/match-probes.ts'
import { openProbes, ProbesMissing } from '../../maps/traffic/probes/open-probes.ts'
import { ProbesUnreadable } from '../../maps/traffic/probes/probe-failure.ts'
import type { ReadProbes } from '../../maps/traffic/probes/read-probes.ts'
import type { CommonOptions } from '../common.ts'
import { CommandFailed, exitCodes } from '../exit.ts'
import type { ProgressDisplay } from '../progress.ts'
import { type LiveOutcome, putLive, type TypicalOutcome, updateTypical } from './keep-learned.ts'
import { getMapOf, openMap } from './served-maps.ts'

export interface ProbesOptions extends CommonOptions {
  readonly region?: string
  readonly liveName?: string
  /** `--no-typical`, `--no-live`. */
  readonly typical: boolean
  readonly live: boolean
}

export interface Learned {
  readonly tracks: string
  readonly dataset: StoredDataset
  readonly positions: number
  readonly vehicles: number
  readonly oldestMs: number
  readonly newestMs: number
  readonly skipped: Skipped
  readonly figures: MatchFigures
  readonly passages: number
  readonly live: LiveOutcome
  readonly typical: TypicalOutcome | undefined
}

export type LearnJob = ProbesOptions & { readonly tracks: string; readonly dataDir: string }

export async function learnFromProbes(job: LearnJob, display: ProgressDisplay): Promise<Learned> {
  const nowMs = Date.now()
  const { positions, skipped } = await readOrFail(job.tracks, nowMs, display)
  const dataset = await getMapOf(positions, job)
  display.report({ stage: 'loading the map', fraction: 0 })
  const prepared = await openMap(dataset)
  display.report({ stage: 'loading the map', fraction: 1 })
  const [oldest, newest] = positions.secondsRange()
  const isLive = job.live && newest + LIVE_HOLDS_SECONDS > nowMs / 1000
  const matched = matchProbes(prepared, positions, {
    liveFromSeconds: isLive ? newest - LIVE_WINDOW_SECONDS : Number.POSITIVE_INFINITY,
    onProgress: (done) => display.report({ stage: 'matching', fraction: done / positions.count }),
  })
  checkMatched(matched.figures, positions.count, dataset)
  const kept = { dataDir: job.dataDir, dataset, network: prepared.map.network }
  const untilMs = 1000 * (newest + LIVE_HOLDS_SECONDS)
  const source = `positions of ${basename(job.tracks)}`
  const live: LiveOutcome = !job.live
    ? { kind: 'not-wanted' }
    : !isLive
      ? { kind: 'too-old', untilMs }
      : await putLive(kept, matched.live, { source, untilMs, name: job.liveName })
  // Last, because an interrupted command is run again, and nothing may be learned twice.
  const typical = job.typical ? await updateTypical(kept, matched.passages) : undefined
  return {
    tracks: job.tracks,
    dataset,
    positions: positions.count,
    vehicles: positions.vehicleCount,
    oldestMs: 1000 * oldest,
    newestMs: 1000 * newest,
    skipped,
    figures: matched.figures,
    passages: matched.passages.count,
    live,
    typical,
  }
}

async function readOrFail(tracks: string, nowMs: number, display: ProgressDisplay): Promise<ReadProbes> {
  try {
    return await openProbes(tracks, nowMs, (fraction) => display.report({ stage: 'reading positions', fraction }))
  } catch (error) {
    if (error instanceof ProbesMissing) throw new CommandFailed(exitCodes.notFound, `${tracks}: ${error.message}`)
    if (error instanceof ProbesUnreadable) throw new CommandFailed(exitCodes.failed, `${tracks}: ${error.message}`)
    throw error
  }
}

function checkMatched({ matchedPositions }: MatchFigures, positions: number, { region }: StoredDataset): void {
  if (matchedPositions > 0) return
  const all = positions === 1 ? 'the position is' : `none of the ${positions} positions is`
  const where = positions === 1 ? 'not on' : 'on'
  throw new CommandFailed(exitCodes.refused, `${all} ${where} a road of ${region}; choose the map with --region`)
}
