import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { Feature } from '../../operations/feature.ts'
import { toClientErrorResponse, toErrorResponse } from '../../platform/http/document-errors.ts'
import { httpProblems, toHttpProblem } from '../../platform/http/http-problems.ts'
import { sendProblem } from '../../platform/http/send-problem.ts'
import { NotReadyError } from '../../platform/not-ready-error.ts'
import { version } from '../../platform/version.ts'

export interface StatusOptions {
  /** Checks of the dependencies required for readiness, by name. A check throws on failure. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>
  /** Informational messages by name, which do not affect readiness. */
  readonly notices: Readonly<Record<string, () => Promise<string>>>
  readonly isStarting: () => boolean
  readonly isDraining: () => boolean
  /** Returns the metrics of all threads in Prometheus format. */
  readonly metrics: () => Promise<string>
}

const CHECK_TIMEOUT_MS = 2000
const Health = Type.Object({ status: Type.String(), version: Type.String() })
const Readiness = Type.Object({ status: Type.String(), checks: Type.Record(Type.String(), Type.String()) })
const clientErrorResponse = toClientErrorResponse()
const unavailableResponse = {
  503: toErrorResponse(
    'The service is not ready; `detail` states the reason.',
    [httpProblems['not-ready'].code],
    [503],
  ),
}

/**
 * Creates the feature for health checks and metrics. These routes are not API operations, so that monitoring requests
 * need no key and do not count toward any limit.
 */
export function statusFeature(options: StatusOptions): Feature {
  return { routes: (app) => addStatusRoutes(app, options) }
}

function addStatusRoutes(app: FastifyInstance, options: StatusOptions): void {
  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'health',
        tags: ['Status'],
        summary: 'Check that the process is alive',
        description: 'Responds as long as the process is running.',
        security: [],
        response: { 200: { description: 'Alive.', ...Health }, ...clientErrorResponse },
      },
    },
    () => ({ status: 'ok', version }),
  )

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'readiness',
        tags: ['Status'],
        summary: 'Check that the service is ready',
        description:
          'Checks that the database accepts writes, that the disk is not full, that the configured maps can be used and, where configured, that Redis responds. Also reports datasets that cannot be served, the state of the traffic feeds and of the MQTT broker, and whether the clock of the machine had to be corrected. In a cluster, the reply also lists the regions of each server. None of these conditions makes the service unready. Fails while the server is warming up after startup and once it has begun to shut down. Intended for load balancers.',
        security: [],
        response: { 200: { description: 'Ready.', ...Readiness }, ...clientErrorResponse, ...unavailableResponse },
      },
    },
    async (_request, reply) => {
      if (options.isStarting()) return sendProblem(reply, toHttpProblem({ kind: 'not-ready', why: 'starting' }))
      if (options.isDraining()) return sendProblem(reply, toHttpProblem({ kind: 'not-ready', why: 'shutting down' }))
      const names = Object.keys(options.checks)
      const results = await Promise.all(Object.values(options.checks).map(runCheck))
      const failedChecks = names.flatMap((name, index) =>
        results[index] === 'ok' ? [] : [`${name}: ${results[index]}`],
      )
      if (failedChecks.length > 0)
        return sendProblem(reply, toHttpProblem({ kind: 'not-ready', why: failedChecks.join('; ') }))
      const notes = await Promise.all(Object.values(options.notices).map(readNotice))
      const noticeEntries = Object.keys(options.notices).map((name, index) => [name, notes[index] ?? ''])
      return { status: 'ready', checks: Object.fromEntries([...names.map((name) => [name, 'ok']), ...noticeEntries]) }
    },
  )

  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'metrics',
        tags: ['Status'],
        summary: 'Get Prometheus metrics',
        description: 'Returns requests, latencies, event-loop delay and process metrics, aggregated over all threads.',
        security: [],
        response: {
          200: { description: 'Prometheus text format.', content: { 'text/plain': { schema: { type: 'string' } } } },
          ...clientErrorResponse,
        },
      },
    },
    async (_request, reply) => reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics()),
  )
}

async function runCheck(check: () => Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const timeoutResult = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no response in time'), CHECK_TIMEOUT_MS)
  })
  const checkResult = check().then(
    () => 'ok',
    (error: unknown) => toReason(error),
  )
  return await Promise.race([checkResult, timeoutResult]).finally(() => clearTimeout(timer))
}

async function readNotice(readValue: () => Promise<string>): Promise<string> {
  return await readValue().catch(() => 'unknown')
}

/** Describes the error without revealing the database location. */
function toReason(error: unknown): string {
  if (error instanceof NotReadyError) return error.message
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? `unavailable (${code})` : 'unavailable'
}
