import { defineOperation, type Operation, type OperationContext } from '../../../operations/define-operation.ts'
import { jsonReply, serializedReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { fail } from '../../../platform/result.ts'
import { pushProblems } from '../api/failures.ts'
import { getPushesPerSecond } from '../api/limits.ts'
import { toPositionReply } from '../api/replies.ts'
import { PushReply } from '../api/reply-schemas.ts'
import { AssetParameters, PositionBody, SinglePosition, UncheckedPositionBody } from '../api/schemas.ts'
import { AssetCache } from '../assets/asset-cache.ts'
import type { TrackingOptions } from '../options.ts'
import type { RejectedFix } from './accept-fixes.ts'
import { checkPush, type PushCheckOptions, type ReceivedPush } from './check-push.ts'
import { convertPush, type PushFormat, PushQuery, pushBodyTypes } from './push-forms.ts'
import { pushManyOperation } from './push-many.ts'
import type { CheckPosition } from './read-positions.ts'
import { prefixWithLine } from './received-positions.ts'
import { PushJob, writePush } from './write-push.ts'

const PUSH_OPTIONS = {
  name: 'assets.position',
  path: '/v1/assets/:id/position',
  access: 'key',
  takesBasic: true,
  params: AssetParameters,
  query: PushQuery,
  reply: { description: 'The stored and rejected positions.', schema: PushReply },
  failures: pushProblems,
  bodyTypes: pushBodyTypes,
  prepare: convertPush,
} as const
const security = [{ key: [] }, { basic: [] }] as const

/** Creates the operations that receive positions. Acknowledged positions are stored durably. */
export function positionOperations(options: TrackingOptions): Operation[] {
  const assetCache = new AssetCache(options.assets)
  const pushOptions = { ...options, assetCache, checkPosition: createPositionCheck(options.routeBodySchemas) }
  return [
    defineOperation({
      ...PUSH_OPTIONS,
      ownRate: options.assetRate,
      fastPath: true,
      method: 'POST',
      idempotent: false,
      docs: {
        operationId: 'pushPosition',
        tags: ['Assets'],
        summary: 'Send positions of an asset',
        description:
          'Stores one position, or up to 1,000 positions. Late and duplicate positions are kept in the track and never move the live position backward. A position that is farther away than an asset of this kind could have traveled takes effect only after the next position confirms it. Also accepts JSON lines (`application/x-ndjson`), AIS sentences from a vessel (`text/plain`, `!AIVDM`) and the formats of OwnTracks, Traccar Client and OsmAnd. These apps receive 200 even when a position is rejected, so that they continue with the next position. If a field other than the position and time has an impossible value, only that field is ignored. A request with several positions returns 200 even if some of them are rejected, and the reply lists the rejected positions. The plan limits GPS pushes per second for each asset, regardless of the number of positions in a push. A push that is rejected as a whole (404, 422) does not count against this limit. Pushes within this limit do not count toward the request rate of the account. Does not count as a route.',
        security,
      },
      body: PositionBody,
      looseBody: UncheckedPositionBody,
      errors: [400, 401, 403, 404, 413, 422],
      handle: ({ params: { id }, body }, context) => pushPositions(pushOptions, { id, body }, context),
    }),
    defineOperation({
      ...PUSH_OPTIONS,
      ownRate: options.assetRate,
      method: 'GET',
      idempotent: false,
      docs: {
        operationId: 'pushPositionByQuery',
        tags: ['Assets'],
        summary: 'Send a position of an asset in the URL',
        description:
          'Accepts one position from a tracker, such as OsmAnd, that can send only GET requests. Otherwise works like POST.',
        security,
      },
      errors: [400, 401, 403, 404, 422],
      handle: ({ params: { id } }, context) => pushPositions(pushOptions, { id, body: undefined }, context),
    }),
    pushManyOperation(pushOptions),
  ]
}

/**
 * Creates a function that validates a position against its schema with the framework's messages. The check is compiled
 * on first use.
 */
function createPositionCheck({ compileCheck }: TrackingOptions['routeBodySchemas']): CheckPosition {
  let compiledCheck: ReturnType<typeof compileCheck> | undefined
  return (value) => {
    compiledCheck ??= compileCheck(SinglePosition, 'body')
    return compiledCheck(value)?.message
  }
}

/** Reply to OwnTracks, which expects a list of messages for the device. The list is always empty. */
const OWN_TRACKS_REPLY = serializedReply('[]')

async function pushPositions(
  pushing: TrackingOptions & PushCheckOptions,
  receivedPush: ReceivedPush,
  context: OperationContext<AccountCaller, PushFormat>,
) {
  const { assets, rejectedPositions } = pushing
  const { caller, prepared: form } = context
  const nowMs = context.now()
  const { id } = receivedPush
  // A HEAD request or a message without a position must not change anything, but a wrong id is still reported.
  if (form.hasNoPosition || context.method === 'HEAD') {
    const pushRate = getPushesPerSecond(caller)
    if (!pushRate.ok) return pushRate
    if (!(await assets.find(caller.account, id))) return fail({ kind: 'asset-not-found' as const, id })
    return form.hasNoPosition ? OWN_TRACKS_REPLY : jsonReply({ accepted: 0, rejected: [], latest: null })
  }
  const checkedPush = await checkPush(pushing, caller, receivedPush, form, nowMs)
  if (!checkedPush.ok) return checkedPush
  const { fixes, rejected: unfitFixes, list, warnings } = checkedPush.value
  const job = new PushJob(caller, id, fixes, nowMs)
  const pushResult = await writePush(pushing, caller, job)
  if (!pushResult.ok) return pushResult
  const { asset, outcome } = pushResult.value
  const rejectedFixes = [...unfitFixes, ...job.rejected].sort((a, b) => a.index - b.index)
  if (rejectedFixes.length > 0) rejectedPositions.count(form.name, rejectedFixes.length)
  logRejected(context, id, rejectedFixes, warnings)
  if (form.tracker === 'owntracks') return OWN_TRACKS_REPLY
  const { state } = asset
  const shownWarnings = collectWarnings(context, warnings)
  return jsonReply({
    accepted: outcome.fixes.length,
    rejected: rejectedFixes.map(({ index, why }) => ({ index, why: prefixWithLine(list, index, why) })),
    latest: state ? toPositionReply(state.fix) : null,
    ...(shownWarnings && { warnings: shownWarnings }),
  })
}

/** Logs rejected positions, because tracker apps do not show replies to their users. */
function logRejected(
  { log, prepared: { name, tracker } }: OperationContext<AccountCaller, PushFormat>,
  asset: string,
  rejectedFixes: readonly RejectedFix[],
  warnings: readonly string[],
): void {
  const push = { asset, form: name }
  if (rejectedFixes.length > 0)
    log.debug({ ...push, refused: rejectedFixes.length, why: rejectedFixes[0]?.why }, 'positions rejected')
  if (tracker && warnings.length > 0) log.debug({ ...push, why: warnings }, 'position fields ignored')
}
