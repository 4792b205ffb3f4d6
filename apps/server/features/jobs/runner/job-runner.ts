import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Job, JobError } from '../job.ts'
import type { JobStore } from '../job-store.ts'
import type { ChunkStore } from '../result/chunk-store.ts'
import { JobRun, type JobRunOptions, type RunEnd } from './job-run.ts'

export interface JobRunnerOptions extends Omit<JobRunOptions, 'lease'> {
  readonly store: JobStore
  readonly chunks: ChunkStore
  readonly clock: Clock
  /**
   * Maximum number of jobs that this thread runs at the same time. Jobs share the compute threads with all other work.
   */
  readonly maxRunning: number
  readonly leaseMs: number
  /** Retention time of results, in milliseconds. */
  readonly resultRetentionMs: number
  /** Refunds the units of a failed job. */
  readonly refund: (job: Job) => void
  readonly log: { warn(fields: object, message: string): void }
}

/** Interval in milliseconds at which the runner checks for jobs added by other threads. */
const POLL_MS = 1000
/** Interval in milliseconds at which expired jobs are deleted. */
const CLEANUP_INTERVAL_MS = 60_000
const MAX_JOBS_PER_CLEANUP = 100

/**
 * Takes jobs from the database and runs them. While a job runs, its lease is renewed well before the lease ends. If
 * this process is killed, another process takes over the job after the lease ends, and continues after the last
 * finished part.
 */
export class JobRunner {
  private readonly options: JobRunnerOptions
  private readonly owner = randomUUID()
  private readonly runs = new Map<string, { readonly run: JobRun; readonly ended: Promise<void> }>()
  private timer: NodeJS.Timeout | undefined
  private polling: Promise<void> | undefined
  private lastCleanupMs = 0
  private isFailing = false
  private isStopped = false

  constructor(options: JobRunnerOptions) {
    this.options = options
    this.schedule(POLL_MS)
  }

  /** Looks for jobs immediately. Called after a job was added in this thread. */
  wake(): void {
    if (!this.polling) this.schedule(0)
  }

  /** Stops a job that was cancelled in this thread, without waiting for the next renewal. */
  abort(id: string): void {
    this.runs.get(id)?.run.abort()
  }

  /** Releases all jobs, so that another server continues them immediately. */
  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    for (const { run } of this.runs.values()) run.stop()
    await this.polling
    await Promise.all([...this.runs.values()].map(({ ended }) => ended))
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer)
    if (this.isStopped) return
    this.timer = setTimeout(() => {
      this.polling = this.poll().finally(() => {
        this.polling = undefined
        this.schedule(POLL_MS)
      })
    }, delayMs).unref()
  }

  private async poll(): Promise<void> {
    const { store, clock, maxRunning, leaseMs, log } = this.options
    try {
      while (!this.isStopped && this.runs.size < maxRunning) {
        const now = clock.now()
        const job = await store.leases.take({ owner: this.owner, untilMs: now + leaseMs }, now)
        if (!job) break
        this.begin(job)
      }
      await this.cleanUp()
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing) log.warn({ why: (error as Error).message }, 'jobs cannot be read; the next poll tries again')
      this.isFailing = true
    }
  }

  private begin(job: Job): void {
    const run = new JobRun(job, { ...this.options, lease: { owner: this.owner, durationMs: this.options.leaseMs } })
    const runPromise = this.runToEnd(job, run).finally(() => {
      this.runs.delete(job.id)
      this.wake()
    })
    this.runs.set(job.id, { run, ended: runPromise })
  }

  private async runToEnd(job: Job, run: JobRun): Promise<void> {
    const { store, log } = this.options
    try {
      const end = await run.run()
      if (end.kind === 'stopped') await store.leases.release(job.id, this.owner)
      else if (end.kind !== 'lost') await this.finish(job, end)
    } catch (error) {
      // The job is tried again when the lease ends.
      log.warn({ job: job.id, why: (error as Error).message }, 'a job was interrupted and will be retried')
    }
  }

  private async finish(job: Job, end: Extract<RunEnd, { kind: 'done' | 'failed' }>): Promise<void> {
    const { store, clock, resultRetentionMs, refund } = this.options
    const now = clock.now()
    const outcome: { resultBytes: number } | { error: JobError } =
      end.kind === 'done' ? { resultBytes: end.resultBytes } : { error: end.error }
    const isFinished = await store.finish(job.id, this.owner, outcome, { now, expiresAtMs: now + resultRetentionMs })
    if (isFinished && end.kind === 'failed') refund(job)
  }

  private async cleanUp(): Promise<void> {
    const { store, chunks } = this.options
    const now = this.options.clock.now()
    if (now - this.lastCleanupMs < CLEANUP_INTERVAL_MS) return
    this.lastCleanupMs = now
    for (const id of await store.listExpired(now, MAX_JOBS_PER_CLEANUP)) {
      // The rows are deleted last, because the files can be found only through them.
      await chunks.deleteFiles(id)
      await store.delete(id)
    }
  }
}
