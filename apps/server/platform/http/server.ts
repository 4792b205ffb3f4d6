import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Feature } from '../../operations/feature.ts'
import { BytesInFlight, type BytesInFlightLimits } from './body/bytes-in-flight.ts'
import { LargeBodies } from './body/large-bodies.ts'
import { readJsonBodies } from './body/read-json-bodies.ts'
import { type SchemaCheckFactory, useLazySerializers, useSchemaValidation } from './body/validation.ts'
import { handlePreflights } from './browser-access.ts'
import { InternalCalls, type OperationCaller } from './calls.ts'
import { attachConnections, type ConnectionCounter } from './connections/attach-connections.ts'
import { createErrorResponder, type FailureOptions, handleFailures } from './failures.ts'
import { toTrustedProxies } from './fast-path/client-ip.ts'
import { type AppOptions, createApp, createRequestIdFactory } from './fastify-app.ts'
import { addOperation } from './fastify-operations.ts'
import type { GuardOptions } from './guard/guard.ts'
import type { MeterOptions } from './guard/meter.ts'
import { createRequestMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { createExternalSteps, createInputCheck, type StepRecorder } from './operation-steps.ts'
import { createRequestFinisher } from './request-log.ts'

export interface HttpOptions extends GuardOptions, MeterOptions, FailureOptions {
  readonly logger: FastifyBaseLogger
  readonly publicUrl: string
  readonly trustProxy: boolean | number | readonly string[]
  /** Answers frequent operations without going through Node's HTTP server and Fastify. */
  readonly fastPath: boolean
  /** Counts the connections of all threads. Without it, there are no limits. */
  readonly connectionCounter?: ConnectionCounter | undefined
  /** Times requests. Undefined unless traces or slow requests are recorded. */
  readonly recorder?: StepRecorder | undefined
  /** Limits on the large bodies that this thread processes at once. */
  readonly bytesInFlight: BytesInFlightLimits
  /** Parts of the API that are served at the root of their own port or host name. */
  readonly mounts: AppOptions['mounts']
}

export interface HttpServer {
  readonly app: FastifyInstance
  readonly metrics: Registry
  /** Creates checks that work like those for requests. */
  readonly check: SchemaCheckFactory
  /** Calls an operation on behalf of a caller, without HTTP. */
  readonly callOperation: OperationCaller
  /** The body schema of an operation. */
  findBodySchema(operationId: string): object | undefined
  /** An operation by its operation id. Throws if there is none. */
  readonly findOperation: InternalCalls['find']
  /** The OpenAPI document as JSON. */
  readonly describeApi: () => string
  addFeature(feature: Feature): void
  /** Listens on the ports of the mounts. */
  listenOnMounts(options: { readonly host: string; readonly reusePort: boolean }): Promise<void>
  /** From now on, closes each connection after its reply. */
  drain(): void
}

const KEEP_ALIVE_MS = 72_000

/** The HTTP framework around operations. It handles keys, plans and limits, and is independent of any feature. */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { clock, bodyLimitBytes, loadMonitor, mounts } = options
  const nextId = createRequestIdFactory()
  const proxiesToTrust = toTrustedProxies(options.trustProxy)
  const app = createApp({
    ...options,
    createRequestId: nextId,
    trustedProxies: proxiesToTrust,
    keepAliveMs: KEEP_ALIVE_MS,
  })
  let isDraining = false
  // Set when the reply is sent, so that requests that began before draining also close their connection.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => mounts.close())
  const largeBodies = new LargeBodies()
  readJsonBodies(app, largeBodies)
  app.addHook('onClose', () => largeBodies.close())
  const getApiDocument = await describeApi(app, options.publicUrl)
  handleFailures(app, options)
  const compileCheck = useSchemaValidation(app)
  useLazySerializers(app)
  const metrics = createRequestMetrics(loadMonitor)
  const finishRequest = createRequestFinisher(app.log, metrics, options.recorder)
  app.addHook('onResponse', (request, reply, done) => {
    finishRequest(request, reply)
    done()
  })
  handlePreflights(app)
  const sendError = createErrorResponder(app.log, options)
  const sharedOptions = { finish: finishRequest, sendError, clock, log: app.log, createRequestId: nextId }
  const calls = new InternalCalls({ ...sharedOptions, check: compileCheck })
  const fastPath = attachConnections(app, {
    ...sharedOptions,
    isFastPathEnabled: options.fastPath,
    trustedProxies: proxiesToTrust,
    counter: options.connectionCounter,
    keepAliveMs: KEEP_ALIVE_MS,
  })
  const createSteps = createExternalSteps(options)
  const bytesInFlight = new BytesInFlight(options.bytesInFlight)

  return {
    app,
    metrics: metrics.registry,
    check: compileCheck,
    callOperation: calls.call,
    findBodySchema: (operationId) => calls.find(operationId).body,
    findOperation: (operationId) => calls.find(operationId),
    describeApi: getApiDocument,
    listenOnMounts: ({ host, reusePort }) => mounts.listen(app, host, reusePort),
    addFeature({ operations = [], routes, stop }) {
      for (const operation of operations) {
        const steps = createSteps(operation)
        addOperation(app, steps, { clock, check: compileCheck, bytesInFlight })
        calls.add(operation)
        const { fastPath: fast } = operation
        if (!fast || !fastPath) continue
        const maxBodyBytes = fast === true ? bodyLimitBytes : fast.maxBodyBytes
        fastPath.add({
          steps,
          finish: finishRequest,
          sendError,
          maxBodyBytes,
          findInputError: createInputCheck(operation, compileCheck),
        })
      }
      routes?.(app)
      if (stop) app.addHook('preClose', async () => stop())
    },
    drain() {
      isDraining = true
      // A reply that began earlier, such as a stream, announced that its connection would stay open. That must not
      // delay the shutdown.
      app.server.keepAliveTimeout = 1
      app.server.keepAliveTimeoutBuffer = 0
      fastPath?.drain()
    },
  }
}
