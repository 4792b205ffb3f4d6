import type { JobRow } from '../../platform/storage/tables/jobs.ts'
import type { Job, JobError } from './job.ts'

export function toJob(row: JobRow): Job {
  return {
    id: row.id,
    account: row.account,
    plan: row.plan,
    operation: row.operation,
    state: row.state,
    units: row.units,
    createdAtMs: row.created_at,
    startedAtMs: row.started_at,
    finishedAtMs: row.finished_at,
    expiresAtMs: row.expires_at,
    attempts: row.attempts,
    partsTotal: row.parts_total,
    partsDone: row.parts_done,
    resultBytes: row.result_bytes,
    error: row.error === null ? null : (JSON.parse(row.error) as JobError),
  }
}
