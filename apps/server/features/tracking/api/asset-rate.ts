import type { Operation } from '../../../operations/define-operation.ts'
import type { LiveRateScope, LiveTrackingLimits } from '../../../platform/config/plans.ts'
import type { Rate } from '../../../platform/metering/rate.ts'
import { toRateWindow } from '../../../platform/metering/window.ts'
import type { KnownAssets } from '../assets/known-assets.ts'

export type FindOwnRate = NonNullable<Operation['ownRate']>

/**
 * Returns a separate rate for the polls and pushes of an asset. Polls and pushes do not count toward the account's
 * request rate, because a plan with 500 assets could otherwise not push all positions. Requests for unknown asset ids
 * count as usual. If live rates apply per account, there is no separate rate.
 */
export function createAssetRate(knownAssets: KnownAssets, liveRateScope: LiveRateScope): FindOwnRate {
  return ({ params }, { account, terms }) => {
    const { id } = params as { readonly id: string }
    if (liveRateScope === 'account') return undefined
    const toOwnRate = (isKnown: boolean) =>
      isKnown ? { name: `asset:${account}:${id}`, rate: toAssetRate(terms.live) } : undefined
    const isKnown = knownAssets.has(account, id, terms.live.maxAssets)
    return isKnown instanceof Promise ? isKnown.then(toOwnRate) : toOwnRate(isKnown)
  }
}

/** Returns the total rate of pushes and polls that the plan allows for one asset. */
function toAssetRate({ webPollsPerSecond, apiLivePollsPerSecond, gpsPushPerSecond }: LiveTrackingLimits): Rate {
  const rates = [webPollsPerSecond, apiLivePollsPerSecond ?? 0, gpsPushPerSecond ?? 0].filter((rate) => rate > 0)
  return {
    perSecond: rates.reduce((sum, rate) => sum + rate, 0),
    burst: rates.reduce((sum, rate) => sum + toRateWindow(rate).limit, 0),
  }
}
