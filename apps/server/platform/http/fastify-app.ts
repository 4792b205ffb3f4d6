import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController, type RawServerDefault } from 'fastify'
import { BODY_ENCODINGS, findContentEncoding, parseBodyEncoding } from './body/body-encoding.ts'
import type { HttpReply } from './body/exchange.ts'
import { addCorsHeaders } from './browser-access.ts'
import { compressReply } from './compression/compress-reply.ts'
import { REQUEST_TIMEOUT_MS } from './connections/socket-progress.ts'
import { closeWithoutReading, hasUnreadBody } from './connections/unread-body.ts'
import type { TrustedProxies } from './fast-path/client-ip.ts'
import { decorateRequests } from './fastify-operations.ts'
import { type HttpFailure, toHttpProblem } from './http-problems.ts'
import { rejectExpectations, respondToClientError } from './malformed-http.ts'
import type { Mounts } from './mounts.ts'
import { ErrorSchema } from './schemas.ts'
import { sendProblem } from './send-problem.ts'

export interface AppOptions {
  readonly logger: FastifyBaseLogger
  readonly bodyLimitBytes: number
  readonly trustedProxies: TrustedProxies
  readonly keepAliveMs: number
  readonly createRequestId: RequestIdFactory
  readonly mounts: Mounts
  readonly compressesReplies: boolean
}

export type RequestIdFactory = (request: { headers: Record<string, unknown> }) => string

const HEADERS_TIMEOUT_MS = 20_000
/** Interval at which Node checks for requests that exceed the timeouts. */
const TIMEOUT_CHECK_INTERVAL_MS = 2000

/** Creates a Fastify app with our limits, request ids and error objects, but without routes. */
export function createApp({
  logger,
  bodyLimitBytes,
  trustedProxies,
  keepAliveMs,
  createRequestId,
  mounts,
  compressesReplies,
}: AppOptions): FastifyInstance {
  const app = Fastify<RawServerDefault>({
    loggerInstance: withoutChildLoggers(logger),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: keepAliveMs,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Node would send an empty reply to a request without Host. The hook below sends an error object.
    http: {
      requireHostHeader: false,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
      // Other upgrades, such as to HTTP/2, are ignored.
      shouldUpgradeCallback: ({ headers }) => String(headers.upgrade).toLowerCase() === 'websocket',
    },
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, createRequestId({ headers: {} })),
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(reply as HttpReply, toHttpProblem({ kind: 'address-malformed' }))
    },
    ...(!mounts.isEmpty && { rewriteUrl: (request) => mounts.toPath(request) }),
    // The schema of the operation rejects long ids with a proper message.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
  })
  decorateRequests(app)
  app.addSchema(ErrorSchema)
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = ANONYMOUS_CALLER
    reply.header('x-request-id', request.id)
    addCorsHeaders(request, reply)
    const { is404, routeOptions } = request
    const failure =
      findMalformation(request.raw) ??
      findEncodingFailure(request.headers, is404 || routeOptions.config.acceptsCompressedBody === true)
    if (failure) sendProblem(reply, toHttpProblem(failure))
    else done()
  })
  app.addHook('onSend', ({ raw }, reply, payload, done) => {
    if (hasUnreadBody(raw)) {
      reply.header('connection', 'close')
      closeWithoutReading(raw.socket)
    }
    done(null, payload)
  })
  if (compressesReplies) compressReplies(app)
  rejectExpectations(app.server, createRequestId)
  return app
}

/** Compresses the replies of all routes that do not handle compression themselves. */
function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.routeOptions.config.handlesCompression) done(null, payload)
    else compressReply(request, reply, payload, done)
  })
}

/**
 * Disables child loggers, because a logger per request would cost more than the log line. Each line includes its
 * request id instead.
 */
function withoutChildLoggers(logger: FastifyBaseLogger): FastifyBaseLogger {
  const wrappedLogger: FastifyBaseLogger = Object.assign(Object.create(logger) as FastifyBaseLogger, {
    child: () => wrappedLogger,
  })
  return wrappedLogger
}

const ANONYMOUS_CALLER = { kind: 'anonymous', address: '' } as const

/** Creates request ids. A safe id from the caller is kept, so that a request can be traced through several services. */
export function createRequestIdFactory(): RequestIdFactory {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const incomingId = headers['x-request-id']
    if (typeof incomingId === 'string' && /^[\w.:-]{1,64}$/.test(incomingId)) return incomingId
    return `${prefix}-${(++count).toString(36)}`
  }
}

/**
 * Returns the reason why a request is malformed. Exactly one Host header is required, because a proxy and this server
 * could otherwise use different ones.
 */
function findMalformation({ httpVersion, rawHeaders }: IncomingMessage): HttpFailure | undefined {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return { kind: 'http-version', given: httpVersion }
  let hostCount = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hostCount++
  }
  if (hostCount > 1) return { kind: 'host-repeated', count: hostCount }
  return hostCount === 0 && httpVersion === '1.1' ? { kind: 'host-missing' } : undefined
}

/** Returns the failure of a body that is compressed in a way that the server or the route does not accept. */
function findEncodingFailure(headers: IncomingHttpHeaders, acceptsCompressed: boolean): HttpFailure | undefined {
  const given = findContentEncoding(headers)
  if (given === undefined || (acceptsCompressed && parseBodyEncoding(given))) return undefined
  return { kind: 'content-encoding-unknown', given, accepted: acceptsCompressed ? BODY_ENCODINGS : [] }
}
