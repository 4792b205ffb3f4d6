import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import type { Result } from '../../../platform/result.ts'
import type { JobBodyFailure } from '../api/failures.ts'
import type { PartInfos } from '../job.ts'
import type { Piece } from '../result/piece.ts'

/** Outcome of one part of a job. */
export type PartOutcome =
  | { readonly kind: 'done'; readonly pieces: readonly Piece[]; readonly info?: unknown }
  /** The job fails. */
  | { readonly kind: 'problem'; readonly problem: Problem }
  /** The part is tried again later. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number }
  /** The finished parts are no longer valid, because the map was replaced in the meantime. */
  | { readonly kind: 'outdated' }

export interface PartContext {
  /** Account with the limits that apply to jobs. */
  readonly caller: AccountCaller
  /** Time at which the job was created, which all parts use as the current time. */
  readonly nowMs: number
  readonly infos: PartInfos
  readonly signal: AbortSignal
}

/** Plan of a checked request. */
export interface JobPlan {
  readonly partsTotal: number
  /** Quota units, as for the operation itself. */
  readonly units: number
}

/** Checks the requests of one operation, divides them into parts and runs the parts. */
export interface JobKind {
  plan(
    body: object,
    caller: AccountCaller,
    nowMs: number,
  ): Result<JobPlan, JobBodyFailure | { readonly problem: Problem }>
  runPart(body: object, part: number, context: PartContext): Promise<PartOutcome>
}
