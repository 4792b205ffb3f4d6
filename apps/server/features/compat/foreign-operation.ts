import { Type } from 'typebox'
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type RequestHeaders,
} from '../../operations/define-operation.ts'
import { type ForeignReply, foreignReply } from '../../operations/reply.ts'
import type { Problem } from '../../platform/http/problem.ts'

/** A request as it arrived. These formats report their own errors, so nothing is validated beforehand. */
export interface ForeignInput {
  /** The rest of the path after the operation's prefix, decoded. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: unknown
  readonly headers: RequestHeaders
}

export interface ForeignOperation {
  /** The name used in usage records and metrics. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The operation id that a key must be allowed to use: that of the underlying operation. */
  readonly permission: string
  /** Quota units. Default: none. */
  readonly units?: (input: ForeignInput) => number
  readonly bodyLimitBytes?: number
  readonly handle: (input: ForeignInput, context: OperationContext) => ForeignReply | Promise<ForeignReply>
  /** The body of a failure that happens before the request is handled. The fields of our error object are added. */
  readonly toErrorBody: (problem: Problem) => object
}

const AnyQuery = Type.Object({}, { additionalProperties: true })
const AnyBody = Type.Unknown()

/**
 * An operation in another provider's format. It is not listed in the OpenAPI document, because the provider documents
 * it. It is guarded and metered like any other operation.
 */
export function foreignOperation(definition: ForeignOperation): Operation {
  const { name, method, path, permission, units, handle, toErrorBody, bodyLimitBytes } = definition
  return defineOperation({
    name,
    method,
    path,
    permission,
    access: 'open',
    // Clients of other providers often cannot send X-API-Key, but all of them accept a URL with a password.
    takesBasic: true,
    query: AnyQuery,
    ...(method === 'POST' && { body: AnyBody }),
    ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
    ...(units && { units: (input: RawForeignInput) => units(toForeignInput(input)) }),
    toForeignProblem: (problem) => ({
      status: problem.status,
      json: JSON.stringify({ ...toErrorBody(problem), ...problem.body }),
    }),
    handle: async (input, context) => foreignReply(withErrorCode(await handle(toForeignInput(input), context))),
  })
}

/** Unknown paths under a format's prefix. Their replies use the format as well. */
export function unknownPathOperation(definition: Omit<ForeignOperation, 'method' | 'units'>): Operation[] {
  return (['GET', 'POST'] as const).map((method) => foreignOperation({ ...definition, method }))
}

/** Every failure has a code. Failures that an adapter detects itself concern the input. */
function withErrorCode(reply: ForeignReply): ForeignReply {
  if (reply.status < 400 || reply.headers?.['x-error-code'] !== undefined) return reply
  return { ...reply, headers: { ...reply.headers, 'x-error-code': 'input-invalid' } }
}

interface RawForeignInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly headers: RequestHeaders
}

function toForeignInput({ params, query, body, headers }: RawForeignInput): ForeignInput {
  const path = (params as { readonly '*'?: string } | undefined)?.['*'] ?? ''
  return { path, query: (query ?? {}) as ForeignInput['query'], body, headers }
}

/** A failure of the called operation, with the time after which the client may try again. */
export function toForeignFailure(problem: Problem, status: number, body: object): ForeignReply {
  const { code, retryAfterSeconds } = problem
  const headers = {
    'x-error-code': code,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  return { status, body, headers }
}
