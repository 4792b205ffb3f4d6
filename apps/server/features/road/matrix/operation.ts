import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply, streamedReply } from '../../../operations/reply.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import { toIgnoredFieldWarnings } from '../../../platform/http/body/unknown-fields.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import { fail } from '../../../platform/result.ts'
import type { ModelSource } from '../models/model-source.ts'
import { otherMapCodes } from '../regional.ts'
import { countCells } from './cells/matrix-job.ts'
import { problems } from './failures.ts'
import { countUnits, type PointLimit } from './limits.ts'
import { PendingReplyLimiter } from './pending-replies.ts'
import { ReplyStream } from './reply-stream.ts'
import { MatrixWriter } from './reply-writer.ts'
import { readMatrixJob } from './request.ts'
import { MatrixBody, MatrixReply } from './schemas.ts'
import { MAX_CELLS_WITHOUT_TURN, MAX_SHORT_CELLS, MatrixService, type MatrixServiceOptions } from './service.ts'

export interface MatrixOperationOptions extends MatrixServiceOptions {
  readonly limitOf: PointLimit
  /** Maximum distance from a point to the road it snaps to, in meters. */
  readonly radiusMeters: number
  readonly models: ModelSource
  /** Maximum time in milliseconds that a client may stall while receiving a large reply. */
  readonly readTimeoutMs?: number
}

const READ_TIMEOUT_MS = 60_000
/** Value of the Retry-After header while large replies wait for their readers. */
const PENDING_REPLIES_RETRY_SECONDS = 5

export function matrixOperation(options: MatrixOperationOptions): Operation {
  const { limitOf, radiusMeters, models, readTimeoutMs = READ_TIMEOUT_MS } = options
  const service = new MatrixService(options)
  const writer = new MatrixWriter()
  const pendingReplies = new PendingReplyLimiter()
  return defineOperation({
    name: 'matrix',
    method: 'POST',
    idempotent: true,
    path: '/v1/matrix',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'matrix',
      tags: ['Routes'],
      summary: 'Compute distances and times between many points',
      description:
        'Computes distances and times from all points to all points, or from origins to destinations. Every cell has the same distance and duration as the route that `POST /v1/route` returns for its two points. Counts as one route per 100 cells, rounded up.',
      security: [{}, { key: [] }],
    },
    body: MatrixBody,
    reply: { description: 'The matrix.', schema: MatrixReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: {
      positions: ({ body }) => body.points ?? [...(body.origins ?? []), ...(body.destinations ?? [])],
      mapCodes: otherMapCodes,
    },
    failures: problems,
    units: ({ body }, caller) => countUnits(body, caller, limitOf),
    async handle({ body }, context) {
      const { caller } = context
      const job = readMatrixJob(body, { caller, limitOf, nowMs: context.now(), radiusMeters, models })
      if (!job.ok) return job
      const owner = toTaskOwner(caller)
      const cancelFlag = new CancelFlag()
      if (countCells(job.value) <= MAX_SHORT_CELLS) {
        // The smallest matrices finish before the server could detect a disconnect.
        const mayWait = countCells(job.value) > MAX_CELLS_WITHOUT_TURN
        const ignoreDisconnect = mayWait ? context.onDisconnect(() => cancelFlag.cancel()) : undefined
        const result = await service.computeResult(job.value, owner, cancelFlag).finally(ignoreDisconnect)
        return result.ok ? serializedReply(() => writer.writeAll(result.value)) : result
      }
      const release = pendingReplies.acquire(owner.id, countCells(job.value) * job.value.metrics.length)
      if (!release) return fail({ kind: 'compute-busy', retryAfterSeconds: PENDING_REPLIES_RETRY_SECONDS })
      const ignoreDisconnect = context.onDisconnect(() => cancelFlag.cancel())
      const result = await service.computeResult(job.value, owner, cancelFlag).finally(ignoreDisconnect)
      if (!result.ok) {
        release()
        return result
      }
      return streamedReply({
        whole() {
          release()
          return writer.writeAll(result.value)
        },
        stream() {
          const stream = new ReplyStream(
            writer.writeChunks(result.value, toIgnoredFieldWarnings(context)),
            owner.id,
            readTimeoutMs,
          )
          stream.once('close', release)
          return stream
        },
      })
    },
  })
}
