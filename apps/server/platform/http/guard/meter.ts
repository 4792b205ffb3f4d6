import type { Operation } from '../../../operations/define-operation.ts'
import { type Clock, type Day, getNextMonthStart, toDay, toMonth } from '../../clock.ts'
import type { Limiter, QuotaVerdict } from '../../metering/limiter.ts'
import type { UsageTally } from '../../metering/tally.ts'
import type { HttpReply, HttpRequest, HttpStep } from '../body/exchange.ts'
import { type HttpFailure, toHttpProblem } from '../http-problems.ts'
import { sendProblem } from '../send-problem.ts'

export interface MeterOptions {
  readonly limiter: Limiter
  readonly usageTally: UsageTally
  readonly clock: Clock
}

/** The two metering steps of an operation. */
export interface Meter {
  readonly reserve: HttpStep
  /** Called as the reply is sent. */
  recordUsage(request: HttpRequest, reply: HttpReply): void
}

/**
 * Units are reserved once a request is valid, so that two requests cannot both take the last unit. They are returned if
 * the reply is a failure. Usage is recorded as the reply is sent, so a client that has the reply also finds it in its
 * usage.
 */
export function createMeter({ limiter, usageTally, clock }: MeterOptions): (operation: Operation) => Meter {
  const today = createDayClock(clock)

  const createReserveStep = (operation: Operation): HttpStep => {
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
        } else sendProblem(reply, toHttpProblem(toQuotaFailure(quota, verdict.used, units, clock.now())))
      }
      const verdict = limiter.reserve(caller.account, toMonth(day), units, quota)
      if (verdict instanceof Promise) verdict.then(settle).catch(next)
      else settle(verdict)
    }
  }

  const count = (operation: Operation): Meter['recordUsage'] => {
    return (request, reply) => {
      const { caller, reservation } = request
      if (caller.kind === 'account') {
        if (reply.statusCode < 400) {
          usageTally.add(caller.account, reservation?.day ?? today(), operation.name, 1, reservation?.units ?? 0)
        } else if (reservation) {
          limiter.refund(reservation.account, toMonth(reservation.day), reservation.units)
        }
        request.reservation = null
      }
    }
  }

  return (operation) => ({ reserve: createReserveStep(operation), recordUsage: count(operation) })
}

function toQuotaFailure(quota: number, usedUnits: number, units: number, now: number): HttpFailure {
  const reset = getNextMonthStart(now)
  return {
    kind: 'quota-used',
    quota,
    used: usedUnits,
    units,
    resetsAt: new Date(reset).toISOString(),
    retryAfterMs: reset - now,
  }
}

/**
 * The current day in UTC, cached because formatting a date on every request would cost more than the rest of the count.
 */
function createDayClock(clock: Clock): () => Day {
  let day = ''
  let from = 0
  let dayEndMs = 0
  return () => {
    const now = clock.now()
    if (now < from || now >= dayEndMs) {
      day = toDay(now)
      from = Date.parse(day)
      dayEndMs = from + 86_400_000
    }
    return day
  }
}
