import type { Static } from 'typebox'
import type { Job } from '../job.ts'
import type { JobOperation, JobReply } from './schemas.ts'

export function toJobReply(job: Job, now: number): Static<typeof JobReply> {
  const { id, state, resultBytes, error } = job
  return {
    id,
    operation: job.operation as JobOperation,
    state,
    progress_pct: state === 'done' ? 100 : Math.floor((1000 * job.partsDone) / job.partsTotal) / 10,
    remaining_s: estimateRemainingSeconds(job, now),
    units: job.units,
    created_at: toInstant(job.createdAtMs),
    started_at: toOptionalInstant(job.startedAtMs),
    finished_at: toOptionalInstant(job.finishedAtMs),
    expires_at: toOptionalInstant(job.expiresAtMs),
    ...(state === 'done' && { result: { url: `/v1/jobs/${id}/result`, bytes: resultBytes ?? 0 } }),
    ...(error && { error }),
  }
}

/** Estimates the remaining time, assuming that the remaining parts take as long as the finished parts. */
function estimateRemainingSeconds({ state, startedAtMs, partsDone, partsTotal }: Job, now: number): number | null {
  if (state !== 'queued' && state !== 'running') return 0
  if (startedAtMs === null || partsDone === 0) return null
  const secondsPerPart = Math.max(0, now - startedAtMs) / 1000 / partsDone
  return Math.round(10 * secondsPerPart * (partsTotal - partsDone)) / 10
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString()
}

function toOptionalInstant(ms: number | null): string | null {
  return ms === null ? null : toInstant(ms)
}
