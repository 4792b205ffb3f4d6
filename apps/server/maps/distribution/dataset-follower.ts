import { setTimeout as sleep } from 'node:timers/promises'
import { DownloadError } from '../../platform/transfer/download-failed.ts'
import { defaultRetries } from '../../platform/transfer/retries.ts'
import type { SourceOptions } from './dataset-source.ts'
import { type FetchOptions, type FetchResult, fetchDataset } from './fetch-dataset.ts'
import type { Publication } from './publication.ts'

export interface FollowerOptions extends Pick<SourceOptions, 'url' | 'retries' | 'stallMs'> {
  readonly dataDir: string
  readonly regions: readonly string[]
  readonly refreshMs: number
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  readonly now?: () => number
  readonly fetch?: (options: FetchOptions) => Promise<FetchResult>
}

/** Maximum time until a damaged or unusable dataset is downloaded again if it is still published. */
const MAX_PAUSE_MS = 3_600_000

interface RegionState {
  /** Reason why the region is not up to date. Undefined if the published dataset is in the data folder. */
  problem?: string
  /** Last message in the log. Each message is logged once, although the download is tried again every minute. */
  logged?: string
  /** Published dataset that could not be used, and the time until which it is not downloaded again. */
  failed?: { readonly key: string; readonly pauseMs: number; readonly untilMs: number }
}

/**
 * Downloads the published dataset of every region of this server, and all newer datasets. The store watch then serves
 * them. A region whose download fails keeps its dataset.
 */
export class DatasetFollower {
  private readonly options: FollowerOptions
  private readonly states = new Map<string, RegionState>()
  private readonly abort = new AbortController()
  private timer: NodeJS.Timeout | undefined
  private running: Promise<void> = Promise.resolve()

  constructor(options: FollowerOptions) {
    this.options = options
    for (const region of options.regions) this.states.set(region, { problem: `${region} was not downloaded yet` })
  }

  /** Starts in the background, because the server can already serve its stored datasets. */
  start(): void {
    this.running = this.checkAll().then(() => {
      if (!this.abort.signal.aborted) this.timer = setTimeout(() => this.start(), this.options.refreshMs).unref()
    })
  }

  /** Stops downloads. The next start continues them. */
  async stop(): Promise<void> {
    this.abort.abort(new Error('the server stops'))
    clearTimeout(this.timer)
    await this.running
  }

  /** Returns the regions that are not up to date, with the reasons. */
  listProblems(): readonly string[] {
    return [...this.states.values()].flatMap(({ problem }) => problem ?? [])
  }

  /** Looks once for new datasets of all regions, one region after another. */
  async checkAll(): Promise<void> {
    for (const [region, state] of this.states) {
      if (this.abort.signal.aborted) return
      await this.check(region, state)
    }
  }

  private async check(region: string, state: RegionState): Promise<void> {
    const { url, dataDir, log, stallMs, fetch = fetchDataset, now = Date.now } = this.options
    const { signal } = this.abort
    const retries = this.options.retries ?? { ...defaultRetries, pause: (ms) => sleep(ms, undefined, { signal }) }
    let publication: Publication | undefined
    try {
      const result = await fetch({
        url,
        region,
        dataDir,
        retries,
        signal,
        ...(stallMs !== undefined && { stallMs }),
        onProgress: ({ stage, bytes, totalBytes }) => {
          state.problem = `${region} is ${stage}: ${Math.floor((bytes / Math.max(totalBytes, 1)) * 100)} %`
        },
        isWanted: (latest) => {
          publication = latest
          return toKey(latest) !== state.failed?.key || now() >= state.failed.untilMs
        },
        onRetry: (reason) => log.info({ region, why: reason }, 'retrying a download'),
      })
      // A dataset that failed and is still published stays a problem until it is tried again.
      if (!result.wasFetched && publication) return
      if (result.wasFetched) log.info({ region, dataset: result.publication.dataset }, 'a dataset was downloaded')
      delete state.problem
      delete state.logged
      delete state.failed
    } catch (error) {
      if (signal.aborted) return
      this.reportFailure(region, state, error as Error, publication)
    }
  }

  private reportFailure(region: string, state: RegionState, error: Error, publication: Publication | undefined): void {
    const { log, refreshMs, now = Date.now } = this.options
    const kind = error instanceof DownloadError ? error.kind : undefined
    const problem = `${region} could not be downloaded: ${error.message}`
    if (state.logged !== problem && kind !== 'under-way')
      log.warn({ region, why: error.message }, 'a dataset could not be downloaded; the stored dataset stays in use')
    state.problem = problem
    state.logged = problem
    if (!publication || (kind !== 'wrong-checksum' && kind !== 'unusable')) return
    const key = toKey(publication)
    const pauseMs = state.failed?.key === key ? Math.min(state.failed.pauseMs * 2, MAX_PAUSE_MS) : refreshMs
    state.failed = { key, pauseMs, untilMs: now() + pauseMs }
  }
}

function toKey({ dataset, manifestSha256 }: Publication): string {
  return `${dataset} ${manifestSha256}`
}
