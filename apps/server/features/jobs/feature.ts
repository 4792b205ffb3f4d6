import type { Feature } from '../../operations/feature.ts'
import { type Clock, toDay, toMonth } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { HttpServer } from '../../platform/http/server.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import type { UsageTally } from '../../platform/metering/tally.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Job } from './job.ts'
import { createJobCaller } from './job-caller.ts'
import { JobStore } from './job-store.ts'
import { createKinds, listIgnoredFields } from './kinds/kinds.ts'
import type { MatrixKindOptions } from './kinds/matrix-kind.ts'
import { jobOperationList } from './operations.ts'
import { ChunkStore } from './result/chunk-store.ts'
import { JobRunner, type JobRunnerOptions } from './runner/job-runner.ts'

export interface JobsFeatureOptions extends Omit<MatrixKindOptions, 'limitOf'> {
  readonly config: Config
  readonly clock: Clock
  readonly database: Database
  readonly http: Pick<HttpServer, 'callOperation' | 'findOperation' | 'check'>
  readonly limiter: Limiter
  readonly usageTally: UsageTally
  /** Whether this thread runs jobs. Exactly one thread of each server runs jobs. */
  readonly runsJobs: boolean
  readonly log: JobRunnerOptions['log']
}

/** Factor by which a job's body may exceed the normal body limit, for jobs with many traces or isochrones. */
const BODY_FACTOR = 32

/** Creates the feature for background jobs. */
export function jobsFeature(options: JobsFeatureOptions): Feature {
  const { config, clock, database, limiter, usageTally, http, log } = options
  const store = new JobStore(database.db)
  const chunks = new ChunkStore(database, config.dataDir)
  const findKind = createKinds(http, options)
  const refund = ({ account, createdAtMs, units }: Job): void => {
    if (units === 0) return
    const day = toDay(createdAtMs)
    limiter.refund(account, toMonth(day), units)
    usageTally.add(account, day, 'jobs.create', 0, -units)
  }
  const resultRetentionMs = config.jobResultHours * 3_600_000
  const sharedOptions = { store, chunks, clock, findKind, refund, resultRetentionMs }
  const runner = options.runsJobs
    ? new JobRunner({
        ...sharedOptions,
        log,
        plans: config.plans,
        leaseMs: config.jobLeaseSeconds * 1000,
        maxRunning: config.computeThreads,
      })
    : undefined
  return {
    operations: jobOperationList({
      ...sharedOptions,
      runner,
      bodyLimitBytes: BODY_FACTOR * config.bodyLimitBytes,
      toJobCaller: ({ account, plan, terms }) => createJobCaller(account, plan, terms),
      listIgnoredFields: (operation, body) => listIgnoredFields(http, operation, body),
    }),
    close: () => runner?.stop(),
  }
}
