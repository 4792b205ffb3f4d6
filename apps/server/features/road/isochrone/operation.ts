import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../../platform/compute/task.ts'
import { toTaskOwner } from '../../../platform/http/guard/caller.ts'
import { fail } from '../../../platform/result.ts'
import type { ModelSource } from '../models/model-source.ts'
import { otherMapCodes } from '../regional.ts'
import { problems } from './failures.ts'
import type { IsochroneJob, IsochroneOutcome } from './job.ts'
import { countUnits } from './limits.ts'
import { listOrigins, readIsochroneJob } from './request.ts'
import { IsochroneBody, IsochroneReply } from './schemas.ts'

export interface IsochroneOperationOptions {
  readonly radiusMeters: number
  readonly models: ModelSource
  /** Computes an isochrone on the compute threads. */
  readonly compute: (job: IsochroneJob, options: TaskOptions) => Promise<TaskOutcome<IsochroneOutcome>>
}

/** Isochrones up to these limits take milliseconds, so they do not queue behind large matrices and optimizations. */
const MAX_SHORT_MINUTES = 45
const MAX_SHORT_KILOMETERS = 60

export function isochroneOperation({ radiusMeters, models, compute }: IsochroneOperationOptions): Operation {
  return defineOperation({
    name: 'isochrone',
    method: 'POST',
    idempotent: true,
    path: '/v1/isochrone',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'isochrone',
      tags: ['Routes'],
      summary: 'Compute the area within reach',
      description:
        'Finds everything that can be reached within a given time or distance, and returns it as GeoJSON areas, outlines or roads. The times are the same as those of the routes that `POST /v1/route` returns. Counts as one route per contour.',
      security: [{}, { key: [] }],
    },
    body: IsochroneBody,
    reply: { description: 'The contours.', schema: IsochroneReply },
    errors: [400, 401, 403, 413, 422, 502],
    regional: { positions: ({ body }) => listOrigins(body.from), mapCodes: otherMapCodes },
    failures: problems,
    units: ({ body }) => countUnits(body),
    async handle({ body }, context) {
      const job = readIsochroneJob(body, { nowMs: context.now(), radiusMeters, models })
      if (!job.ok) return job
      const cancelFlag = new CancelFlag()
      const ignoreDisconnect = context.onDisconnect(() => cancelFlag.cancel())
      const options = { owner: toTaskOwner(context.caller), cancel: cancelFlag.shared, isShort: isShort(job.value) }
      const task = await compute(job.value, options).finally(ignoreDisconnect)
      const outcome = task.kind === 'done' ? task.value : task
      switch (outcome.kind) {
        case 'reply':
          return serializedReply(() => outcome.json)
        case 'failure':
          return fail(outcome.failure)
        case 'busy':
          return fail({ kind: 'isochrone-busy', retryAfterSeconds: outcome.retryAfterSeconds })
        case 'lost':
          return fail({ kind: 'isochrone-lost' })
        default:
          return fail({ kind: 'isochrone-canceled' })
      }
    },
  })
}

function isShort({ unit, limits, geometry }: IsochroneJob): boolean {
  const largestLimit = limits[limits.length - 1] ?? 0
  return geometry !== 'network' && largestLimit <= (unit === 'minutes' ? MAX_SHORT_MINUTES : MAX_SHORT_KILOMETERS)
}
