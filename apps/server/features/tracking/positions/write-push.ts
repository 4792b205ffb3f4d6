import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailureOf } from '../api/failures.ts'
import { consumePush } from '../api/limits.ts'
import type { TrackingOptions } from '../options.ts'
import { acceptFixes, type ReceivedFix, type RejectedFix } from './accept-fixes.ts'
import type { PushCheckOptions } from './check-push.ts'
import type { IngestResult } from './ingest-store.ts'

/** Checked positions of one asset. */
interface CheckedFixes {
  readonly id: string
  readonly fixes: readonly ReceivedFix[]
  readonly nowMs: number
}

interface WrittenPush {
  readonly result: NonNullable<IngestResult>
  /** Positions that contradict the track of the asset. */
  readonly rejected: readonly RejectedFix[]
}

type WriteFailure = TrackingFailureOf<'push-unavailable' | 'too-fast' | 'asset-not-found'>

/** Counts a push against the rate of its asset and stores its positions. */
export async function writePush(
  options: TrackingOptions & PushCheckOptions,
  caller: AccountCaller,
  { id, fixes, nowMs }: CheckedFixes,
): Promise<Result<WrittenPush, WriteFailure>> {
  const rate = await consumePush(options, caller, id)
  if (!rate.ok) return rate
  let rejectedFixes: readonly RejectedFix[] = []
  const result = await options.ingest.write({
    account: caller.account,
    assetId: id,
    receivedAtMs: nowMs,
    applyFixes: (current) => {
      const accepted = acceptFixes(current, fixes, nowMs)
      rejectedFixes = accepted.rejected
      return accepted
    },
  })
  if (result) return ok({ result, rejected: rejectedFixes })
  // Another request deleted the asset in the meantime.
  options.assetCache.remove(caller, id)
  return fail({ kind: 'asset-not-found', id })
}
