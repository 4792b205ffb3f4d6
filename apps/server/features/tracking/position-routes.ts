import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccountCaller } from '../../http/caller.ts'
import type { FrameRequest } from '../../http/exchange.ts'
import type { Operation } from '../../http/operation.ts'
import { takeWarnings } from '../../http/own-warnings.ts'
import { type ProblemTable, refuse } from '../../http/problem.ts'
import { errors } from '../../http/schemas.ts'
import type { App } from '../../http/server.ts'
import { ok, type Result } from '../../result.ts'
import { type TrackingFailure, trackingProblems } from './failures.ts'
import { passPush, pushesPerSecond } from './limits.ts'
import { barredFrom } from './military.ts'
import { answerOwnTracks, formOf, type PushForm, PushQuery, takePushBodies, toOwnForm } from './push-forms.ts'
import { type GivenPositions, type PositionCheck, readPositions } from './read-positions.ts'
import { toPositionReply } from './replies.ts'
import { PushReply } from './reply-schemas.ts'
import { AssetParameters, LoosePositionBody, OnePosition, PositionBody } from './schemas.ts'
import { type RejectedFix, takeFixes } from './take-fixes.ts'
import type { TrackingOptions } from './tracking.ts'

/** A single position that cannot be is the whole request. */
export type PositionFailure = { readonly kind: 'position-refused'; readonly why: string }

export const positionProblems: ProblemTable<PositionFailure> = {
  'position-refused': {
    status: 422,
    detail: (f) => f.why,
    example: { kind: 'position-refused', why: 'at[0] is 91.2; latitude runs from -90 to 90' },
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
    const faultOf = positionCheck(scope)
    const compile = scope.validatorCompiler
    if (!compile) throw new Error('the frame checks by schemas')
    scope.post(
      '/v1/assets/:id/position',
      {
        config: { operation },
        schema: {
          operationId: 'pushPosition',
          tags: ['Assets'],
          summary: 'Where an asset is',
          description:
            'One position, or up to 1,000. Those that come late or twice are kept in the track and never move the live position backwards; one farther away than anything of its kind can have come moves it when the next one confirms it. Also takes lines of JSON (application/x-ndjson), AIS sentences of a vessel (text/plain, !AIVDM) and what OwnTracks, Traccar Client and OsmAnd send; such an app is answered 200 also when its position is refused, so that it goes on with the next one. Limited by GPS pushes per second of the plan, however many positions a push has. Does not count as a route.',
          security,
          params: AssetParameters,
          querystring: PushQuery,
          body: PositionBody,
          response: { 200: kept, ...errors(400, 401, 403, 404, 413, 422) },
        },
        validatorCompiler: (of) => compile(of.httpPart === 'body' ? { ...of, schema: LoosePositionBody } : of),
        preValidation: toOwnForm,
      },
      async (request, reply) => await push(options, faultOf, request as never, reply as never),
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
      async (request, reply) => await push(options, faultOf, request as never, reply as never),
    )
  })
}

/** Checks a position by its schema, in the words of the frame. Made at the first use, when all schemas are known. */
function positionCheck(scope: FastifyInstance): PositionCheck {
  let validate: ((value: unknown) => unknown) | undefined
  return (value) => {
    validate ??= scope.validatorCompiler?.({ schema: OnePosition, method: 'POST', url: '', httpPart: 'body' })
    return (validate?.(value) as { error?: Error } | undefined)?.error?.message
  }
}

async function push(
  { assets, ingest, limiter, clock, refusals }: TrackingOptions,
  faultOf: PositionCheck,
  request: FastifyRequest<{ Params: { id: string } }> & FrameRequest,
  reply: FastifyReply,
): Promise<never> {
  const caller = request.caller as AccountCaller
  const nowMs = clock.now()
  const form = formOf(request)
  const { id } = request.params
  const refuseIt = (failure: TrackingFailure | PositionFailure) => refuse(reply as never, problems, failure)
  // Who only looks, or has nothing to tell, must not move anything; a wrong address is told all the same.
  if (form.isNoPosition || request.method === 'HEAD') {
    const mayPush = pushesPerSecond(caller)
    if (!mayPush.ok) return refuseIt(mayPush.failure)
    if (!(await assets.find(caller.account, id))) return refuseIt({ kind: 'asset-not-found', id })
    return form.isNoPosition
      ? (answerOwnTracks(reply) as never)
      : ({ accepted: 0, rejected: [], latest: null } as never)
  }
  const given = readGiven(request.body, form, faultOf, nowMs)
  if (!given.ok) return refuseIt(given.failure)
  const { fixes, isSingle, warnings, rejected: unread } = given.value
  // An app that keeps what was refused, and sends it first the next time, would never come to the positions behind it.
  const mustRefuse = (rejected: readonly RejectedFix[]) => isSingle && !form.tracker && rejected.length > 0
  const refuseFirst = ([first]: readonly RejectedFix[]) => {
    refusals.count(form.name, 1)
    return refuseIt({ kind: 'position-refused', why: first?.why ?? '' })
  }
  if (mustRefuse(unread)) return refuseFirst(unread)
  const passed = await passPush(limiter, caller)
  if (!passed.ok) return refuseIt(passed.failure)
  let refused: readonly RejectedFix[] = []
  let isUnfit = false
  const done = await ingest.write({
    account: caller.account,
    assetId: id,
    receivedAtMs: nowMs,
    take: (asset) => {
      isUnfit = form.name === 'ais' && asset.kind !== 'vessel'
      const taken = takeFixes(asset, isUnfit || barredFrom(asset, caller) ? [] : fixes, nowMs)
      refused = taken.rejected
      return taken
    },
  })
  if (!done) return refuseIt({ kind: 'asset-not-found', id })
  const barred = barredFrom(done.asset, caller)
  if (barred) return refuseIt(barred)
  if (isUnfit) return refuseIt({ kind: 'ais-unfit', asset: done.asset.kind })
  if (mustRefuse(refused)) return refuseFirst(refused)
  const rejected = [...unread, ...refused].sort((a, b) => a.index - b.index)
  if (rejected.length > 0) {
    refusals.count(form.name, rejected.length)
    request.log.debug(
      { asset: id, form: form.name, refused: rejected.length, why: rejected[0]?.why },
      'positions refused',
    )
  }
  if (form.tracker === 'owntracks') return answerOwnTracks(reply) as never
  const { state } = done.asset
  return {
    accepted: done.taken.fixes.length,
    rejected: form.lines ? rejected.map(({ index, why }) => ({ index, why: `line ${index + 1}: ${why}` })) : rejected,
    latest: state ? toPositionReply(state.fix) : null,
    warnings: takeWarnings(request, warnings),
  } as never
}

function readGiven(
  body: unknown,
  { lines, noFix }: PushForm,
  faultOf: PositionCheck,
  nowMs: number,
): Result<GivenPositions, TrackingFailure> {
  if (noFix !== undefined) return ok({ fixes: [], rejected: [{ index: 0, why: noFix }], warnings: [], isSingle: true })
  return readPositions((body ?? {}) as Record<string, unknown>, lines, faultOf, nowMs)
}
