import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BodyTooLargeError } from './body/body-limit.ts'
import type { HttpReply, HttpRequest } from './body/exchange.ts'
import { UnreadableBodyError } from './body/json-body.ts'
import { InvalidInputError } from './body/validation.ts'
import { type HttpFailure, toHttpProblem } from './http-problems.ts'
import { sendProblem } from './send-problem.ts'

export interface FailureOptions {
  readonly bodyLimitBytes: number
  /** Returns whether an error means that the database is unavailable, as opposed to a bug. */
  readonly isUnavailable: (error: unknown) => boolean
  /** Records a storage failure, such as a full disk. Returns false for other errors. */
  readonly reportStorageError: (error: unknown) => boolean
  /** Returns the name of the store that is unavailable. */
  readonly toStoreName: (error: unknown) => string
}

/** Converts every thrown error, unknown path and unsupported method to an error object. */
export function handleErrors(app: FastifyInstance, options: FailureOptions): void {
  const routeMethods = new RouteMethods(app)
  const respondWithError = createErrorResponder(app.log, options)
  app.setErrorHandler((error: FastifyError, request, reply) => respondWithError(error, request, reply))
  const respondNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? request.url
    const allowedMethods = routeMethods.list(path)
    if (allowedMethods.length === 0) return sendProblem(reply, toHttpProblem({ kind: 'path-unknown', path }))
    reply.header('allow', allowedMethods.join(', '))
    return sendProblem(
      reply,
      toHttpProblem({ kind: 'method-not-allowed', method: request.method, allowed: allowedMethods }),
    )
  }
  app.setNotFoundHandler(respondNotFound)
  // The hook replies before the body is parsed, because body errors are irrelevant for an unknown path.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404 || routeMethods.isMismatch(request)) respondNotFound(request, reply)
    else done()
  })
}

export type ErrorResponder = <R extends HttpReply>(
  error: Error & { code?: string },
  request: FailedRequest,
  reply: R,
) => R
type FailedRequest = HttpRequest & { readonly routeOptions?: { readonly bodyLimit?: number | undefined } }

/** Creates a function that replies to any error during a request. */
export function createErrorResponder(log: FastifyBaseLogger, options: FailureOptions): ErrorResponder {
  return (error, request, reply) => {
    const failure = toFailure(error, request, options)
    if (failure.kind === 'crashed') log.error({ reqId: request.id, err: error }, 'request crashed')
    else if (failure.kind === 'storage-away') log.warn({ reqId: request.id, why: error.message }, 'storage unavailable')
    return sendProblem(reply, toHttpProblem(failure))
  }
}

function toFailure(error: Error & { code?: string }, request: FailedRequest, options: FailureOptions): HttpFailure {
  if (error instanceof UnreadableBodyError) return error.failure
  if (error instanceof BodyTooLargeError) return { kind: 'body-too-large', limitBytes: error.limitBytes }
  if (error instanceof InvalidInputError) return { kind: 'invalid', fault: error.message }
  if (isAbortedUpload(error)) return { kind: 'upload-aborted' }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { kind: 'body-too-large', limitBytes: request.routeOptions?.bodyLimit ?? options.bodyLimitBytes }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return { kind: 'content-type-wrong', given: request.headers['content-type'] as string | undefined }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return { kind: 'http-malformed' }
    case 'FST_ERR_BAD_URL':
      return { kind: 'address-malformed' }
  }
  if (options.reportStorageError(error)) return { kind: 'storage-refused' }
  if (options.isUnavailable(error)) return { kind: 'storage-away', store: options.toStoreName(error) }
  return { kind: 'crashed', requestId: String(request.id) }
}

/** Returns whether the client has disconnected. Node uses the same error code for a lost database connection. */
function isAbortedUpload({ code, message }: Error & { code?: string }): boolean {
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || (code === 'ECONNRESET' && message === 'aborted')
}

/** Methods of all paths, for 405 replies. The router reports only that the requested method is missing. */
class RouteMethods {
  private readonly byFixedPath = new Map<string, Set<string>>()
  private readonly byPattern = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()

  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ url, method }) => {
      const methods = this.find(url)
      // OPTIONS is only for browser preflights, so the reply does not list it.
      for (const name of Array.isArray(method) ? method : [method]) if (name !== 'OPTIONS') methods.add(name)
    })
  }

  /** Lists the methods of a path. A path without parameters takes precedence over a pattern, as in the router. */
  list(path: string): string[] {
    const fixedMethods = this.byFixedPath.get(withoutTrailingSlash(path))
    if (fixedMethods) return [...fixedMethods].sort()
    const allowedMethods = new Set<string>()
    for (const { pattern, methods } of this.byPattern.values())
      if (pattern.test(path)) for (const method of methods) allowedMethods.add(method)
    return [...allowedMethods].sort()
  }

  /**
   * Returns whether a request with an unsupported method was routed to a pattern. For example, the router passes
   * GET /v1/assets/positions to /v1/assets/:id, although only POST exists at that path.
   */
  isMismatch({ method, url, routeOptions }: FastifyRequest): boolean {
    if (method === 'OPTIONS' || !isPattern(routeOptions.url ?? '')) return false
    const methods = this.byFixedPath.get(withoutTrailingSlash(url.split('?', 1)[0] ?? url))
    return methods !== undefined && !methods.has(method)
  }

  private find(url: string): Set<string> {
    if (!isPattern(url)) return getOrAdd(this.byFixedPath, withoutTrailingSlash(url), () => new Set<string>())
    const source = url.replace(/[.+*?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')
    const toRoute = () => ({ pattern: new RegExp(`^${source}/?$`), methods: new Set<string>() })
    return getOrAdd(this.byPattern, source, toRoute).methods
  }
}

function isPattern(url: string): boolean {
  return url.includes('/:') || url.includes('*')
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function getOrAdd<T>(map: Map<string, T>, key: string, create: () => T): T {
  const value = map.get(key) ?? create()
  map.set(key, value)
  return value
}
