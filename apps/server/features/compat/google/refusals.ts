import type { ForeignProblem, Problem } from '../../../platform/http/problem.ts'
import { fail, type Result } from '../../../platform/result.ts'

export type DirectionsStatus =
  | 'OK'
  | 'NOT_FOUND'
  | 'ZERO_RESULTS'
  | 'INVALID_REQUEST'
  | 'MAX_WAYPOINTS_EXCEEDED'
  | 'OVER_QUERY_LIMIT'
  | 'REQUEST_DENIED'
  | 'UNKNOWN_ERROR'

/** Reason why there is no route, in the format's terms. */
export interface Refusal {
  readonly status: Exclude<DirectionsStatus, 'OK'>
  readonly error_message: string
}

export function failInvalidRequest(error_message: string): Result<never, Refusal> {
  return fail({ status: 'INVALID_REQUEST', error_message })
}

/** Reply in the format, with the code of the failure if the status is not OK. */
export interface DirectionsOutcome {
  readonly body: object
  readonly errorCode?: string
}

export function toErrorReply({ status, error_message }: Refusal, geocoded: readonly object[] = []) {
  return { status, error_message, geocoded_waypoints: geocoded, routes: [] }
}

/**
 * Returns whether the format reports a failure with HTTP status 200. Temporary failures and an exceeded rate limit keep
 * their status, because proxies and clients depend on it.
 */
export function hasOkStatus({ status, code }: Problem): boolean {
  return status === 401 || status === 403 || status === 422 || code === 'quota-exceeded'
}

/**
 * Converts failures that occur before a request is processed. A body with another status than 200 combines Fairway's
 * error object with the fields of the format.
 */
export function toForeignProblem(problem: Problem, { query }: { readonly query: unknown }): ForeignProblem {
  const { status, body } = problem
  const repeated = status === 422 ? findRepeatedParameter(query) : undefined
  const refusal = toErrorReply({ status: toDirectionsStatus(status), error_message: repeated ?? body.detail })
  return hasOkStatus(problem)
    ? { status: 200, json: JSON.stringify(refusal) }
    : { status, json: JSON.stringify({ ...refusal, ...body }) }
}

export function toDirectionsStatus(status: number): Refusal['status'] {
  if (status === 401 || status === 403) return 'REQUEST_DENIED'
  if (status === 429) return 'OVER_QUERY_LIMIT'
  return status < 500 ? 'INVALID_REQUEST' : 'UNKNOWN_ERROR'
}

/** Finds a repeated parameter. The schema error would only report that a list is not a string. */
function findRepeatedParameter(query: unknown): string | undefined {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (Array.isArray(value)) return `${name} appears ${value.length} times; send it once`
  }
  return undefined
}
