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
 * Checks a request against its own rate, if it has one. If it has none, or exceeds it, it counts toward its caller's
 * request rate: an account is never worse off than without a separate rate, and requests beyond it are still limited.
 * Keys that nobody has vouched for share the rate of their network in any case.
 */
export function checkOwnRate(
  limiter: Limiter,
  operation: Operation,
  request: HttpRequest,
  caller: Caller,
): MaybePromise<OwnRateVerdict | undefined> {
  if (!operation.ownRate || caller.kind !== 'account' || caller.network !== undefined) return undefined
  const ownRate = operation.ownRate(request, caller)
  return ownRate instanceof Promise ? ownRate.then((resolved) => check(limiter, resolved)) : check(limiter, ownRate)
}

function check(limiter: Limiter, ownRate: NamedRate | undefined): MaybePromise<OwnRateVerdict | undefined> {
  if (!ownRate) return undefined
  const { name, rate } = ownRate
  const verdict = limiter.checkNamedRate(name, rate)
  return verdict instanceof Promise ? verdict.then((resolved) => ({ rate, verdict: resolved })) : { rate, verdict }
}
