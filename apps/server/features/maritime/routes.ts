import type { Clock } from '../../clock.ts'
import { CancelFlag } from '../../engines/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../engines/compute/task.ts'
import { ownerOf } from '../../http/caller.ts'
import { whenGone } from '../../http/client-gone.ts'
import { nowOf, sendWritten } from '../../http/exchange.ts'
import { takeWarnings } from '../../http/own-warnings.ts'
import { refuse } from '../../http/problem.ts'
import { errors } from '../../http/schemas.ts'
import type { App } from '../../http/server.ts'
import { fail, ok, type Result } from '../../result.ts'
import { routeIds } from '../../routing/route-id.ts'
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
          'The shortest way by water between coastal or offshore points, or ports, anywhere on the globe: around land, through the canals and straits that the ship fits through, with the time it takes and the passages on the way. Points are put on the nearest navigable water.',
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
