import type { Clock } from '../../platform/clock.ts'
import { CancelFlag } from '../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../platform/compute/task.ts'
import { nowOf, sendWritten } from '../../platform/http/body/exchange.ts'
import { takeWarnings } from '../../platform/http/body/own-warnings.ts'
import { ownerOf } from '../../platform/http/guard/caller.ts'
import { whenGone } from '../../platform/http/guard/client-gone.ts'
import { refuse } from '../../platform/http/problem.ts'
import { errors } from '../../platform/http/schemas.ts'
import type { App } from '../../platform/http/server.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { routeIds } from '../road/route/memory/route-id.ts'
import { type MaritimeFailure, problems } from './failures.ts'
import { toReply } from './reply.ts'
import { MaritimeReply } from './reply-schemas.ts'
import { readMaritimeQuery } from './request.ts'
import { MaritimeBody } from './schemas.ts'
import type { PlannedVoyage, VoyageJob, VoyageOutcome } from './voyage-job.ts'

export interface MaritimeRoutesOptions {
  /** Plans a voyage on the compute threads. A long voyage takes as long as a thousand road routes. */
  readonly plan: (job: VoyageJob, options: TaskOptions) => Promise<TaskOutcome<VoyageOutcome>>
  readonly clock: Clock
}

export function maritimeRoutes(app: App, { plan, clock }: MaritimeRoutesOptions): void {
  const nextId = routeIds()

  app.post(
    '/v1/maritime/route',
    {
      config: { operation: { name: 'maritime', access: 'open', units: () => 1 } },
      schema: {
        operationId: 'maritimeRoute',
        tags: ['Routes'],
        summary: 'Sea route from A to B',
        description:
          'The shortest route by water between coastal or offshore points, or ports, anywhere in the world: around land, through the canals and straits that the ship fits through, with its duration and the passages on the route. Points are snapped to the nearest navigable water.',
        security: [{}, { key: [] }],
        body: MaritimeBody,
        response: { 200: { description: 'The voyage.', ...MaritimeReply }, ...errors(400, 401, 403, 413, 422) },
      },
    },
    async (request, reply) => {
      const query = readMaritimeQuery(request.body, nowOf(request, clock))
      if (!query.ok) return refuse(reply, problems, query.failure)
      const gone = new CancelFlag()
      const stayed = whenGone(request, () => gone.cancel())
      const owner = ownerOf(request.caller)
      const done = await plan(query.value.job, { owner, cancel: gone.shared }).finally(stayed)
      const voyage = outcomeOf(done, gone)
      if (!voyage.ok) return refuse(reply, problems, voyage.failure)
      const warnings = takeWarnings(request, voyage.value.notes)
      return sendWritten(reply, JSON.stringify({ ...toReply(query.value, voyage.value, nextId()), warnings })) as never
    },
  )
}

function outcomeOf(done: TaskOutcome<VoyageOutcome>, gone: CancelFlag): Result<PlannedVoyage, MaritimeFailure> {
  if (done.kind === 'busy') return fail({ kind: 'compute-busy', retryAfterSeconds: done.retryAfterSeconds })
  if (done.kind === 'lost') return fail({ kind: 'compute-lost' })
  if (done.kind === 'cancelled' || gone.isCancelled) return fail({ kind: 'given-up' })
  return done.value.kind === 'planned' ? ok(done.value) : fail(done.value.failure)
}
