import type { ForeignReply } from '../../../operations/reply.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { type ForeignInput, INPUT_ERROR_CODE, toErrorHeaders, toForeignFailure } from '../foreign-operation.ts'
import { type DirectionsStatus, toDirectionsStatus } from './refusals.ts'

/** Statuses of the operations in this folder. */
export type GoogleStatus =
  | Exclude<DirectionsStatus, 'MAX_WAYPOINTS_EXCEEDED'>
  | 'DATA_NOT_AVAILABLE'
  | 'MAX_DIMENSIONS_EXCEEDED'
  | 'MAX_ELEMENTS_EXCEEDED'

/** Creates an error reply. The format reports failures with HTTP status 200. */
export function toErrorReply(
  status: GoogleStatus,
  error_message: string,
  empty: object,
  errorCode = INPUT_ERROR_CODE,
): ForeignReply {
  return { status: 200, body: { status, error_message, ...empty }, headers: toErrorHeaders(errorCode) }
}

/** Creates the body of a failure that occurs outside the request handler. */
export function toErrorBody(empty: object): (problem: Problem) => object {
  return ({ status, body }) => ({ status: toDirectionsStatus(status), error_message: body.detail, ...empty })
}

/** Converts a failure of the called operation. A temporary failure keeps its HTTP status, so that clients try again. */
export function toFailureReply(problem: Problem, empty: object): ForeignReply {
  const { status, code, body } = problem
  if (body.busy) return toForeignFailure(problem, status, { ...toErrorBody(empty)(problem), ...body })
  return toErrorReply(status === 422 ? 'INVALID_REQUEST' : 'UNKNOWN_ERROR', body.detail, empty, code)
}

/** Reads the parameters. A repeated parameter is an error. */
export function readParameters(query: ForeignInput['query']): {
  readonly values: Readonly<Record<string, string>>
  readonly error?: string
} {
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') return { values, error: `${name} appears ${value.length} times; send it once` }
    values[name] = value
  }
  return { values }
}
