import type { Operation } from '../../../operations/define-operation.ts'
import { type Clock, type Day, dayOf, monthOf, nextMonthStart } from '../../clock.ts'
import type { Limiter, QuotaVerdict } from '../../metering/limiter.ts'
import type { Tally } from '../../metering/tally.ts'
import type { FrameReply, FrameRequest, FrameStep } from '../body/exchange.ts'
import { type FrameFailure, frameProblem } from '../frame-problems.ts'
import { sendProblem } from '../send-problem.ts'

export interface MeterOptions {
  readonly limiter: Limiter
  readonly tally: Tally
  readonly clock: Clock
}

/** The two metering steps of an operation. */
export interface Meter {
  readonly take: FrameStep
  /** Called as the reply is sent. */
  count(request: FrameRequest, reply: FrameReply): void
}

/**
 * Units are reserved once a request is valid, so that two requests cannot both take the last one, and returned if the
 * reply is a failure. Usage is recorded as the reply is sent, so a client that has the reply also finds it in its
 * usage.
 */
export function createMeter({ limiter, tally, clock }: MeterOptions): (operation: Operation) => Meter {
  const today = dayCounter(clock)

  const take = (operation: Operation): FrameStep => {
    return (request, reply, next) => {
      const { caller } = request
      const units = caller.kind === 'account' ? (operation.units?.(request, caller) ?? 0) : 0
      if (units === 0 || caller.kind !== 'account') return next()
      const day = today()
      const quota = caller.terms.routesPerMonth
      const settle = (verdict: QuotaVerdict): void => {
        if (verdict.allowed) {
          request.reservation = { account: caller.account, units, day }
          next()
        } else sendProblem(reply, frameProblem(quotaUsed(quota, verdict.used, units, clock.now())))
      }
      const verdict = limiter.reserve(caller.account, monthOf(day), units, quota)
      if (verdict instanceof Promise) verdict.then(settle).catch(next)
      else settle(verdict)
    }
  }

  const count = (operation: Operation): Meter['count'] => {
    return (request, reply) => {
      const { caller, reservation } = request
      if (caller.kind === 'account') {
        if (reply.statusCode < 400) {
          tally.add(caller.account, reservation?.day ?? today(), operation.name, 1, reservation?.units ?? 0)
        } else if (reservation) {
          limiter.refund(reservation.account, monthOf(reservation.day), reservation.units)
        }
        request.reservation = null
      }
    }
  }

  return (operation) => ({ take: take(operation), count: count(operation) })
}

function quotaUsed(quota: number, used: number, units: number, now: number): FrameFailure {
  const reset = nextMonthStart(now)
  return {
    kind: 'quota-used',
    quota,
    used,
    units,
    resetsAt: new Date(reset).toISOString(),
    retryAfterMs: reset - now,
  }
}

/**
 * The current day in UTC, cached because formatting a date on every request would cost more than the rest of the count.
 */
function dayCounter(clock: Clock): () => Day {
  let day = ''
  let from = 0
  let until = 0
  return () => {
    const now = clock.now()
    if (now < from || now >= until) {
      day = dayOf(now)
      from = Date.parse(day)
      until = from + 86_400_000
    }
    return day
  }
}
