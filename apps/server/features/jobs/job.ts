export const jobStates = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type JobState = (typeof jobStates)[number]

/** Reason why a job failed, which is the reply that the operation would have sent. */
export interface JobError {
  readonly status: number
  readonly code: string
  readonly detail: string
}

export interface Job {
  readonly id: string
  readonly account: number
  readonly plan: string
  readonly operation: string
  readonly state: JobState
  readonly units: number
  readonly createdAtMs: number
  readonly startedAtMs: number | null
  readonly finishedAtMs: number | null
  readonly expiresAtMs: number | null
  /** Number of starts since the last finished part. */
  readonly attempts: number
  readonly partsTotal: number
  readonly partsDone: number
  readonly resultBytes: number | null
  readonly error: JobError | null
}

/** Data that finished parts pass on to later parts, by part. */
export type PartInfos = ReadonlyMap<number, unknown>
