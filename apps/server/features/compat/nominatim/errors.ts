import type { ForeignReply } from '../../../operations/reply.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { toForeignFailure } from '../foreign-operation.ts'

export function toErrorReply(message: string, status = 400): ForeignReply {
  return { status, body: { error: { code: status, message } } }
}

export function toErrorBody({ status, body }: Problem): object {
  return { error: { code: status, message: body.detail } }
}

/** Converts a failure of the called operation. Nominatim returns status 400 for invalid input. */
export function toFailureReply(problem: Problem): ForeignReply {
  const status = problem.status === 422 ? 400 : problem.status
  return toForeignFailure(problem, status, { error: { code: status, message: problem.body.detail } })
}
