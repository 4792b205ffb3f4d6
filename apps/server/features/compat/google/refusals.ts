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

export function toErrorReply({ status, error_message }: Refusal, geocoded: readonly object[] = []) {
  return { status, error_message, geocoded_waypoints: geocoded, routes: [] }
}

/**
 * Converts failures that occur before a request is processed. The format reports errors with status 200, but key and
 * rate errors keep their usual status, because proxies and clients depend on it. The body combines Fairway's error
 * object with the fields of the format.
 */
export function toForeignProblem(
  { status, code, body }: Problem,
  { query }: { readonly query: unknown },
): ForeignProblem {
  if (status === 422)
    return toOkProblem({ status: 'INVALID_REQUEST', error_message: findRepeatedParameter(query) ?? body.detail })
  if (code === 'quota-exceeded') return toOkProblem({ status: 'OVER_QUERY_LIMIT', error_message: body.detail })
  const refusal = toErrorReply({ status: toDirectionsStatus(status), error_message: body.detail })
  return { status, json: JSON.stringify({ ...refusal, ...body }) }
}

function toOkProblem(refusal: Refusal): ForeignProblem {
  return { status: 200, json: JSON.stringify(toErrorReply(refusal)) }
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
