import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { serializedReply } from '../../operations/reply.ts'
import { CancelFlag } from '../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../platform/compute/task.ts'
import { collectWarnings } from '../../platform/http/body/own-warnings.ts'
import { getNotes } from '../../platform/http/body/spellings.ts'
import { toTaskOwner } from '../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { createRouteIdGenerator } from '../road/route/memory/route-id.ts'
import { type MaritimeFailure, problems } from './failures.ts'
import { toVoyageReply } from './reply.ts'
import { MaritimeReply } from './reply-schemas.ts'
import { readMaritimeQuery } from './request.ts'
import { MaritimeBody } from './schemas.ts'
import type { PlannedVoyage, VoyageJob, VoyageOutcome } from './voyage-job.ts'

/** Plans a voyage on the compute threads. Planning a long voyage takes as long as computing a thousand road routes. */
export type PlanVoyage = (job: VoyageJob, options: TaskOptions) => Promise<TaskOutcome<VoyageOutcome>>

export function maritimeOperation(plan: PlanVoyage): Operation {
  const nextId = createRouteIdGenerator('maritime')
  return defineOperation({
    name: 'maritime',
    method: 'POST',
    idempotent: true,
    path: '/v1/maritime/route',
    access: 'open',
    fastPath: true,
    docs: {
      operationId: 'maritimeRoute',
      tags: ['Routes'],
      summary: 'Plan a sea route',
      description:
        'Finds the shortest route by water between ports, or between coastal or offshore points, anywhere in the world. The route leads around land and uses the canals and straits that the ship fits through. The reply includes the duration of the voyage and the passages along the route. Points are snapped to the nearest navigable water.',
      security: [{}, { key: [] }],
    },
    body: MaritimeBody,
    reply: { description: 'The voyage.', schema: MaritimeReply },
    errors: [400, 401, 403, 413, 422],
    failures: problems,
    units: () => 1,
    async handle({ body }, context) {
      const query = readMaritimeQuery(body, context.now(), getNotes(body).unplacedTimes)
      if (!query.ok) return query
      const cancelFlag = new CancelFlag()
      const removeDisconnectListener = context.onDisconnect(() => cancelFlag.cancel())
      const task = { owner: toTaskOwner(context.caller), cancel: cancelFlag.shared }
      const voyage = toResult(await plan(query.value.job, task).finally(removeDisconnectListener), cancelFlag)
      if (!voyage.ok) return voyage
      const warnings = collectWarnings(context, voyage.value.notes)
      return serializedReply(JSON.stringify({ ...toVoyageReply(query.value, voyage.value, nextId), warnings }))
    },
  })
}

function toResult(outcome: TaskOutcome<VoyageOutcome>, cancelFlag: CancelFlag): Result<PlannedVoyage, MaritimeFailure> {
  if (outcome.kind === 'busy') return fail({ kind: 'compute-busy', retryAfterSeconds: outcome.retryAfterSeconds })
  if (outcome.kind === 'lost') return fail({ kind: 'compute-lost' })
  if (outcome.kind === 'cancelled' || cancelFlag.isCancelled) return fail({ kind: 'given-up' })
  return outcome.value.kind === 'planned' ? ok(outcome.value) : fail(outcome.value.failure)
}
