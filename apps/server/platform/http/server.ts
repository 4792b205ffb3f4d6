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
import { toTrustedProxies } from './fast-path/client-ip.ts'
import { type AppOptions, createApp, createRequestIdFactory } from './fastify-app.ts'
import { addOperation } from './fastify-operations.ts'
import type { GuardOptions } from './guard/guard.ts'
import type { MeterOptions } from './guard/meter.ts'
import { createErrorResponder, type FailureOptions, handleErrors } from './handle-errors.ts'
import { createRequestMetrics } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { createExternalSteps, createInputCheck, type StepRecorder } from './operation-steps.ts'
import { createRequestFinisher } from './request-log.ts'

export interface HttpOptions extends GuardOptions, MeterOptions, FailureOptions {
  readonly logger: FastifyBaseLogger
  readonly publicUrl: string
  readonly trustProxy: boolean | number | readonly string[]
  /** Enables the fast path, which bypasses Node's HTTP server and Fastify for frequent operations. */
  readonly fastPath: boolean
  readonly compressesReplies: boolean
  /** Counts the connections of all threads. Without a counter, connections are not limited. */
  readonly connectionCounter?: ConnectionCounter | undefined
  /** Recorder of request times. Undefined unless traces or slow requests are recorded. */
  readonly recorder?: StepRecorder | undefined
  /** Limits on the large bodies that this thread processes concurrently. */
  readonly bytesInFlight: BytesInFlightLimits
  /** Parts of the API that are served at the root of a separate port or host name. */
  readonly mounts: AppOptions['mounts']
}

export interface HttpServer {
  readonly app: FastifyInstance
  readonly metrics: Registry
  /** Large bodies that this thread is reading or processing. */
  readonly bytesInFlight: BytesInFlight
  /** Creates functions that validate values in the same way as requests. */
  readonly check: SchemaCheckFactory
  /** Calls an operation on behalf of a caller, without HTTP. */
  readonly callOperation: OperationCaller
  findBodySchema(operationId: string): object | undefined
  /** Returns the operation with the given operation id. Throws an error if there is none. */
  readonly findOperation: InternalCalls['find']
  /** Returns the OpenAPI document as JSON. */
  readonly describeApi: () => string
  addFeature(feature: Feature): void
  listenOnMounts(options: { readonly host: string; readonly reusePort: boolean }): Promise<void>
  /** Closes each connection after its next reply. */
  drain(): void
}

const KEEP_ALIVE_MS = 72_000

/**
 * Creates the HTTP framework around operations. The framework handles keys, plans and limits, and is independent of any
 * feature.
 */
export async function createHttpServer(options: HttpOptions): Promise<HttpServer> {
  const { clock, bodyLimitBytes, compressesReplies, loadMonitor, mounts } = options
  const nextId = createRequestIdFactory()
  const proxiesToTrust = toTrustedProxies(options.trustProxy)
  const app = createApp({
    ...options,
    createRequestId: nextId,
    trustedProxies: proxiesToTrust,
    keepAliveMs: KEEP_ALIVE_MS,
  })
  let isDraining = false
  // The header is also set for requests that started before draining.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('preClose', async () => mounts.close())
  const largeBodies = new LargeBodies()
  readJsonBodies(app, largeBodies)
  app.addHook('onClose', () => largeBodies.close())
  // The handler must see the route of the API document too.
  handleErrors(app, options)
  const getApiDocument = await describeApi(app, options.publicUrl)
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
    compressesReplies,
    mounts,
  })
  const createSteps = createExternalSteps(options)
  const bytesInFlight = new BytesInFlight(options.bytesInFlight)

  return {
    app,
    metrics: metrics.registry,
    bytesInFlight,
    check: compileCheck,
    callOperation: calls.call,
    findBodySchema: (operationId) => calls.find(operationId).body,
    findOperation: (operationId) => calls.find(operationId),
    describeApi: getApiDocument,
    listenOnMounts: ({ host, reusePort }) => mounts.listen(app, host, reusePort),
    addFeature({ operations = [], routes, stop }) {
      for (const operation of operations) {
        const steps = createSteps(operation)
        addOperation(app, steps, { clock, check: compileCheck, bytesInFlight, compressesReplies })
        calls.add(operation)
        const { fastPath: fast } = operation
        if (!fast || !fastPath) continue
        fastPath.add({
          steps,
          finish: finishRequest,
          sendError,
          maxBodyBytes: bodyLimitBytes,
          takesQuery: fast !== true,
          findInputError: createInputCheck(operation, compileCheck),
        })
      }
      routes?.(app)
      if (stop) app.addHook('preClose', async () => stop())
    },
    drain() {
      isDraining = true
      // A stream that started earlier announced a persistent connection, but must not delay the shutdown.
      app.server.keepAliveTimeout = 1
      app.server.keepAliveTimeoutBuffer = 0
      fastPath?.drain()
    },
  }
}
