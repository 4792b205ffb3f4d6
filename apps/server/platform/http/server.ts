import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Feature } from '../../operations/feature.ts'
import type { FrameReply, FrameRequest } from './body/exchange.ts'
import { readJsonBodies } from './body/json-body.ts'
import { type CheckMaker, validateBySchema } from './body/validation.ts'
import { answerPreflights } from './browser-access.ts'
import { type CallOperation, OperationCalls } from './calls.ts'
import { answerFailures, errorAnswers, type FailureOptions } from './failures.ts'
import { addressReader, type TrustedProxies } from './fast-path/address.ts'
import { FastPath } from './fast-path/fast-path.ts'
import { rejectSkippedHooks } from './fast-path/skipped-hooks.ts'
import { createApp, requestIds } from './fastify-app.ts'
import { addOperation } from './fastify-operations.ts'
import type { GuardOptions } from './guard/guard.ts'
import type { MeterOptions } from './guard/meter.ts'
import { createRequestMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { createSteps, inputCheck } from './operation-steps.ts'
import { logReply } from './request-log.ts'

export interface HttpOptions extends GuardOptions, MeterOptions, FailureOptions {
  readonly logger: FastifyBaseLogger
  readonly publicUrl: string
  readonly trustProxy: boolean | number | readonly string[]
  /** Answers frequent operations past Node's HTTP server and Fastify. */
  readonly fastPath: boolean
}

export interface HttpServer {
  readonly app: FastifyInstance
  readonly metrics: Registry
  /** Makes checks like those of requests. */
  readonly check: CheckMaker
  /** Calls an operation on behalf of a caller, without HTTP. */
  readonly call: CallOperation
  /** The body schema of an operation. */
  bodySchemaOf(operationId: string): object | undefined
  /** The OpenAPI document as JSON. */
  readonly describe: () => string
  add(feature: Feature): void
  /** Closes connections after their reply from now on. */
  drain(): void
}

const KEEP_ALIVE_MS = 72_000

/** The HTTP framework around operations. It handles keys, plans and limits, and is independent of any feature. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { clock, bodyLimitBytes, load } = options
  const nextId = requestIds()
  const trusted = trustedProxies(options.trustProxy)
  const app = createApp({ ...options, nextId, trusted, keepAliveMs: KEEP_ALIVE_MS })
  let draining = false
  // Set when the reply is sent, so that requests that began before draining also close their connection.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining) reply.header('connection', 'close')
    done(null, payload)
  })
  readJsonBodies(app)
  const describe = await describeApi(app, options.publicUrl)
  answerFailures(app, options)
  const check = validateBySchema(app)
  const metrics = createRequestMetrics(load)
  const finish = (request: FrameRequest, reply: FrameReply): void => {
    metrics.observe(request, reply)
    logReply(app.log, request, reply)
  }
  app.addHook('onResponse', (request, reply, done) => {
    finish(request, reply)
    done()
  })
  answerPreflights(app)
  const answerError = errorAnswers(app.log, options)
  const shared = { finish, answerError, clock, log: app.log, nextId }
  const calls = new OperationCalls({ ...shared, check })
  const fastPath = options.fastPath
    ? new FastPath({ ...shared, server: app.server, keepAliveMs: KEEP_ALIVE_MS, addressOf: addressReader(trusted) })
    : undefined
  if (fastPath) {
    app.addHook('preClose', async () => fastPath.drain())
    rejectSkippedHooks(app)
  }
  const stepsOf = createSteps(options)

  return {
    app,
    metrics: metrics.registry,
    check,
    call: calls.call,
    bodySchemaOf: (operationId) => calls.find(operationId).body,
    describe,
    add({ operations = [], routes, stop }) {
      for (const operation of operations) {
        const steps = stepsOf(operation)
        addOperation(app, steps, { clock, check })
        calls.add(operation)
        const { fastPath: fast } = operation
        if (!fast || !fastPath) continue
        const maxBodyBytes = fast === true ? bodyLimitBytes : fast.maxBodyBytes
        fastPath.add({ steps, finish, answerError, maxBodyBytes, faultIn: inputCheck(operation, check) })
      }
      routes?.(app)
      if (stop) app.addHook('preClose', async () => stop())
    },
    drain() {
      draining = true
      fastPath?.drain()
    },
  }
}

/** A number means: trust that many proxies, counted from our side. */
function trustedProxies(given: HttpOptions['trustProxy']): TrustedProxies {
  if (typeof given === 'number') return (_address, hop) => hop < given
  return typeof given === 'boolean' ? given : [...given]
}
