import { setTimeout as sleep } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import type { Clock } from '../../../platform/clock.ts'
import { isPlanName, type Plans } from '../../../platform/config/plans.ts'
import { type Problem, toProblem } from '../../../platform/http/problem.ts'
import { type JobFailure, jobProblems } from '../api/failures.ts'
import type { Job, JobError } from '../job.ts'
import { createJobCaller } from '../job-caller.ts'
import type { JobStore } from '../job-store.ts'
import type { JobKind, PartContext, PartOutcome } from '../kinds/job-kind.ts'
import type { ChunkStore } from '../result/chunk-store.ts'
import { LAST_BLOCK } from '../result/piece.ts'

export interface JobRunOptions {
  readonly store: JobStore
  readonly chunks: ChunkStore
  readonly clock: Clock
  readonly plans: Plans
  /** Returns the kind that runs the requests of an operation. */
  readonly findKind: (operation: string, body: object) => JobKind
  readonly lease: { readonly owner: string; readonly durationMs: number }
}

export type RunEnd =
  | { readonly kind: 'done'; readonly resultBytes: number }
  | { readonly kind: 'failed'; readonly error: JobError }
  /** This thread is shutting down. */
  | { readonly kind: 'stopped' }
  /** The job was cancelled, or another thread has taken it over. */
  | { readonly kind: 'lost' }

/**
 * Maximum number of starts without a finished part. A job with more starts fails, because it may be the cause of the
 * crashes.
 */
const MAX_ATTEMPTS = 3
/** Maximum number of times that a part is rejected because the service is busy. After that, the job fails. */
const MAX_RETRIES = 60
/** Interval between lease renewals in milliseconds. A cancelled job must free its thread within a second. */
const RENEW_MS = 400

/** One run of a job in this thread. */
export class JobRun {
  private readonly job: Job
  private readonly options: JobRunOptions
  private readonly controller = new AbortController()
  private isStopped = false

  constructor(job: Job, options: JobRunOptions) {
    this.job = job
    this.options = options
  }

  /** Ends the run because the job was cancelled. */
  abort(): void {
    this.controller.abort()
  }

  /** Ends the run because this thread is shutting down. */
  stop(): void {
    this.isStopped = true
    this.controller.abort()
  }

  async run(): Promise<RunEnd> {
    const { attempts } = this.job
    if (attempts > MAX_ATTEMPTS) return giveUp()
    const timer = setInterval(() => void this.renew(), RENEW_MS)
    try {
      return await this.runParts()
    } catch (error) {
      if (this.controller.signal.aborted) return this.endAborted()
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  private async renew(): Promise<void> {
    const { store, lease, clock } = this.options
    try {
      const isLeaseHeld = await store.leases.renew(this.job.id, {
        owner: lease.owner,
        untilMs: clock.now() + lease.durationMs,
      })
      if (!isLeaseHeld) this.controller.abort()
    } catch {
      // The database is unavailable. The next renewal may succeed before the lease ends. Otherwise, finishing a part
      // fails.
    }
  }

  private async runParts(): Promise<RunEnd> {
    const { store, chunks, lease, clock } = this.options
    const { id, partsTotal } = this.job
    const body = await this.readBody()
    const kind = this.options.findKind(this.job.operation, body)
    let infos = new Map(await store.readInfos(id))
    let restartCount = this.job.attempts
    for (let part = 0; part < partsTotal; part++) {
      if (infos.has(part)) continue
      const outcome = await this.runPart(kind, body, part, infos)
      if (this.controller.signal.aborted) return this.endAborted()
      if (outcome.kind === 'problem') return { kind: 'failed', error: toJobError(outcome.problem) }
      if (outcome.kind === 'busy' || (outcome.kind === 'outdated' && ++restartCount > MAX_ATTEMPTS)) return giveUp()
      if (outcome.kind === 'outdated') {
        if (!(await store.restart(id, lease.owner))) return { kind: 'lost' }
        infos = new Map()
        part = -1
        continue
      }
      const info = outcome.info ?? null
      const storedPieces = await chunks.prepare(id, part, outcome.pieces)
      const untilMs = clock.now() + lease.durationMs
      const isPartStored = await store.finishPart(
        id,
        { owner: lease.owner, untilMs },
        { part, info, chunks: storedPieces },
      )
      if (!isPartStored) return { kind: 'lost' }
      infos.set(part, info)
    }
    const result = await chunks.listResult(id)
    return { kind: 'done', resultBytes: result.reduce((sum, { contentLength }) => sum + contentLength, 0) }
  }

  /** Runs a part, and tries again while the service is busy. */
  private async runPart(kind: JobKind, body: object, part: number, infos: PartContext['infos']): Promise<PartOutcome> {
    const { signal } = this.controller
    const caller = this.createCaller()
    for (let retries = 0; ; retries++) {
      const outcome = await kind.runPart(body, part, { caller, nowMs: this.job.createdAtMs, infos, signal })
      if (outcome.kind !== 'busy' || signal.aborted || retries === MAX_RETRIES) return outcome
      await sleep(1000 * outcome.retryAfterSeconds, undefined, { signal })
    }
  }

  private createCaller(): PartContext['caller'] {
    const { plan, account } = this.job
    if (!isPlanName(plan)) throw new Error(`there is no plan ${plan}`)
    return createJobCaller(account, plan, this.options.plans[plan])
  }

  private async readBody(): Promise<object> {
    const { chunks } = this.options
    const pieces: Uint8Array[] = []
    for (const key of await chunks.listBody(this.job.id)) pieces.push(await chunks.read(this.job.id, key))
    return JSON.parse(inflateRawSync(Buffer.concat([...pieces, LAST_BLOCK])).toString('utf8')) as object
  }

  private endAborted(): RunEnd {
    return { kind: this.isStopped ? 'stopped' : 'lost' }
  }
}

function giveUp(): RunEnd {
  const failure: JobFailure = { kind: 'job-interrupted', attempts: MAX_ATTEMPTS }
  return { kind: 'failed', error: toJobError(toProblem<JobFailure>(jobProblems, failure)) }
}

function toJobError({ status, code, body }: Problem): JobError {
  return { status, code, detail: body.detail }
}
