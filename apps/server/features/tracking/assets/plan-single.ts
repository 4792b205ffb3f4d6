import type { OperationContext } from '../../../operations/define-operation.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { isWalkingAsset, toWalkingRoute } from '../live/walking-robots.ts'
import type { TrackingOptions } from '../options.ts'
import type { Asset, StoredAssetRoute } from './asset.ts'
import { type RouteReply, toStoredAssetRoute } from './attach.ts'
import { toFixedRoute } from './fixed-route.ts'
import type { RouteRequest } from './route-request.ts'

/** Plans a new route or the remainder of the previous route, or returns the route that the caller already has. */
export async function planSingle(
  { planRoute, callReroute, liveExtras }: Pick<TrackingOptions, 'planRoute' | 'callReroute' | 'liveExtras'>,
  context: Pick<OperationContext<AccountCaller>, 'caller' | 'now'>,
  asset: Asset,
  { mode, body, previous, fixed }: RouteRequest,
): Promise<
  | { readonly kind: 'planned'; readonly route: RouteReply; readonly storedRoute: StoredAssetRoute }
  | { readonly kind: 'problem'; readonly problem: Problem }
> {
  const { caller } = context
  const reply = await (previous
    ? liveExtras.planReroute(caller, asset, previous)
    : fixed
      ? toFixedRoute(callReroute, caller, fixed, context.now())
      : planRoute(caller, mode, body))
  if (!reply.ok) return { kind: 'problem', problem: reply.problem }
  const replyBody = reply.body as RouteReply
  const isTimedLine = fixed !== undefined && 'line' in fixed.source && fixed.source.minutes !== undefined
  const isWalking = isWalkingAsset(asset.kind, replyBody.mode) && !isTimedLine
  const route = isWalking ? toWalkingRoute(replyBody, 'arrive_by' in body) : replyBody
  return { kind: 'planned', route, storedRoute: toStoredAssetRoute(asset.kind, body, route, 'points', context.now()) }
}
