import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailureOf } from '../api/failures.ts'
import { consumePush } from '../api/limits.ts'
import type { Asset } from '../assets/asset.ts'
import type { TrackingOptions } from '../options.ts'
import { type AcceptedFixes, acceptFixes, type ReceivedFix, type RejectedFix } from './accept-fixes.ts'
import type { PushCheckOptions } from './check-push.ts'
import type { IngestJob, IngestResult } from './ingest-store.ts'

/** Checked positions of one asset, to be written together with those of other assets. */
export class PushJob implements IngestJob {
  readonly account: number
  readonly assetId: string
  readonly receivedAtMs: number
  /** Positions that contradict the track of the asset. Known after the write. */
  rejected: readonly RejectedFix[] = []
  private readonly fixes: readonly ReceivedFix[]

  constructor({ account }: AccountCaller, assetId: string, fixes: readonly ReceivedFix[], nowMs: number) {
    this.account = account
    this.assetId = assetId
    this.receivedAtMs = nowMs
    this.fixes = fixes
  }

  applyFixes(asset: Asset): AcceptedFixes {
    const accepted = acceptFixes(asset, this.fixes, this.receivedAtMs)
    this.rejected = accepted.rejected
    return accepted
  }
}

type WriteFailure = TrackingFailureOf<'push-unavailable' | 'too-fast' | 'asset-not-found'>

/** Counts a push against the rate of its asset and stores its positions. */
export async function writePush(
  options: TrackingOptions & PushCheckOptions,
  caller: AccountCaller,
  job: PushJob,
): Promise<Result<NonNullable<IngestResult>, WriteFailure>> {
  const rate = await consumePush(options, caller, job.assetId)
  if (!rate.ok) return rate
  const [result] = await options.ingest.write([job])
  return checkWritten(options, caller, job, result)
}

/** Returns the result of a job, or a failure if another request has deleted the asset in the meantime. */
export function checkWritten(
  { assetCache }: PushCheckOptions,
  caller: AccountCaller,
  { assetId }: PushJob,
  result: IngestResult,
): Result<NonNullable<IngestResult>, TrackingFailureOf<'asset-not-found'>> {
  if (result) return ok(result)
  assetCache.remove(caller, assetId)
  return fail({ kind: 'asset-not-found', id: assetId })
}
