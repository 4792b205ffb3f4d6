import type { LiveRateScope, PlanTerms } from '../../../platform/config/plans.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { type Limiter, type MaybePromise, thenMaybe } from '../../../platform/metering/limiter.ts'
import { toRateWindow } from '../../../platform/metering/window.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailureOf } from './failures.ts'

const channels = ['web', 'api'] as const
export type Channel = (typeof channels)[number]

export { MAX_LISTED_ASSETS, MAX_POSITIONS } from './max-positions.ts'

export function parseChannel(
  header: string | string[] | undefined,
): Result<Channel, TrackingFailureOf<'channel-unknown'>> {
  const value = Array.isArray(header) ? header.join(', ') : (header ?? 'api')
  const channel = channels.find((candidate) => candidate === value.trim().toLowerCase())
  return channel ? ok(channel) : fail({ kind: 'channel-unknown', given: value.slice(0, 40) })
}

export function getPollsPerSecond({ live }: PlanTerms, channel: Channel): number | null {
  return channel === 'web' ? live.webPollsPerSecond : live.apiLivePollsPerSecond
}

/** Limiter and scope of live polls and position pushes. */
export interface LiveRates {
  readonly limiter: Limiter
  readonly liveRateScope: LiveRateScope
}

/**
 * Counts one poll of live positions against the rate limit. A stream of all assets counts for the account in either
 * scope.
 */
export async function consumePoll(
  rates: LiveRates,
  { account, plan, terms }: AccountCaller,
  channel: Channel,
  assetId: string | undefined,
): Promise<Result<undefined, TrackingFailureOf<'channel-unavailable' | 'too-fast'>>> {
  const perSecond = getPollsPerSecond(terms, channel)
  if (perSecond === null) return fail({ kind: 'channel-unavailable', channel, plan })
  const subject =
    channel === 'web' ? 'Live polling requests over the web channel' : 'Live polling requests over the api channel'
  return await consumeRate(rates, { name: `live:${channel}:${account}`, assetId }, perSecond, { subject, plan })
}

/** Returns the number of position pushes per second that the plan allows, if any. */
export function getPushesPerSecond({
  plan,
  terms,
}: AccountCaller): Result<number, TrackingFailureOf<'push-unavailable'>> {
  const perSecond = terms.live.gpsPushPerSecond
  return perSecond === null ? fail({ kind: 'push-unavailable', plan }) : ok(perSecond)
}

/** Counts one push against the rate limit, regardless of its number of positions. */
export function consumePush(
  rates: LiveRates,
  caller: AccountCaller,
  assetId: string,
): MaybePromise<Result<undefined, TrackingFailureOf<'push-unavailable' | 'too-fast'>>> {
  const perSecond = getPushesPerSecond(caller)
  if (!perSecond.ok) return perSecond
  const { account, plan } = caller
  const counter = { name: `push:${account}`, assetId }
  return consumeRate(rates, counter, perSecond.value, { subject: 'Position pushes', plan })
}

/**
 * Counts one event. A limit of two per second allows two events at once, and a third event one second after the first.
 * A limit of one per five seconds allows no burst.
 */
function consumeRate(
  { limiter, liveRateScope }: LiveRates,
  { name, assetId }: { readonly name: string; readonly assetId: string | undefined },
  perSecond: number,
  names: { readonly subject: string; readonly plan: string },
): MaybePromise<Result<undefined, TrackingFailureOf<'too-fast'>>> {
  const window = toRateWindow(perSecond)
  const scope = assetId === undefined ? 'account' : liveRateScope
  const key = scope === 'asset' ? `${name}:${assetId}` : name
  return thenMaybe(limiter.checkWindowRate(key, window), ({ isAllowed, retryAfterMs, resetMs }) =>
    isAllowed ? ok(undefined) : fail({ kind: 'too-fast', ...names, scope, window, retryAfterMs, resetMs }),
  )
}
