import type { Clock } from '../../../platform/clock.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import { cannotStream, sendStream, sendWritten } from '../../../platform/http/body/exchange.ts'
import { warningsOf } from '../../../platform/http/body/unknown-fields.ts'
import { ownerOf } from '../../../platform/http/guard/caller.ts'
import { whenGone } from '../../../platform/http/guard/client-gone.ts'
import { refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { cellsOf } from './cells/matrix-job.ts'
import { problems } from './failures.ts'
import { HeldNumbers } from './held-numbers.ts'
import { type PointLimit, unitsOf } from './limits.ts'
import { ReplyStream } from './reply-stream.ts'
import { MatrixWriter } from './reply-writer.ts'
import { readMatrixJob } from './request.ts'
import { MatrixBody, MatrixReply } from './schemas.ts'
import { MatrixService, type MatrixServiceOptions, MAX_CELLS_HERE } from './service.ts'

export interface MatrixRoutesOptions extends MatrixServiceOptions {
  readonly clock: Clock
  readonly limitOf: PointLimit
  /** The maximum snapping distance from a point to a road. */
  readonly radiusMeters: number
  /** Maximum time a client may stall while receiving a large reply. */
  readonly patienceMs?: number
}

const PATIENCE_MS = 60_000
/** Retry interval while large replies wait for their readers. */
const READERS_RETRY_SECONDS = 5

/**
 * Bodies up to this size take the fast path: matrices of at most a few hundred points, whose replies are written at
 * once.
 */
const SHORT_BODY_BYTES = 1500

export function matrixRoutes(app: App, options: MatrixRoutesOptions): void {
  const { clock, limitOf, radiusMeters, patienceMs = PATIENCE_MS } = options
  const service = new MatrixService(options)
  const writer = new MatrixWriter()
  const held = new HeldNumbers()

  app.post(
    '/v1/matrix',
    {
      config: {
        operation: { name: 'matrix', access: 'open', units: unitsOf(limitOf) },
        shortcut: { mostBodyBytes: SHORT_BODY_BYTES },
      },
      schema: {
        operationId: 'matrix',
        tags: ['Routes'],
        summary: 'Distances and times between many points',
        description:
          'All points to all points, or origins to destinations. Every cell equals the route that POST /v1/route returns for its two points. Counts as one route per started 100 cells.',
        security: [{}, { key: [] }],
        body: MatrixBody,
        response: { 200: { description: 'The matrix.', ...MatrixReply }, ...errors(400, 401, 403, 413, 422, 502) },
      },
    },
    async (request, reply) => {
      const { caller } = request
      const job = readMatrixJob(request.body, { caller, limitOf, nowMs: clock.now(), radiusMeters })
      if (!job.ok) return refuse(reply, problems, job.failure)
      const owner = ownerOf(caller)
      const gone = new CancelFlag()
      if (cellsOf(job.value) <= MAX_CELLS_HERE) {
        // Matrices computed in this thread finish before a disconnect could be detected.
        const made = await service.make(job.value, owner, gone)
        return made.ok ? (sendWritten(reply, writer.whole(made.value)) as never) : refuse(reply, problems, made.failure)
      }
      const release = held.hold(owner, cellsOf(job.value) * job.value.metrics.length)
      if (!release) {
        return refuse(reply, problems, { kind: 'compute-busy', retryAfterSeconds: READERS_RETRY_SECONDS })
      }
      const stayed = whenGone(request, () => gone.cancel())
      const made = await service.make(job.value, owner, gone).finally(stayed)
      if (!made.ok || cannotStream(reply)) release()
      if (!made.ok) return refuse(reply, problems, made.failure)
      if (cannotStream(reply)) return sendWritten(reply, writer.whole(made.value)) as never
      const stream = new ReplyStream(writer.pieces(made.value, warningsOf(request)), patienceMs)
      stream.once('close', release)
      return sendStream(reply, stream) as never
    },
  )
}
