import { randomBytes } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify'
import type { Registry } from 'prom-client'
import type { FrameReply, FrameRequest } from './body/exchange.ts'
import { readJsonBodies } from './body/json-body.ts'
import { noteUnknownFields, tellIgnoredFields } from './body/unknown-fields.ts'
import { validateBySchema } from './body/validation.ts'
import { allowBrowser, answerPreflights } from './browser-access.ts'
import { answerFailures, errorAnswers, type FailureOptions } from './failures.ts'
import { addressReader, type TrustedProxies } from './fast-path/address.ts'
import type { DirectHandler, DirectOperation } from './fast-path/direct-operation.ts'
import { Shortcut } from './fast-path/shortcut.ts'
import { frameProblem } from './frame-problems.ts'
import type { Caller } from './guard/caller.ts'
import { createGuard, type GuardOptions } from './guard/guard.ts'
import { createMeter, type MeterOptions } from './guard/meter.ts'
import { type InnerReply, type InnerRequest, InnerRequests } from './inner-requests.ts'
import { answerClientError, answerExpectations } from './malformed-http.ts'
import { createRequestMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { sendProblem } from './problem.ts'
import { logReply } from './request-log.ts'
import { ErrorSchema } from './schemas.ts'
import './operation.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export interface HttpOptions extends GuardOptions, MeterOptions, FailureOptions {
  readonly logger: FastifyBaseLogger
  readonly publicUrl: string
  readonly trustProxy: boolean | number | readonly string[]
}

export interface HttpServer {
  readonly app: App
  readonly metrics: Registry
  /** Calls another operation on behalf of a caller. */
  ask(caller: Caller, request: InnerRequest): Promise<InnerReply>
  /** Closes connections after their reply from now on. */
  drain(): void
}

const REQUEST_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 72_000

/** The HTTP framework around operations. It handles keys, plans and limits, and is independent of any feature. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const nextId = requestIds()
  const trusted = trustedProxies(options.trustProxy)
  const app: App = Fastify<RawServerDefault>({
    loggerInstance: childless(options.logger),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    bodyLimit: options.bodyLimitBytes,
    trustProxy: trusted,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // Node would reject a request without Host with an empty reply; the hook below sends an error object.
    http: { requireHostHeader: false },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, nextId({ headers: {} })),
    frameworkErrors: (_error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(reply as FrameReply, frameProblem({ kind: 'address-malformed' }))
    },
    // The operation's schema rejects ids that are too long, with a proper message.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
  }).withTypeProvider<TypeBoxTypeProvider>()

  app.decorateRequest('operation', null)
  app.decorateRequest('caller', null as never)
  app.decorateRequest('isInner', false)
  app.decorateRequest('nowMs', undefined)
  app.decorateRequest('reservation', null)
  app.decorateRequest('ignored', null)
  app.addSchema(ErrorSchema)

  let draining = false
  app.addHook('onRequest', (request, reply, done) => {
    request.caller = NOBODY
    reply.header('x-request-id', request.id)
    allowBrowser(request, reply)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      sendProblem(reply, frameProblem({ kind: 'host-missing' }))
    } else if (isPacked(request.headers['content-encoding'])) {
      const given = String(request.headers['content-encoding'])
      sendProblem(reply, frameProblem({ kind: 'content-encoding-unknown', given }))
    } else done()
  })
  // Set when the reply is sent, so that requests that began before draining also close their connection.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close')
    done(null, payload)
  })
  answerExpectations(app.server, nextId)
  readJsonBodies(app)
  await describeApi(app, options.publicUrl)
  answerFailures(app, options)
  const checkOf = validateBySchema(app)
  const metrics = createRequestMetrics(options.load)
  const finish = (request: FrameRequest, reply: FrameReply): void => {
    metrics.observe(request, reply)
    logReply(app.log, request, reply)
  }
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, reply)
    done()
  })
  const shortcut = new Shortcut({
    server: app.server,
    clock: options.clock,
    keepAliveMs: KEEP_ALIVE_MS,
    nextId,
    addressOf: addressReader(trusted),
  })
  const inner = new InnerRequests()
  frameOperations(app, { ...options, inner }, (route, steps) => {
    const short = route.config?.shortcut
    shortcut.add(route.url, {
      ...steps,
      mostBodyBytes: typeof short === 'object' ? short.mostBodyBytes : options.bodyLimitBytes,
      faultOf: checkOf(route.schema?.body as object),
      handler: route.handler as unknown as DirectHandler,
      answerError: errorAnswers(app.log, options),
      finish,
    })
  })
  answerPreflights(app)
  app.addHook('preClose', async () => shortcut.drain())
  return {
    app,
    metrics: metrics.registry,
    ask: (caller, request) => inner.ask(app, caller, request),
    drain() {
      draining = true
      shortcut.drain()
    },
  }
}

/** A number means: trust that many proxies, counted from our side. */
function trustedProxies(given: HttpOptions['trustProxy']): TrustedProxies {
  if (typeof given === 'number') return (_address, hop) => hop < given
  return typeof given === 'boolean' ? given : [...given]
}

/**
 * Adds the guard and the meter to every route that declares an operation. They are route hooks, so that each has its
 * operation without a lookup and health checks cost nothing.
 */
function frameOperations(app: App, options: HttpOptions, addShortcut: AddShortcut): void {
  const guard = createGuard(options)
  const meter = createMeter(options)
  app.addHook('onRoute', (route) => {
    const { operation } = route.config ?? {}
    if (!operation) return
    const { take, count } = meter(operation)
    const enter = guard(operation)
    const prepare = [...(route.schema ? [noteUnknownFields(route.schema)] : []), ...(operation.units ? [take] : [])]
    const leave = (request: FrameRequest, reply: FrameReply, payload: unknown): unknown => {
      const told = tellIgnoredFields(request, reply, payload)
      if (!operation.uncounted) count(request, reply)
      return told
    }
    route.onRequest = [enter, ...listOf(route.onRequest)]
    route.preHandler = [...prepare, ...listOf(route.preHandler)]
    route.onSend = [
      ...listOf(route.onSend),
      (request, reply, payload, done) => done(null, leave(request, reply, payload)),
    ]
    if (route.config?.shortcut) addShortcut(route, { enter, prepare, leave })
  })
}

type AddShortcut = (route: RouteOptions, steps: Pick<DirectOperation, 'enter' | 'prepare' | 'leave'>) => void

function listOf<T>(hooks: T | T[] | undefined): T[] {
  return hooks === undefined ? [] : Array.isArray(hooks) ? hooks : [hooks]
}

/** A logger per request would cost more than the line it writes, so each line includes its request id. */
function childless(logger: FastifyBaseLogger): FastifyBaseLogger {
  const plain: FastifyBaseLogger = Object.assign(Object.create(logger) as FastifyBaseLogger, { child: () => plain })
  return plain
}

const NOBODY = { kind: 'anonymous', address: '' } as const

/** A caller's own id is kept if it is safe, so that a request can be traced through several services. */
function requestIds(): (request: { headers: Record<string, unknown> }) => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given
    return `${prefix}-${(++count).toString(36)}`
  }
}

/** Bodies are not decompressed. A compressed one would fail as invalid JSON with a confusing message. */
function isPacked(encoding: string | undefined): boolean {
  return encoding !== undefined && encoding !== '' && encoding.toLowerCase() !== 'identity'
}
