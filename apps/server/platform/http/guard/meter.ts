import type { Operation } from '../../../operations/define-operation.ts'
import { type Clock, type Day, getNextMonthStart, toDay, toMonth } from '../../clock.ts'
import type { Limiter, QuotaVerdict } from '../../metering/limiter.ts'
import type { UsageTally } from '../../metering/tally.ts'
import type { HttpReply, HttpRequest, HttpStep } from '../body/exchange.ts'
import { type HttpFailure, toHttpProblem } from '../http-problems.ts'
import { ERROR_CODE_HEADER } from '../problem.ts'
import { sendProblem } from '../send-problem.ts'

export interface MeterOptions {
  readonly limiter: Limiter
  readonly usageTally: UsageTally
  readonly clock: Clock
}

/** Metering steps of an operation. */
export interface Meter {
  readonly reserve: HttpStep
  /** Records the usage when the reply is sent. */
  recordUsage(request: HttpRequest, reply: HttpReply): void
}

/**
 * Creates the meter of an operation. A valid request reserves units, so that two requests cannot both use the last
 * unit. A failed request returns its units. Usage is recorded before the client receives the reply, so the usage always
 * includes completed requests.
 */
export function createMeter({ limiter, usageTally, clock }: MeterOptions): (operation: Operation) => Meter {
  const getToday = createDayClock(clock)

  const createReserveStep = (operation: Operation): HttpStep => {
    return (request, reply, next) => {
      const { caller } = request
      const units = caller.kind === 'account' ? (operation.units?.(request, caller) ?? 0) : 0
      if (units === 0 || caller.kind !== 'account') return next()
      const day = getToday()
      const quota = caller.terms.routesPerMonth
      const applyQuota = (verdict: QuotaVerdict): void => {
        if (verdict.isAllowed) {
          request.reservation = { account: caller.account, units, day }
          next()
        } else sendProblem(reply, toHttpProblem(toQuotaFailure(quota, verdict.usedUnits, units, clock.now())))
      }
      const quotaCheck = limiter.reserve(caller.account, toMonth(day), units, quota)
      if (quotaCheck instanceof Promise) quotaCheck.then(applyQuota).catch(next)
      else applyQuota(quotaCheck)
    }
  }

  const createUsageRecorder = (operation: Operation): Meter['recordUsage'] => {
    return (request, reply) => {
      const { caller, reservation } = request
      if (caller.kind === 'account') {
        if (isSuccess(operation, reply)) {
          const callCount = operation.calls?.(request) ?? 1
          usageTally.add(
            caller.account,
            reservation?.day ?? getToday(),
            operation.name,
            callCount,
            reservation?.units ?? 0,
          )
        } else if (reservation) {
          limiter.refund(reservation.account, toMonth(reservation.day), reservation.units)
        }
        request.reservation = null
      }
    }
  }

  return (operation) => ({ reserve: createReserveStep(operation), recordUsage: createUsageRecorder(operation) })
}

/** Some formats of other providers report failures with status 200. Only the error code identifies these replies. */
function isSuccess({ toForeignProblem }: Operation, reply: HttpReply): boolean {
  return reply.statusCode < 400 && !(toForeignProblem && reply.hasHeader(ERROR_CODE_HEADER))
}

function toQuotaFailure(quota: number, usedUnits: number, units: number, now: number): HttpFailure {
  const resetAtMs = getNextMonthStart(now)
  return {
    kind: 'quota-used',
    quota,
    used: usedUnits,
    units,
    resetsAt: new Date(resetAtMs).toISOString(),
    retryAfterMs: resetAtMs - now,
  }
}

/**
 * Returns the current UTC day. The day is cached, because formatting a date on every request costs more than counting.
 */
function createDayClock(clock: Clock): () => Day {
  let day = ''
  let dayStartMs = 0
  let dayEndMs = 0
  return () => {
    const now = clock.now()
    if (now < dayStartMs || now >= dayEndMs) {
      day = toDay(now)
      dayStartMs = Date.parse(day)
      dayEndMs = dayStartMs + 86_400_000
    }
    return day
  }
}
