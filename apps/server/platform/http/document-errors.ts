import { type TSchema, Type } from 'typebox'
import type { Operation } from '../../operations/define-operation.ts'
import { type HttpFailure, httpProblems } from './http-problems.ts'
import { busyStatuses, type ProblemCodes, toProblem } from './problem.ts'

/**
 * Statuses that any request can get, because it can be malformed, exceed a limit, or fail in the service or its
 * database.
 */
const COMMON_STATUSES = [400, 408, 417, 429, 431, 500, 503]

const statusMeanings: Record<number, string> = {
  400: 'The request is not valid HTTP or JSON, or has the wrong content type.',
  401: 'The key is missing, unknown, revoked or expired.',
  403: 'The plan, the key or the caller does not have permission for this request.',
  404: 'Not found.',
  408: 'The complete request did not arrive in time.',
  409: 'The current state of the account or of the resource does not allow the request.',
  413: 'The body is too large.',
  417: 'The `Expect` header is not `100-continue`, which is the only supported value.',
  422: 'A field is invalid; `detail` names the field.',
  429: 'A rate limit was exceeded or the monthly quota is used up; wait for the number of seconds in `Retry-After`.',
  431: 'The headers are too large.',
  500: 'The service failed; report the error with the `X-Request-Id` of the reply.',
  502: 'A map or an upstream service is unavailable; try again after the number of seconds in `Retry-After`.',
  503: 'The service or its database is busy or unavailable; try again after the number of seconds in `Retry-After`.',
}

type HttpKind = HttpFailure['kind']
/** Properties of an operation that determine its possible failures. */
type Endpoint = Pick<Operation, 'method'> & Partial<Operation>

const takesBody = ({ method }: Endpoint): boolean => method !== 'GET'
const takesKey = ({ access }: Endpoint): boolean => access === 'open' || access === 'key'
const hasAccessRule = ({ access }: Endpoint): boolean => access !== undefined
const hasSchema = ({ params, query, headers, body }: Endpoint): boolean =>
  (params ?? query ?? headers ?? body) !== undefined

/** Conditions for failures that only some endpoints can return. All other failures can occur at any endpoint. */
const conditions: Partial<Record<HttpKind, (endpoint: Endpoint) => boolean>> = {
  // An id with a slash turns the path into a different path.
  'path-unknown': ({ params }) => params !== undefined,
  'method-not-allowed': () => false,
  'not-ready': () => false,
  'content-type-wrong': takesBody,
  'not-json': takesBody,
  'field-forbidden': takesBody,
  'nested-too-deeply': takesBody,
  'body-too-large': takesBody,
  'bodies-in-flight': takesBody,
  invalid: hasSchema,
  'key-missing': takesKey,
  'key-unknown': takesKey,
  'key-revoked': takesKey,
  'key-expired': takesKey,
  'trial-ended': takesKey,
  // Any key can be restricted by scopes.
  'scope-operation': takesKey,
  'scope-origin': takesKey,
  'scope-network': takesKey,
  'rate-limited': hasAccessRule,
  overloaded: hasAccessRule,
  'region-unavailable': ({ regional }) => regional !== undefined,
  'quota-used': ({ units }) => units !== undefined,
}

/** Responses by status and codes. Hundreds of operations share a few dozen responses. */
const knownResponses = new Map<string, TSchema>()

function findErrorResponse(status: number, codes: readonly string[]): TSchema {
  const key = `${status} ${codes.join(' ')}`
  const response =
    knownResponses.get(key) ?? toErrorResponse(statusMeanings[status] ?? 'The request failed.', codes, [status])
  knownResponses.set(key, response)
  return response
}

/** Returns the error responses of an operation for the API document, each with its possible codes. */
export function toErrorResponses(operation: Operation): Record<number, TSchema> {
  if (!operation.errors) return {}
  const codes = listErrorCodes(operation)
  const responses: Record<number, TSchema> = {}
  for (const status of [...operation.errors, ...(takesKey(operation) ? [403] : []), ...COMMON_STATUSES]) {
    const codesOfStatus = codes.get(status)
    if (!codesOfStatus) continue
    responses[status] = findErrorResponse(status, codesOfStatus)
  }
  return responses
}

/** Returns the error responses of a route that is not an operation. These errors occur before the route runs. */
export function toClientErrorResponse(): Record<'4xx', TSchema> {
  const entries = [...listErrorCodes({ method: 'GET' })].filter(([status]) => status < 500)
  const codes = entries.flatMap(([, codesOfStatus]) => codesOfStatus)
  return { '4xx': toErrorResponse('The request is not valid HTTP.', codes, []) }
}

/** Creates a documented error response for the given statuses. */
export function toErrorResponse(description: string, codes: readonly string[], statuses: readonly number[]): TSchema {
  const isBusy = statuses.some((status) => busyStatuses.has(status))
  const headers = {
    'X-Error-Code': {
      type: 'string',
      enum: [...new Set(codes)].sort(),
      description: 'Identifies the error to programs.',
    },
    ...(isBusy && {
      'Retry-After': { type: 'integer', minimum: 1, description: 'Seconds to wait before the next attempt.' },
    }),
  }
  return Type.Unsafe({ $ref: 'Error#', description, headers })
}

/** Returns the codes of the failures that can occur at an endpoint, by status. */
function listErrorCodes(endpoint: Endpoint): Map<number, string[]> {
  const codes = new Map<number, string[]>()
  const add = ({ status, code }: ProblemCodes[string]): void => {
    const existingCodes = codes.get(status)
    if (existingCodes) existingCodes.push(code)
    else codes.set(status, [code])
  }
  for (const kind of Object.keys(httpProblems) as HttpKind[]) {
    if (conditions[kind]?.(endpoint) === false) continue
    const { code } = httpProblems[kind]
    add({ code, status: toSentStatus(endpoint, kind) })
  }
  for (const table of [endpoint.failures ?? {}, ...(endpoint.forwardedFailures ?? [])])
    Object.values(table).forEach(add)
  return codes
}

/**
 * Returns the status of a failure. Operations in another provider's format send some failures with a different status.
 */
function toSentStatus({ toForeignProblem }: Endpoint, kind: HttpKind): number {
  const { status, example } = httpProblems[kind]
  if (!toForeignProblem) return status
  const problem = toProblem(httpProblems as Parameters<typeof toProblem>[0], example)
  return toForeignProblem(problem, { query: {} }).status
}
