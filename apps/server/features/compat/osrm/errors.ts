import { replacePoints } from '@fairway/geo'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { fail, type Result } from '../../../platform/result.ts'
import { toForeignFailure } from '../foreign-operation.ts'

/** OSRM codes that Fairway uses. */
export type OsrmCode =
  | 'InvalidUrl'
  | 'InvalidService'
  | 'InvalidVersion'
  | 'InvalidOptions'
  | 'InvalidQuery'
  | 'InvalidValue'
  | 'NoSegment'
  | 'TooBig'
  | 'NoRoute'
  | 'NoMatch'
  | 'NoTable'
  | 'NoTrips'
  | 'NotImplemented'

export interface OsrmError {
  readonly code: OsrmCode
  readonly message: string
}

export function failOsrm(code: OsrmCode, message: string): Result<never, OsrmError> {
  return fail({ code, message })
}

/** Creates an error reply. OSRM returns status 400 for all failures. */
export function toErrorReply(error: OsrmError): ForeignReply {
  return { status: 400, body: error }
}

export function noSegment(coordinate: number): OsrmError {
  return { code: 'NoSegment', message: `Could not find a matching segment for coordinate ${coordinate}` }
}

/**
 * Creates the body of failures that concern keys, rate limits or load instead of the request. OSRM has no codes for
 * such failures.
 */
export function toErrorBody({ status, body }: Problem): object {
  const code =
    status === 401 || status === 403
      ? 'NotAuthorized'
      : status === 429
        ? 'TooManyRequests'
        : status < 500
          ? 'InvalidQuery'
          : 'InternalError'
  return { code, message: body.detail }
}

const NO_SEGMENT_CODES = ['not-snapped', 'outside-maps', 'null-island', 'points-not-snapped', 'points-outside-maps']
const NO_ROUTE_CODES = ['no-path', 'blocked-by-constraints', 'roads-closed', 'across-maps', 'upstream-no-route']
const TOO_BIG_CODES = ['too-many-points', 'too-many-stops']

interface FailureMapping {
  /** Error for failures that mean that there is no route. */
  readonly noRoute: OsrmError
  readonly tooBig: OsrmError
  /** Finds the coordinate that corresponds to a Fairway field, such as `via[2]`. */
  toCoordinate(field: string, index: number): number
}

/** Converts a failure of the called operation. */
export function toOsrmFailure(problem: Problem, { noRoute, tooBig, toCoordinate }: FailureMapping): ForeignReply {
  const { status, code, body } = problem
  if (status !== 422) return toForeignFailure(problem, status, { ...toErrorBody(problem), ...body })
  const toReply = (error: OsrmError) => toForeignFailure(problem, 400, error)
  if (NO_ROUTE_CODES.includes(code)) return toReply(noRoute)
  if (TOO_BIG_CODES.includes(code)) return toReply(tooBig)
  if (!NO_SEGMENT_CODES.includes(code)) return toReply({ code: 'InvalidValue', message: body.detail })
  const detail = replacePoints(body.detail, (field) => field)
  const [, field = '', , index = '0'] = /^([a-z]+)(\[(\d+)\])?/.exec(detail) ?? []
  return toReply(noSegment(toCoordinate(field, Number(index))))
}
