import type { ForeignReply } from '../../../../operations/reply.ts'
import type { Problem } from '../../../../platform/http/problem.ts'
import { toErrorHeaders, toForeignFailure } from '../../foreign-operation.ts'

const statusNames: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
}

/** Creates an error of the Routes API. */
export function toErrorReply(message: string, status = 400): ForeignReply {
  return { status, body: toBody(message, status) }
}

/** Creates the error for a method other than POST. */
export function toMethodReply(method: string): ForeignReply {
  const headers = { ...toErrorHeaders('method-not-allowed'), allow: 'POST' }
  return { ...toErrorReply(`${method} is not supported at this URL; use POST`, 405), headers }
}

function toBody(message: string, code: number): object {
  return { error: { code, message, status: statusNames[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL') } }
}

/** Converts a failure of the service. A temporary failure also has the fields of Fairway's error object. */
export function toFailureReply(problem: Problem): ForeignReply {
  if (!problem.body.busy) return toErrorReply(problem.body.detail, 500)
  return toForeignFailure(problem, problem.status, { ...toErrorBody(problem), ...problem.body })
}

/** Creates the body of a failure that occurs before a request is handled. */
export function toErrorBody({ status, body }: Problem): object {
  return toBody(body.detail, status)
}
