import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { type MaybePromise, thenMaybe } from '../../../platform/metering/limiter.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { PushFailure } from '../api/failures.ts'
import { getPushesPerSecond } from '../api/limits.ts'
import { findMilitaryFailure } from '../api/military.ts'
import type { RejectedPositionCounter } from '../api/refusals.ts'
import type { AssetCache, CachedAsset } from '../assets/asset-cache.ts'
import { checkFixes, type RejectedFix } from './accept-fixes.ts'
import type { PushFormat } from './push-forms.ts'
import {
  type CheckPosition,
  type ParsedPositions,
  parsePositions,
  type ReceivedPositions,
  readBodyPositions,
} from './read-positions.ts'

/** Dependencies for checking pushes. */
export interface PushCheckOptions {
  readonly assetCache: AssetCache
  readonly rejectedPositions: RejectedPositionCounter
  readonly checkPosition: CheckPosition
}

export interface ReceivedPush {
  readonly id: string
  /** Parsed body. Undefined for a push in the URL. */
  readonly body: Parameters<typeof readBodyPositions>[0] | undefined
}

export interface CheckedPush extends Pick<ParsedPositions, 'fixes' | 'warnings'>, Pick<ReceivedPositions, 'list'> {
  readonly rejected: readonly RejectedFix[]
}

/**
 * Checks for errors that reject an entire push. The check runs before the push is counted, so that a corrected retry
 * costs nothing extra.
 */
export async function checkPush(
  { assetCache, rejectedPositions, checkPosition }: PushCheckOptions,
  caller: AccountCaller,
  receivedPush: ReceivedPush,
  form: PushFormat,
  nowMs: number,
): Promise<Result<CheckedPush, PushFailure>> {
  const receivedPositions = readElements(receivedPush, form)
  if (!receivedPositions.ok) return receivedPositions
  const { list } = receivedPositions.value
  // An invalid position from a tracker app does not cause an error, because an app that resends it before all other
  // positions would be stuck.
  const findRefusal = ([first]: readonly RejectedFix[]): PushFailure | undefined => {
    if (list !== undefined || form.tracker || !first) return undefined
    rejectedPositions.count(form.name, 1)
    return { kind: 'position-refused', why: first.why }
  }
  const { fixes: read, rejected: unread, warnings } = parsePositions(receivedPositions.value, checkPosition, nowMs)
  const unreadableRefusal = findRefusal(unread)
  if (unreadableRefusal) return fail(unreadableRefusal)
  const asset = await findPushableAsset(caller, receivedPush.id, assetCache)
  if (!asset.ok) return asset
  const { kind } = asset.value
  if (form.name === 'ais' && kind !== 'vessel') return fail({ kind: 'ais-unfit', asset: kind })
  const { fixes, rejected: impossible } = checkFixes(read, kind, nowMs)
  const refusal = findRefusal(impossible)
  if (refusal) return fail(refusal)
  const rejectedFixes = [...unread, ...impossible]
  return ok({ fixes, rejected: rejectedFixes, warnings, ...(list && { list }) })
}

/** Finds an asset whose positions the caller may push. */
export function findPushableAsset(
  caller: AccountCaller,
  id: string,
  assetCache: AssetCache,
): MaybePromise<Result<CachedAsset, PushFailure>> {
  const pushRate = getPushesPerSecond(caller)
  if (!pushRate.ok) return pushRate
  return thenMaybe(assetCache.find(caller, id), (asset) => checkPushable(caller, id, asset))
}

function checkPushable(
  caller: AccountCaller,
  id: string,
  asset: CachedAsset | undefined,
): Result<CachedAsset, PushFailure> {
  if (!asset) return fail({ kind: 'asset-not-found', id })
  const militaryFailure = findMilitaryFailure(asset, caller)
  return militaryFailure ? fail(militaryFailure) : ok(asset)
}

function readElements({ body }: ReceivedPush, form: PushFormat): Result<ReceivedPositions, PushFailure> {
  const { elements, list } = form
  if (elements) return ok({ elements, ...(list && { list }) })
  return body === undefined ? fail({ kind: 'no-position', where: 'query' }) : readBodyPositions(body)
}
