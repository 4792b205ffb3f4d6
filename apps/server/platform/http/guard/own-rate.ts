import type { Operation } from '../../../operations/define-operation.ts'
import type { Limiter, MaybePromise } from '../../metering/limiter.ts'
import type { NamedRate, Rate, RateVerdict } from '../../metering/rate.ts'
import type { HttpRequest } from '../body/exchange.ts'
import type { Caller } from './caller.ts'

export interface OwnRateVerdict {
  readonly rate: Rate
  readonly verdict: RateVerdict
}

/**
 * Checks a request against its separate rate limit, if it has one. A request that has no separate rate, or exceeds it,
 * counts toward the request rate of its caller. A separate rate therefore never reduces the total rate of an account.
 * Unconfirmed keys always share the rate of their network.
 */
export function checkOwnRate(
  limiter: Limiter,
  operation: Operation,
  request: HttpRequest,
  caller: Caller,
): MaybePromise<OwnRateVerdict | undefined> {
  if (!operation.ownRate || caller.kind !== 'account' || caller.network !== undefined) return undefined
  const ownRate = operation.ownRate(request, caller)
  return ownRate instanceof Promise
    ? ownRate.then((resolvedRate) => checkRate(limiter, resolvedRate))
    : checkRate(limiter, ownRate)
}

function checkRate(limiter: Limiter, ownRate: NamedRate | undefined): MaybePromise<OwnRateVerdict | undefined> {
  if (!ownRate) return undefined
  const { name, rate } = ownRate
  const verdict = limiter.checkNamedRate(name, rate)
  return verdict instanceof Promise
    ? verdict.then((resolvedVerdict) => ({ rate, verdict: resolvedVerdict }))
    : { rate, verdict }
}
