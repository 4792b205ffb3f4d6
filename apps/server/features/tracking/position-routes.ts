import type { AccountCaller } from '../../http/caller.ts'
import { type ProblemTable, refuse } from '../../http/problem.ts'
import { errors } from '../../http/schemas.ts'
import type { App } from '../../http/server.ts'
import { type TrackingFailure, trackingProblems } from './failures.ts'
import { passPush } from './limits.ts'
import { readPositions } from './read-positions.ts'
import { toPositionReply } from './replies.ts'
import { PushReply } from './reply-schemas.ts'
import { AssetParameters, PositionBody } from './schemas.ts'
import { type RejectedFix, takeFixes } from './take-fixes.ts'
import type { TrackingOptions } from './tracking.ts'

/** A single position that cannot be is the whole request. */
export type PositionFailure = { readonly kind: 'position-refused'; readonly why: string }

export const positionProblems: ProblemTable<PositionFailure> = {
  'position-refused': {
    status: 422,
    detail: (f) => f.why,
    example: { kind: 'position-refused', why: 'latitude is 91.2; it must be between -90 and 90' },
  },
}
const problems: ProblemTable<TrackingFailure | PositionFailure> = { ...trackingProblems, ...positionProblems }

/** Positions come in. What is answered is stored: it survives the end of the process. */
export function positionRoutes(app: App, { ingest, limiter, clock }: TrackingOptions): void {
  app.post(
    '/v1/assets/:id/position',
    {
      config: { operation: { name: 'assets.position', access: 'key' } },
      schema: {
        operationId: 'pushPosition',
        tags: ['Assets'],
        summary: 'Where an asset is',
        description:
          'One position, or up to 1,000. Those that come late or twice are kept in the track and never move the live position backwards; one farther away than anything of its kind can have come moves it when the next one confirms it. Limited by GPS pushes per second of the plan, however many positions a push has. Does not count as a route.',
        security: [{ key: [] }],
        params: AssetParameters,
        body: PositionBody,
        response: { 200: { description: 'What was kept.', ...PushReply }, ...errors(400, 401, 403, 404, 413, 422) },
      },
    },
    async (request, reply) => {
      const caller = request.caller as AccountCaller
      const nowMs = clock.now()
      const given = readPositions(request.body, nowMs)
      if (!given.ok) return refuse(reply, problems, given.failure)
      const passed = await passPush(limiter, caller)
      if (!passed.ok) return refuse(reply, problems, passed.failure)
      const { fixes, isSingle } = given.value
      let rejected: readonly RejectedFix[] = []
      const { id } = request.params
      const done = await ingest.write({
        account: caller.account,
        assetId: id,
        receivedAtMs: nowMs,
        take: (asset) => {
          const taken = takeFixes(asset, fixes, nowMs)
          rejected = taken.rejected
          return taken
        },
      })
      if (!done) return refuse(reply, problems, { kind: 'asset-not-found', id })
      const [first] = rejected
      if (isSingle && first) return refuse(reply, problems, { kind: 'position-refused', why: first.why })
      const { state } = done.asset
      return {
        accepted: done.taken.fixes.length,
        rejected,
        latest: state ? toPositionReply(state.fix) : null,
      } as never
    },
  )
}
