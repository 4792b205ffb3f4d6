import { defineOperation, type Operation, type OperationContext } from '../../../operations/define-operation.ts'
import { json, written } from '../../../operations/reply.ts'
import { takeWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { ProblemTable } from '../../../platform/http/problem.ts'
import { fail } from '../../../platform/result.ts'
import { type TrackingFailure, trackingProblems } from '../api/failures.ts'
import { passPush, pushesPerSecond } from '../api/limits.ts'
import { toPositionReply } from '../api/replies.ts'
import { PushReply } from '../api/reply-schemas.ts'
import { AssetParameters, LoosePositionBody, OnePosition, PositionBody } from '../api/schemas.ts'
import { SeenAssets } from '../assets/seen-assets.ts'
import type { TrackingOptions } from '../options.ts'
import { checkPush, type GivenPush, type PositionFailure, type PushChecking, positionProblems } from './check-push.ts'
import { tellOf } from './given-positions.ts'
import { type PushForm, PushQuery, pushBodyTypes, toOwnForm } from './push-forms.ts'
import type { PositionCheck } from './read-positions.ts'
import { type RejectedFix, takeFixes } from './take-fixes.ts'

type PushFailure = TrackingFailure | PositionFailure
const problems: ProblemTable<PushFailure> = { ...trackingProblems, ...positionProblems }

const PUSH = {
  name: 'assets.position',
  path: '/v1/assets/:id/position',
  access: 'key',
  takesBasic: true,
  params: AssetParameters,
  query: PushQuery,
  reply: { description: 'What was stored.', schema: PushReply },
  failures: problems,
  bodyTypes: pushBodyTypes,
  prepare: toOwnForm,
} as const
const security = [{ key: [] }, { basic: [] }] as const

/** Receives positions. Acknowledged positions are stored durably. */
export function positionOperations(options: TrackingOptions): Operation[] {
  const seen = new SeenAssets(options.assets)
  const pushing = { ...options, seen, faultOf: positionCheck(options.routeBodies) }
  return [
    defineOperation({
      ...PUSH,
      method: 'POST',
      docs: {
        operationId: 'pushPosition',
        tags: ['Assets'],
        summary: 'Send positions of an asset',
        description:
          'One position, or up to 1,000. Late and duplicate positions are kept in the track and never move the live position backwards. A position farther away than an asset of its kind can have traveled moves it only when the next one confirms it. Also accepts lines of JSON (application/x-ndjson), AIS sentences of a vessel (text/plain, !AIVDM) and the formats of OwnTracks, Traccar Client and OsmAnd. Such an app gets 200 even when its position is rejected, so that it continues with the next one; of its fields other than position and time, only impossible values are left out. A request with several positions gets 200 whatever is wrong with them, with a result for each. Limited by the GPS pushes per second of the plan, regardless of the number of positions in a push; a push that is rejected as a whole (404, 422) does not count there. Does not count as a route.',
        security,
      },
      body: PositionBody,
      looseBody: LoosePositionBody,
      errors: [400, 401, 403, 404, 413, 422],
      handle: ({ params: { id }, body }, context) => push(pushing, { id, body }, context),
    }),
    defineOperation({
      ...PUSH,
      method: 'GET',
      docs: {
        operationId: 'pushPositionByQuery',
        tags: ['Assets'],
        summary: 'Send a position of an asset in the URL',
        description:
          'For trackers that support nothing else, such as OsmAnd: pushes one position by GET. Otherwise like POST.',
        security,
      },
      errors: [400, 401, 403, 404, 422],
      handle: ({ params: { id } }, context) => push(pushing, { id, body: undefined }, context),
    }),
  ]
}

/** Validates a position against its schema with the framework's messages. Compiled on first use. */
function positionCheck({ check }: TrackingOptions['routeBodies']): PositionCheck {
  let faultIn: ReturnType<typeof check> | undefined
  return (value) => {
    faultIn ??= check(OnePosition, 'body')
    return faultIn(value)?.message
  }
}

/** OwnTracks expects a list of messages for the device; it is always empty. */
const OWN_TRACKS_REPLY = written('[]')

async function push(
  pushing: TrackingOptions & PushChecking,
  given: GivenPush,
  context: OperationContext<AccountCaller, PushForm>,
) {
  const { assets, seen, ingest, limiter, refusals } = pushing
  const { caller, prepared: form } = context
  const nowMs = context.now()
  const { id } = given
  // A HEAD request or a message without a position must not change anything, but a wrong ID is still reported.
  if (form.isNoPosition || context.method === 'HEAD') {
    const mayPush = pushesPerSecond(caller)
    if (!mayPush.ok) return mayPush
    if (!(await assets.find(caller.account, id))) return fail({ kind: 'asset-not-found' as const, id })
    return form.isNoPosition ? OWN_TRACKS_REPLY : json({ accepted: 0, rejected: [], latest: null })
  }
  const checked = await checkPush(pushing, caller, given, form, nowMs)
  if (!checked.ok) return checked
  const { fixes, unfit, list, warnings } = checked.value
  const passed = await passPush(limiter, caller)
  if (!passed.ok) return passed
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
    return fail({ kind: 'asset-not-found' as const, id })
  }
  const rejected = [...unfit, ...others].sort((a, b) => a.index - b.index)
  if (rejected.length > 0) refusals.count(form.name, rejected.length)
  logRejected(context, id, rejected, warnings)
  if (form.tracker === 'owntracks') return OWN_TRACKS_REPLY
  const { state } = done.asset
  const told = takeWarnings(context, warnings)
  return json({
    accepted: done.taken.fixes.length,
    rejected: rejected.map(({ index, why }) => ({ index, why: tellOf(list, index, why) })),
    latest: state ? toPositionReply(state.fix) : null,
    ...(told && { warnings: told }),
  })
}

/** Tracker apps do not show replies to their users, so rejections are logged. */
function logRejected(
  { log, prepared: { name, tracker } }: OperationContext<AccountCaller, PushForm>,
  asset: string,
  rejected: readonly RejectedFix[],
  warnings: readonly string[],
): void {
  const push = { asset, form: name }
  if (rejected.length > 0) log.debug({ ...push, refused: rejected.length, why: rejected[0]?.why }, 'positions rejected')
  if (tracker && warnings.length > 0) log.debug({ ...push, why: warnings }, 'fields of a position ignored')
}
