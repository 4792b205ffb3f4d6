import { defineOperation, type Operation, type OperationContext } from '../../../operations/define-operation.ts'
import { jsonReply } from '../../../operations/reply.ts'
import { collectWarnings } from '../../../platform/http/body/own-warnings.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { pickProblems, toProblem } from '../../../platform/http/problem.ts'
import { type MaybePromise, thenMaybe } from '../../../platform/metering/limiter.ts'
import { type PushFailure, trackingProblems } from '../api/failures.ts'
import { consumePush, getPushesPerSecond } from '../api/limits.ts'
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
import { checkWritten, PushJob } from './write-push.ts'

/** Maximum number of warnings per reply. */
const MAX_WARNINGS = 10

interface AssetOutcome {
  readonly elements: readonly ReceivedElement[]
  /** Positions that remain to be written. */
  readonly job?: PushJob
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
  const preparations = Array.from(elementsByAsset, ([id, elements]) => prepareAsset(options, id, elements, context))
  // Awaiting each of a hundred assets takes longer than checking its position, and is rarely necessary.
  const preparedAssets = preparations.some((preparation) => preparation instanceof Promise)
    ? await Promise.all(preparations)
    : (preparations as readonly AssetOutcome[])
  const outcomes = await writeAssets(options, preparedAssets, context.caller)
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

/**
 * Checks the positions of one asset like a separate push, which counts against the rate of the asset. A failure applies
 * only to the positions of that asset.
 */
function prepareAsset(
  options: TrackingOptions & PushCheckOptions,
  id: string,
  elements: readonly ReceivedElement[],
  context: OperationContext<AccountCaller, unknown>,
): MaybePromise<AssetOutcome> {
  const { assetCache, checkPosition } = options
  const { caller } = context
  const nowMs = context.now()
  return thenMaybe(findPushableAsset(caller, id, assetCache), (assetResult): MaybePromise<AssetOutcome> => {
    if (!assetResult.ok) return rejectAll(elements, assetResult.failure)
    const {
      fixes: readFixes,
      rejected: unread,
      warnings,
    } = parsePositions({ elements, list: 'positions' }, checkPosition, nowMs)
    const { fixes, rejected: impossible } = checkFixes(readFixes, assetResult.value.kind, nowMs)
    const rejected = unread.length + impossible.length > 0 ? [...unread, ...impossible] : unread
    if (fixes.length === 0) return { rejected, warnings, elements }
    return thenMaybe(consumePush(options, caller, id), (rate): AssetOutcome => {
      if (!rate.ok) return rejectAll(elements, rate.failure)
      return { rejected, warnings, elements, job: new PushJob(caller, id, fixes, nowMs) }
    })
  })
}

function rejectAll(elements: readonly ReceivedElement[], failure: PushFailure): AssetOutcome {
  const reason = toProblem(trackingProblems, failure).body.detail
  return { rejected: elements.map(({ index }) => ({ index, why: reason })), warnings: [], elements }
}

/** Writes the positions of all assets together. */
async function writeAssets(
  options: TrackingOptions & PushCheckOptions,
  preparedAssets: readonly AssetOutcome[],
  caller: AccountCaller,
): Promise<readonly AssetOutcome[]> {
  const jobs = preparedAssets.flatMap(({ job }) => (job ? [job] : []))
  if (jobs.length === 0) return preparedAssets
  const results = await options.ingest.write(jobs)
  let jobIndex = 0
  return preparedAssets.map((prepared) => {
    const { job, elements, rejected, warnings } = prepared
    if (!job) return prepared
    const writeResult = checkWritten(options, caller, job, results[jobIndex++])
    if (!writeResult.ok) return rejectAll(elements, writeResult.failure)
    return {
      result: writeResult.value,
      rejected: job.rejected.length > 0 ? [...rejected, ...job.rejected] : rejected,
      warnings,
      elements,
    }
  })
}
