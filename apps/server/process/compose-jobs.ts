import { jobsFeature } from '../features/jobs/feature.ts'
import type { Feature } from '../operations/feature.ts'
import type { ServiceCore } from './compose-core.ts'
import type { ServiceData } from './compose-data.ts'
import type { ServiceThreadOptions } from './compose-options.ts'

export function createJobsFeature(
  { config, clock, database, logger, runsJobs = true }: ServiceThreadOptions,
  { http, limiter, usageTally }: ServiceCore,
  { regions, compute, models }: ServiceData,
  matrixTasks: Partial<Pick<Parameters<typeof jobsFeature>[0], 'computeEnd' | 'computeRows'>> = {},
): Feature {
  return jobsFeature({
    config,
    clock,
    database,
    http,
    limiter,
    usageTally,
    runsJobs,
    log: logger,
    radiusMeters: config.snapRadiusMeters,
    models: { named: (requested) => models.listFor(requested), regions },
    computeEnd: (job, task) => compute.run('matrixEnd', job, task),
    computeRows: (job, task) => compute.run('matrixRows', job, task),
    ...matrixTasks,
  })
}
