import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountCaller } from '../../http/caller.ts'
import type { Operation } from '../../http/operation.ts'
import { type ProblemTable, refuse } from '../../http/problem.ts'
import { errors } from '../../http/schemas.ts'
import type { App } from '../../http/server.ts'
import { type TrackingFailure, trackingProblems } from './failures.ts'
import { passPush } from './limits.ts'
import { answerOwnTracks, formOf, PushQuery, takePushBodies, toOwnForm } from './push-forms.ts'
import { readPositions } from './read-positions.ts'
import { toPositionReply } from './replies.ts'
import { PushReply } from './reply-schemas.ts'
import { AssetParameters, PositionBody, type PositionFields } from './schemas.ts'
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

const security = [{ key: [] }, { basic: [] }]
const operation: Operation = { name: 'assets.position', access: 'key', takesBasic: true }
const kept = { description: 'What was kept.', ...PushReply }

/** Positions come in. What is answered is stored: it survives the end of the process. */
export function positionRoutes(app: App, options: TrackingOptions): void {
  app.register(async (scope) => {
    takePushBodies(scope)
    scope.post(
      '/v1/assets/:id/position',
      {
        config: { operation },
        schema: {
          operationId: 'pushPosition',
          tags: ['Assets'],
          summary: 'Where an asset is',
          description:
            'One position, or up to 1,000. Those that come late or twice are kept in the track and never move the live position backwards; one farther away than anything of its kind can have come moves it when the next one confirms it. Also takes lines of JSON (application/x-ndjson) and what OwnTracks, Traccar Client and OsmAnd send. Limited by GPS pushes per second of the plan, however many positions a push has. Does not count as a route.',
          security,
          params: AssetParameters,
          querystring: PushQuery,
          body: PositionBody,
          response: { 200: kept, ...errors(400, 401, 403, 404, 413, 422) },
        },
        preValidation: toOwnForm,
      },
      async (request, reply) => await push(options, request as never, reply as never, request.body as PositionFields),
    )
    scope.get(
      '/v1/assets/:id/position',
      {
        config: { operation },
        schema: {
          operationId: 'pushPositionByQuery',
          tags: ['Assets'],
          summary: 'Where an asset is, in the address',
          description:
            'For trackers that can do nothing else, as OsmAnd: a push of one position by GET. Otherwise as POST.',
          security,
          params: AssetParameters,
          querystring: PushQuery,
          response: { 200: kept, ...errors(400, 401, 403, 404, 422) },
        },
        preValidation: (request, reply, done) => toOwnForm(request, reply, done),
      },
      async (request, reply) =>
        await push(options, request as never, reply as never, (request.body ?? {}) as PositionFields),
    )
  })
}

async function push(
  { ingest, limiter, clock }: TrackingOptions,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
  body: PositionFields,
): Promise<never> {
  const caller = request.caller as AccountCaller
  const nowMs = clock.now()
  const given = readPositions(body, nowMs)
  if (!given.ok) return refuse(reply as never, problems, given.failure)
  // Whoever only looks must not move anything.
  if (request.method === 'HEAD') return { accepted: 0, rejected: [], latest: null } as never
  const passed = await passPush(limiter, caller)
  if (!passed.ok) return refuse(reply as never, problems, passed.failure)
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
  if (!done) return refuse(reply as never, problems, { kind: 'asset-not-found', id })
  const [first] = rejected
  if (isSingle && first) return refuse(reply as never, problems, { kind: 'position-refused', why: first.why })
  const form = formOf(request)
  if (form.isOwnTracks) return answerOwnTracks(reply) as never
  const { state } = done.asset
  return {
    accepted: done.taken.fixes.length,
    rejected: form.lines ? byLine(form.lines, rejected) : rejected,
    latest: state ? toPositionReply(state.fix) : null,
  } as never
}

/** By the lines of the body: its positions and the lines that held none. */
function byLine(
  { lines, rejected }: NonNullable<ReturnType<typeof formOf>['lines']>,
  refused: readonly RejectedFix[],
): RejectedFix[] {
  const moved = refused.map(({ index, why }) => ({ index: lines[index] ?? index, why }))
  return [...rejected, ...moved]
    .sort((a, b) => a.index - b.index)
    .map(({ index, why }) => ({ index, why: `line ${index + 1}: ${why}` }))
}
