import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FrameRequest } from '../../../platform/http/body/exchange.ts'
import { takeWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Operation } from '../../../platform/http/operation.ts'
import { type ProblemTable, refuse } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { type TrackingFailure, trackingProblems } from '../api/failures.ts'
import { passPush, pushesPerSecond } from '../api/limits.ts'
import { toPositionReply } from '../api/replies.ts'
import { PushReply } from '../api/reply-schemas.ts'
import { AssetParameters, LoosePositionBody, OnePosition, PositionBody } from '../api/schemas.ts'
import { SeenAssets } from '../assets/seen-assets.ts'
import type { TrackingOptions } from '../tracking.ts'
import { checkPush, type PositionFailure, type PushChecking, positionProblems } from './check-push.ts'
import { tellOf } from './given-positions.ts'
import { answerOwnTracks, formOf, type PushForm, PushQuery, takePushBodies, toOwnForm } from './push-forms.ts'
import type { PositionCheck } from './read-positions.ts'
import { type RejectedFix, takeFixes } from './take-fixes.ts'

const problems: ProblemTable<TrackingFailure | PositionFailure> = { ...trackingProblems, ...positionProblems }

const security = [{ key: [] }, { basic: [] }]
const operation: Operation = { name: 'assets.position', access: 'key', takesBasic: true }
const kept = { description: 'What was stored.', ...PushReply }

/** Receives positions. Acknowledged positions are stored durably. */
export function positionRoutes(app: App, options: TrackingOptions): void {
  app.register(async (scope) => {
    takePushBodies(scope)
    const pushing = { ...options, seen: new SeenAssets(options.assets), faultOf: positionCheck(scope) }
    const compile = scope.validatorCompiler
    if (!compile) throw new Error('the schema validator is missing')
    scope.post(
      '/v1/assets/:id/position',
      {
        config: { operation },
        schema: {
          operationId: 'pushPosition',
          tags: ['Assets'],
          summary: 'Send positions of an asset',
          description:
            'One position, or up to 1,000. Late and duplicate positions are kept in the track and never move the live position backwards. A position farther away than an asset of its kind can have traveled moves it only when the next one confirms it. Also accepts lines of JSON (application/x-ndjson), AIS sentences of a vessel (text/plain, !AIVDM) and the formats of OwnTracks, Traccar Client and OsmAnd. Such an app gets 200 even when its position is rejected, so that it continues with the next one; of its fields other than position and time, only impossible values are left out. A request with several positions gets 200 whatever is wrong with them, with a result for each. Limited by the GPS pushes per second of the plan, regardless of the number of positions in a push; a push that is rejected as a whole (404, 422) does not count there. Does not count as a route.',
          security,
          params: AssetParameters,
          querystring: PushQuery,
          body: PositionBody,
          response: { 200: kept, ...errors(400, 401, 403, 404, 413, 422) },
        },
        validatorCompiler: (of) => compile(of.httpPart === 'body' ? { ...of, schema: LoosePositionBody } : of),
        preValidation: toOwnForm,
      },
      async (request, reply) => await push(pushing, request as never, reply as never),
    )
    scope.get(
      '/v1/assets/:id/position',
      {
        config: { operation },
        schema: {
          operationId: 'pushPositionByQuery',
          tags: ['Assets'],
          summary: 'Send a position of an asset in the URL',
          description:
            'For trackers that support nothing else, such as OsmAnd: pushes one position by GET. Otherwise like POST.',
          security,
          params: AssetParameters,
          querystring: PushQuery,
          response: { 200: kept, ...errors(400, 401, 403, 404, 422) },
        },
        preValidation: (request, reply, done) => toOwnForm(request, reply, done),
      },
      async (request, reply) => await push(pushing, request as never, reply as never),
    )
  })
}

/**
 * Validates a position against its schema with the framework's messages. Compiled on first use, when all schemas are
 * registered.
 */
function positionCheck(scope: FastifyInstance): PositionCheck {
  let validate: ((value: unknown) => unknown) | undefined
  return (value) => {
    validate ??= scope.validatorCompiler?.({ schema: OnePosition, method: 'POST', url: '', httpPart: 'body' })
    return (validate?.(value) as { error?: Error } | undefined)?.error?.message
  }
}

async function push(
  pushing: TrackingOptions & PushChecking,
  request: FastifyRequest<{ Params: { id: string } }> & FrameRequest,
  reply: FastifyReply,
): Promise<never> {
  const { assets, seen, ingest, limiter, clock, refusals } = pushing
  const caller = request.caller as AccountCaller
  const nowMs = clock.now()
  const form = formOf(request)
  const { id } = request.params
  const refuseIt = (failure: TrackingFailure | PositionFailure) => refuse(reply as never, problems, failure)
  // A HEAD request or a message without a position must not change anything, but a wrong ID is still reported.
  if (form.isNoPosition || request.method === 'HEAD') {
    const mayPush = pushesPerSecond(caller)
    if (!mayPush.ok) return refuseIt(mayPush.failure)
    if (!(await assets.find(caller.account, id))) return refuseIt({ kind: 'asset-not-found', id })
    return form.isNoPosition
      ? (answerOwnTracks(reply) as never)
      : ({ accepted: 0, rejected: [], latest: null } as never)
  }
  const checked = await checkPush(pushing, caller, request, form, nowMs)
  if (!checked.ok) return refuseIt(checked.failure)
  const { fixes, unfit, list, warnings } = checked.value
  const passed = await passPush(limiter, caller)
  if (!passed.ok) return refuseIt(passed.failure)
  let others: readonly RejectedFix[] = []
  const done = await ingest.write({
    account: caller.account,
    assetId: id,
    receivedAtMs: nowMs,
    take: (current) => {
      const taken = takeFixes(current, fixes, nowMs)
      others = taken.rejected
      return taken
    },
  })
  if (!done) {
    seen.forget(caller, id)
    return refuseIt({ kind: 'asset-not-found', id })
  }
  const rejected = [...unfit, ...others].sort((a, b) => a.index - b.index)
  if (rejected.length > 0) refusals.count(form.name, rejected.length)
  logRefused(request, form, rejected, warnings)
  if (form.tracker === 'owntracks') return answerOwnTracks(reply) as never
  const { state } = done.asset
  return {
    accepted: done.taken.fixes.length,
    rejected: rejected.map(({ index, why }) => ({ index, why: tellOf(list, index, why) })),
    latest: state ? toPositionReply(state.fix) : null,
    warnings: takeWarnings(request, warnings),
  } as never
}

/** Tracker apps do not show replies to their users, so rejections are logged. */
function logRefused(
  { log, params }: FastifyRequest<{ Params: { id: string } }>,
  { name, tracker }: PushForm,
  rejected: readonly RejectedFix[],
  warnings: readonly string[],
): void {
  const told = { asset: params.id, form: name }
  if (rejected.length > 0) log.debug({ ...told, refused: rejected.length, why: rejected[0]?.why }, 'positions rejected')
  if (tracker && warnings.length > 0) log.debug({ ...told, why: warnings }, 'fields of a position ignored')
}
