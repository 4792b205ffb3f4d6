import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { isUnavailable } from '../../../platform/storage/unavailable.ts'
import type { IngestJob, IngestResult, IngestStore } from './ingest-store.ts'

/** Maximum number of jobs per write. */
const MAX_JOBS_PER_WRITE = 256
/**
 * Time between the starts of two writes while many small requests arrive, in milliseconds. A write of one position
 * takes about as much CPU time as a write of ten.
 */
const BUSY_INTERVAL_MS = 8
/** Number of waiting jobs that are written without waiting for more. */
const FULL_JOBS = 32
/** Minimum number of requests in a period of `RATE_PERIOD_MS` at which small writes wait for more requests. */
const BUSY_REQUESTS = 20
const RATE_PERIOD_MS = 100

interface PendingRequest {
  readonly jobs: readonly IngestJob[]
  readonly resolve: (results: IngestResult[]) => void
  readonly reject: (error: Error) => void
}

/** Time source, which tests replace. */
export interface IngestTimer {
  now(): number
  wait(ms: number): Promise<unknown>
}

const systemTimer: IngestTimer = { now: () => performance.now(), wait: (ms) => sleep(ms) }

/**
 * Groups requests that arrive in the same event loop turn, during a write, or in quick succession. A group needs only
 * one disk sync, which takes milliseconds. The first request of an idle period does not wait.
 */
export class BatchedIngest {
  private readonly store: Pick<IngestStore, 'write'>
  private readonly timer: IngestTimer
  private pendingRequests: PendingRequest[] = []
  private isWriting = false
  private lastWriteAtMs = Number.NEGATIVE_INFINITY
  /** Start of the current period, and the numbers of requests in this period and in the previous one. */
  private periodStartMs = Number.NEGATIVE_INFINITY
  private requestsInPeriod = 0
  private requestsBefore = 0

  constructor(store: Pick<IngestStore, 'write'>, timer: IngestTimer = systemTimer) {
    this.store = store
    this.timer = timer
  }

  /** Writes the jobs of one request and returns their results in the same order. */
  async write(jobs: readonly IngestJob[]): Promise<IngestResult[]> {
    this.countRequest()
    if (jobs.length <= MAX_JOBS_PER_WRITE) return await this.enqueue(jobs)
    // Other requests are handled between the parts of a large request.
    const parts: Promise<IngestResult[]>[] = []
    for (let first = 0; first < jobs.length; first += MAX_JOBS_PER_WRITE) {
      parts.push(this.enqueue(jobs.slice(first, first + MAX_JOBS_PER_WRITE)))
    }
    return (await Promise.all(parts)).flat()
  }

  private enqueue(jobs: readonly IngestJob[]): Promise<IngestResult[]> {
    return new Promise((resolve, reject) => {
      this.pendingRequests.push({ jobs, resolve, reject })
      if (!this.isWriting) void this.writeAll()
    })
  }

  private countRequest(): void {
    const nowMs = this.timer.now()
    const elapsedMs = nowMs - this.periodStartMs
    if (elapsedMs >= RATE_PERIOD_MS) {
      this.requestsBefore = elapsedMs < 2 * RATE_PERIOD_MS ? this.requestsInPeriod : 0
      this.requestsInPeriod = 0
      this.periodStartMs = nowMs
    }
    this.requestsInPeriod++
  }

  private async writeAll(): Promise<void> {
    this.isWriting = true
    while (this.pendingRequests.length > 0) {
      // SQLite blocks the thread while it writes. Without this turn, pending requests would be read one by one, and
      // each would need a separate sync.
      await turn()
      await this.waitForMore()
      this.lastWriteAtMs = this.timer.now()
      await this.writeNext()
    }
    this.isWriting = false
  }

  private async waitForMore(): Promise<void> {
    if (Math.max(this.requestsInPeriod, this.requestsBefore) < BUSY_REQUESTS) return
    const waitMs = this.lastWriteAtMs + BUSY_INTERVAL_MS - this.timer.now()
    if (waitMs > 0 && countJobs(this.pendingRequests) < FULL_JOBS) await this.timer.wait(waitMs)
  }

  /** Writes the next group. More requests can join until this thread may write. */
  private async writeNext(): Promise<void> {
    let group: PendingRequest[] = []
    const drainJobs = () => {
      group = this.drainRequests()
      return group.flatMap(({ jobs }) => jobs)
    }
    await this.writeAndSettle(drainJobs, () => group)
  }

  /** Removes the requests of the next group. */
  private drainRequests(): PendingRequest[] {
    let jobCount = 0
    const end = this.pendingRequests.findIndex(({ jobs }) => {
      jobCount += jobs.length
      return jobCount > MAX_JOBS_PER_WRITE
    })
    return this.pendingRequests.splice(0, end < 0 ? this.pendingRequests.length : end)
  }

  private async writeAndSettle(
    drainJobs: () => readonly IngestJob[],
    groupOf: () => readonly PendingRequest[],
  ): Promise<void> {
    try {
      const results = await this.store.write(drainJobs)
      let first = 0
      for (const { jobs, resolve } of groupOf()) {
        resolve(results.slice(first, first + jobs.length))
        first += jobs.length
      }
    } catch (error) {
      const group = groupOf()
      if (isUnavailable(error) || group.length === 0) {
        // The remaining requests would reach the same timeout one after another, so all are rejected now.
        for (const { reject } of [...group, ...this.pendingRequests.splice(0)]) reject(error as Error)
      } else if (countJobs(group) === 1) {
        group[0]?.reject(error as Error)
      } else {
        await this.retrySeparately(group)
      }
    }
  }

  /**
   * Writes the jobs of a failed group one by one, so that one bad job does not cause the others to fail. No job of the
   * group was written.
   */
  private async retrySeparately(group: readonly PendingRequest[]): Promise<void> {
    for (const { jobs, resolve, reject } of group) {
      const results: IngestResult[] = []
      let firstError: Error | undefined
      const settle = {
        resolve: ([result]: IngestResult[]) => results.push(result),
        reject: (error: Error) => {
          firstError ??= error
        },
      }
      for (const job of jobs) {
        await this.writeAndSettle(
          () => [job],
          () => [{ jobs: [job], ...settle }],
        )
      }
      if (firstError) reject(firstError)
      else resolve(results)
    }
  }
}

function countJobs(requests: readonly PendingRequest[]): number {
  return requests.reduce((sum, { jobs }) => sum + jobs.length, 0)
}
