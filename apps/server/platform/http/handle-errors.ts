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
  const methodsByPath = collectRouteMethods(app)
  const respondWithError = createErrorResponder(app.log, options)
  app.setErrorHandler((error: FastifyError, request, reply) => respondWithError(error, request, reply))
  const respondNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const path = request.url.split('?', 1)[0] ?? request.url
    const allowedMethods = methodsByPath(path)
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
    if (request.is404) respondNotFound(request, reply)
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

/**
 * Returns a function that lists the methods of a path, for 405 replies. The router reports only that the requested
 * method is missing.
 */
function collectRouteMethods(app: FastifyInstance): (path: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const source = url.replace(/[.+*?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')
    const route = routes.get(source) ?? { pattern: new RegExp(`^${source}/?$`), methods: new Set<string>() }
    routes.set(source, route)
    // OPTIONS is only for browser preflights, so the reply does not list it.
    for (const name of Array.isArray(method) ? method : [method]) if (name !== 'OPTIONS') route.methods.add(name)
  })
  return (path) => {
    const allowedMethods = new Set<string>()
    for (const { pattern, methods } of routes.values())
      if (pattern.test(path)) for (const method of methods) allowedMethods.add(method)
    return [...allowedMethods].sort()
  }
}
