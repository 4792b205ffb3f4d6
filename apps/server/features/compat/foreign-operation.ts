import { Type } from 'typebox'
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type RequestHeaders,
} from '../../operations/define-operation.ts'
import { type ForeignReply, foreignReply } from '../../operations/reply.ts'
import { parseJsonBody } from '../../platform/http/body/json-body.ts'
import { ERROR_CODE_HEADER, type Problem } from '../../platform/http/problem.ts'

/** Request as received. These formats report their own errors, so the framework validates nothing. */
export interface ForeignInput {
  /** Decoded path after the operation's prefix. */
  readonly path: string
  readonly query: Readonly<Record<string, string | readonly string[]>>
  readonly body: unknown
  readonly headers: RequestHeaders
}

export interface ForeignOperation {
  /** Name used in usage records and metrics. */
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Id of the underlying operation, which a key must be allowed to use. */
  readonly permission: string
  /** Returns the quota units. By default, the operation costs no units. */
  readonly units?: (input: ForeignInput) => number
  readonly bodyLimitBytes?: number
  /** Enables the fast path for requests with and without a query. */
  readonly fastPath?: true
  /** Whether a JSON body may have any common media type. curl -d sends forms, and some providers ignore the type. */
  readonly ignoresBodyType?: boolean
  readonly handle: (input: ForeignInput, context: OperationContext) => ForeignReply | Promise<ForeignReply>
  /**
   * Returns the body of a failure that occurs before the request is handled. The fields of Fairway's error object are
   * added.
   */
  readonly toErrorBody: (problem: Problem) => object
  /**
   * Returns whether the format reports a failure with HTTP status 200. The body of such a reply has no fields of
   * Fairway's error object. By default, failures keep their status.
   */
  readonly hasOkStatus?: (problem: Problem) => boolean
}

const AnyQuery = Type.Object({}, { additionalProperties: true })
const AnyBody = Type.Unknown()

/** Parses a body without a JSON type. A body that is not JSON stays a string, and the format reports the error. */
function parseUntyped(text: string): unknown {
  try {
    return parseJsonBody(text)
  } catch {
    return text
  }
}

const untypedBodies = { 'application/x-www-form-urlencoded': parseUntyped, 'text/plain': parseUntyped }

/**
 * Creates an operation in another provider's format. The OpenAPI document omits the operation, because the provider
 * documents it. The operation is guarded and metered like any other.
 */
export function foreignOperation(definition: ForeignOperation): Operation {
  const { name, method, path, permission, units, handle, bodyLimitBytes, ignoresBodyType, fastPath } = definition
  const { toErrorBody, hasOkStatus = () => false } = definition
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
    ...(method === 'POST' && ignoresBodyType && { bodyTypes: untypedBodies }),
    ...(bodyLimitBytes !== undefined && { bodyLimitBytes }),
    ...(fastPath && { fastPath: { query: true } }),
    ...(units && { units: (input: RawForeignInput) => units(toForeignInput(input)) }),
    toForeignProblem: (problem) =>
      hasOkStatus(problem)
        ? { status: 200, json: JSON.stringify(toErrorBody(problem)) }
        : { status: problem.status, json: JSON.stringify({ ...toErrorBody(problem), ...problem.body }) },
    handle: async (input, context) => foreignReply(withErrorCode(await handle(toForeignInput(input), context))),
  })
}

/**
 * Creates operations for unknown paths under a format's prefix. The replies of these operations use the same format.
 */
export function unknownPathOperation(definition: Omit<ForeignOperation, 'method' | 'units'>): Operation[] {
  return (['GET', 'POST'] as const).map((method) => foreignOperation({ ...definition, method }))
}

/** Code of failures that an adapter detects itself. They concern the input. */
export const INPUT_ERROR_CODE = 'input-invalid'

/** Returns the header that identifies a failure. Without it, a reply with status 200 counts as a success. */
export function toErrorHeaders(errorCode: string): Readonly<Record<string, string>> {
  return { [ERROR_CODE_HEADER]: errorCode }
}

/** Adds a code to a failure without one. */
function withErrorCode(reply: ForeignReply): ForeignReply {
  if (reply.status < 400 || reply.headers?.[ERROR_CODE_HEADER] !== undefined) return reply
  return { ...reply, headers: { ...reply.headers, ...toErrorHeaders(INPUT_ERROR_CODE) } }
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

/** Converts a failure of the called operation, with the time after which the client may try again. */
export function toForeignFailure(problem: Problem, status: number, body: object): ForeignReply {
  const { code, retryAfterSeconds } = problem
  const headers = {
    ...toErrorHeaders(code),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  }
  return { status, body, headers }
}
