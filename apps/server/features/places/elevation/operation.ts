import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../../platform/compute/task.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import { fail } from '../../../platform/result.ts'
import { countTiles, type ElevationJob, type ElevationResult } from './elevation-job.ts'
import { problems } from './failures.ts'
import { MAX_POINTS } from './limits.ts'
import { listElevationPositions, readElevationJob } from './request.ts'
import { ElevationBody, ElevationReply } from './schemas.ts'

/** Looks up heights on the compute threads, because reading a tile takes as long as computing hundreds of routes. */
export type LookUpHeights = (job: ElevationJob, options: TaskOptions) => Promise<TaskOutcome<ElevationResult>>

/** Maximum number of tiles in a short task. A short task takes milliseconds. */
const MAX_SHORT_TILES = 4

export function elevationOperation(lookUp: LookUpHeights): Operation {
  return defineOperation({
    name: 'elevation',
    method: 'POST',
    idempotent: true,
    path: '/v1/elevation',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'elevation',
      tags: ['Places'],
      summary: 'Get elevations at points or along a line',
      description: `Returns heights above sea level for up to ${MAX_POINTS.toLocaleString('en-US')} points, interpolated between the samples of the elevation tiles of this service. Does not count as a route.`,
      security: [{}, { key: [] }],
    },
    body: ElevationBody,
    reply: { description: 'One height for each point, in the same order.', schema: ElevationReply },
    errors: [400, 401, 403, 413, 422],
    regional: { positions: ({ body }) => listElevationPositions(body) },
    failures: problems,
    async handle({ body }, context) {
      const job = readElevationJob(body)
      if (!job.ok) return job
      const cancelFlag = new CancelFlag()
      const removeDisconnectListener = context.onDisconnect(() => cancelFlag.cancel())
      const isShort = countTiles(job.value) <= MAX_SHORT_TILES
      const task = { owner: toTaskOwner(context.caller), cancel: cancelFlag.shared, isShort }
      const outcome = await lookUp(job.value, task).finally(removeDisconnectListener)
      if (outcome.kind === 'busy') return fail({ kind: 'elevation-busy', retryAfterSeconds: outcome.retryAfterSeconds })
      if (outcome.kind === 'lost') return fail({ kind: 'elevation-lost' })
      if (outcome.kind === 'cancelled' || cancelFlag.isCancelled) return fail({ kind: 'elevation-given-up' })
      const { heights, attribution, faults } = outcome.value
      const notes = faults.map((error) => `terrain heights cannot be read: ${error}`)
      const reply = {
        heights_m: Array.from(heights, (meters) => (Number.isNaN(meters) ? null : Math.round(meters * 10) / 10)),
        data: { attribution },
        warnings: collectWarnings(context, notes),
      }
      return serializedReply(JSON.stringify(reply))
    },
  })
}
