import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { ProblemTable } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailure } from '../api/failures.ts'
import { pushesPerSecond } from '../api/limits.ts'
import { barredFrom } from '../api/military.ts'
import type { Refusals } from '../api/refusals.ts'
import type { SeenAsset, SeenAssets } from '../assets/seen-assets.ts'
import type { PushForm } from './push-forms.ts'
import {
  type GivenPositions,
  type PositionCheck,
  positionsIn,
  type ReadPositions,
  readPositions,
} from './read-positions.ts'
import { checkFixes, type RejectedFix } from './take-fixes.ts'

/** An invalid single position rejects the entire request. */
export type PositionFailure = { readonly kind: 'position-refused'; readonly why: string }

export const positionProblems: ProblemTable<PositionFailure> = {
  'position-refused': {
    status: 422,
    detail: (f) => f.why,
    example: { kind: 'position-refused', why: 'at[0] is 91.2; latitude runs from -90 to 90' },
  },
}

/** Dependencies for checking pushes. */
export interface PushChecking {
  readonly seen: SeenAssets
  readonly refusals: Refusals
  readonly faultOf: PositionCheck
}

/** A push as it arrived. */
export interface GivenPush {
  /** The id of the asset. */
  readonly id: string
  /** Undefined for a push in the URL. */
  readonly body: Parameters<typeof positionsIn>[0] | undefined
}

export interface CheckedPush extends Pick<ReadPositions, 'fixes' | 'warnings'>, Pick<GivenPositions, 'list'> {
  readonly unfit: readonly RejectedFix[]
}

/**
 * Checks for errors that reject a push entirely, before it is counted, so that a corrected retry costs nothing extra.
 */
export async function checkPush(
  { seen, refusals, faultOf }: PushChecking,
  caller: AccountCaller,
  push: GivenPush,
  form: PushForm,
  nowMs: number,
): Promise<Result<CheckedPush, TrackingFailure | PositionFailure>> {
  const given = givenBy(push, form)
  if (!given.ok) return given
  const { list } = given.value
  // A tracker app that keeps a rejected position and resends it first would never get past it.
  const refusalOf = ([first]: readonly RejectedFix[]): PositionFailure | undefined => {
    if (list !== undefined || form.tracker || !first) return undefined
    refusals.count(form.name, 1)
    return { kind: 'position-refused', why: first.why }
  }
  const { fixes: read, rejected: unread, warnings } = readPositions(given.value, faultOf, nowMs)
  const unreadable = refusalOf(unread)
  if (unreadable) return fail(unreadable)
  const asset = await findFor(caller, push.id, seen)
  if (!asset.ok) return asset
  const { kind } = asset.value
  if (form.name === 'ais' && kind !== 'vessel') return fail({ kind: 'ais-unfit', asset: kind })
  const { fixes, rejected: impossible } = checkFixes(read, kind, nowMs)
  const refusal = refusalOf(impossible)
  if (refusal) return fail(refusal)
  const unfit = [...unread, ...impossible]
  return ok({ fixes, unfit, warnings, ...(list && { list }) })
}

/** The asset, if the caller may push its positions. */
async function findFor(
  caller: AccountCaller,
  id: string,
  seen: SeenAssets,
): Promise<Result<SeenAsset, TrackingFailure>> {
  const mayPush = pushesPerSecond(caller)
  if (!mayPush.ok) return mayPush
  const asset = await seen.find(caller, id)
  if (!asset) return fail({ kind: 'asset-not-found', id })
  const barred = barredFrom(asset, caller)
  return barred ? fail(barred) : ok(asset)
}

function givenBy({ body }: GivenPush, form: PushForm): Result<GivenPositions, TrackingFailure> {
  const { given, list } = form
  if (given) return ok({ given, ...(list && { list }) })
  return body === undefined ? fail({ kind: 'no-position', where: 'query' }) : positionsIn(body)
}
