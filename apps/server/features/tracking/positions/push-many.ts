import { defineOperation, type Operation, type OperationContext } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { pickProblems, toProblem } from '../../../platform/http/problem.ts'
import { trackingProblems } from '../api/failures.ts'
import { getPushesPerSecond } from '../api/limits.ts'
import { toPositionReply } from '../api/replies.ts'
import { PushManyReply } from '../api/reply-schemas.ts'
import { ManyPositionsBody, UncheckedManyPositionsBody } from '../api/schemas.ts'
import { AssetsByReference } from '../assets/assets-by-reference.ts'
import type { TrackingOptions } from '../options.ts'
import { checkFixes, type RejectedFix } from './accept-fixes.ts'
import { findPushableAsset, type PushCheckOptions } from './check-push.ts'
import { assignForwarded, convertForwarded, groupByAsset, type ReceivedByAsset } from './group-by-asset.ts'
import type { IngestResult } from './ingest-store.ts'
import { parsePositions } from './read-positions.ts'
import type { ReceivedElement } from './received-positions.ts'
import { writePush } from './write-push.ts'

/** Maximum number of warnings per reply. */
const MAX_WARNINGS = 10

/** Outcome for the positions of one asset. */
interface AssetOutcome {
  readonly result?: IngestResult
  readonly rejected: readonly RejectedFix[]
  readonly warnings: readonly string[]
}

/** Creates the operation that receives positions of many assets in one request. */
export function pushManyOperation(options: TrackingOptions & PushCheckOptions): Operation {
  const references = new AssetsByReference(options.assets, options.clock)
  return defineOperation({
    name: 'assets.positions',
    method: 'POST',
    idempotent: false,
    path: '/v1/assets/positions',
    access: 'key',
    docs: {
      operationId: 'pushPositions',
      tags: ['Assets'],
      summary: 'Send positions of many assets',
      description:
        'Sends up to 1,000 positions of any of your assets. Each position names its asset by id or by reference. Also accepts positions that a Traccar server forwards as JSON: each position belongs to the asset whose `reference` is the identifier of the device. The positions of each asset are handled as one push and count as one push against the rate of that asset; the request itself counts once toward the request rate of the account. The reply is always 200, with the reason for each rejected position. Does not count as a route.',
      security: [{ key: [] }],
    },
    body: ManyPositionsBody,
    looseBody: UncheckedManyPositionsBody,
    reply: { description: 'The stored and rejected positions.', schema: PushManyReply },
    errors: [400, 401, 403, 413, 422],
    failures: pickProblems(trackingProblems, 'push-unavailable'),
    prepare: convertForwarded,
    async handle({ body }, context) {
      const pushRate = getPushesPerSecond(context.caller)
      if (!pushRate.ok) return pushRate
      const { prepared: forwarded, caller } = context
      const receivedElements = forwarded
        ? await assignForwarded(references, caller.account, forwarded)
        : await groupByAsset(references, caller.account, body.positions)
      return await pushMany(options, receivedElements, forwarded ? 'traccar' : 'own', context)
    },
  })
}

async function pushMany(
  options: TrackingOptions & PushCheckOptions,
  { elementsByAsset, rejected: unassignedFixes }: ReceivedByAsset,
  format: 'own' | 'traccar',
  context: OperationContext<AccountCaller, unknown>,
) {
  const outcomes = await Promise.all(
    [...elementsByAsset].map(([id, elements]) => pushAsset(options, id, elements, context)),
  )
  const rejectedFixes = [...unassignedFixes, ...outcomes.flatMap((outcome) => outcome.rejected)]
  if (rejectedFixes.length > 0) options.rejectedPositions.count(format, rejectedFixes.length)
  const assets = outcomes.flatMap(({ result }) => (result ? [toAssetResult(result)] : []))
  const warnings = collectWarnings(context, outcomes.flatMap((outcome) => outcome.warnings).slice(0, MAX_WARNINGS))
  return jsonReply({
    accepted: assets.reduce((sum, { accepted }) => sum + accepted, 0),
    rejected: rejectedFixes.sort((a, b) => a.index - b.index).map(({ index, why }) => ({ index, why })),
    assets,
    ...(warnings && { warnings }),
  })
}

function toAssetResult({ asset, outcome }: NonNullable<IngestResult>) {
  return {
    asset: asset.id,
    accepted: outcome.fixes.length,
    latest: asset.state ? toPositionReply(asset.state.fix) : null,
  }
}

/** Handles the positions of one asset like a separate push. A failure applies only to the positions of that asset. */
async function pushAsset(
  options: TrackingOptions & PushCheckOptions,
  id: string,
  elements: readonly ReceivedElement[],
  context: OperationContext<AccountCaller, unknown>,
): Promise<AssetOutcome> {
  const { assetCache, checkPosition } = options
  const { caller } = context
  const nowMs = context.now()
  const rejectAll = (reason: string): AssetOutcome => ({
    rejected: elements.map(({ index }) => ({ index, why: reason })),
    warnings: [],
  })
  const assetResult = await findPushableAsset(caller, id, assetCache)
  if (!assetResult.ok) return rejectAll(toProblem(trackingProblems, assetResult.failure).body.detail)
  const parsed = parsePositions({ elements, list: 'positions' }, checkPosition, nowMs)
  const { fixes, rejected: impossible } = checkFixes(parsed.fixes, assetResult.value.kind, nowMs)
  const unfitFixes = [...parsed.rejected, ...impossible]
  if (fixes.length === 0) return { rejected: unfitFixes, warnings: parsed.warnings }
  const pushResult = await writePush(options, caller, { id, fixes, nowMs })
  if (!pushResult.ok) return rejectAll(toProblem(trackingProblems, pushResult.failure).body.detail)
  const { result, rejected: contradicted } = pushResult.value
  return { result, rejected: [...unfitFixes, ...contradicted], warnings: parsed.warnings }
}
