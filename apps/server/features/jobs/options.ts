import type { Clock } from '../../platform/clock.ts'
import type { AccountCaller } from '../../platform/http/guard/caller.ts'
import type { JobOperation } from './api/schemas.ts'
import type { Job } from './job.ts'
import type { JobStore } from './job-store.ts'
import type { JobKind } from './kinds/job-kind.ts'
import type { ChunkStore } from './result/chunk-store.ts'
import type { JobRunner } from './runner/job-runner.ts'

/** Dependencies of the operations on jobs. */
export interface JobOptions {
  readonly store: JobStore
  readonly chunks: ChunkStore
  readonly clock: Clock
  readonly findKind: (operation: JobOperation, body: object) => JobKind
  /** Lists warnings about unknown fields of a body. */
  readonly listIgnoredFields: (operation: JobOperation, body: object) => readonly string[]
  /**
   * Runner of jobs. Undefined in a thread that does not run jobs, because another thread takes the jobs from the
   * database.
   */
  readonly runner: JobRunner | undefined
  readonly resultRetentionMs: number
  /** Body limit in bytes, which is larger than that of the operations themselves. */
  readonly bodyLimitBytes: number
  /** Returns the account with the limits that apply to jobs. */
  readonly toJobCaller: (caller: AccountCaller) => AccountCaller
  readonly refund: (job: Job) => void
}
