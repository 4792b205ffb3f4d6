import type { Operation } from '../../../operations/define-operation.ts'
import type { Limiter, MaybePromise } from '../../metering/limiter.ts'
import type { Rate, RateVerdict } from '../../metering/rate.ts'
import type { HttpReply, HttpRequest, HttpStep, NextHandler } from '../body/exchange.ts'
import { type HttpFailure, toHttpProblem } from '../http-problems.ts'
import { sendProblem, setRateLimitHeaders } from '../send-problem.ts'
import { type Caller, toLimitedIp, toTaskOwner } from './caller.ts'
import type { KeyDirectory } from './key-directory.ts'
import type { LoadMonitor } from './load.ts'
import { checkOwnRate, type OwnRateVerdict } from './own-rate.ts'
import type { RecentRefusals } from './recent-refusals.ts'
import type { RequestTurns } from './request-turns.ts'

export interface GuardOptions {
  readonly keys: KeyDirectory
  readonly limiter: Limiter
  readonly loadMonitor: LoadMonitor
  readonly anonymousRate: Rate
  readonly requireKey: boolean
}

interface GuardState {
  readonly recentRefusals: RecentRefusals
  readonly turns: RequestTurns
}

interface Admission {
  readonly operation: Operation
  readonly caller: Caller
  /** Reason why the key is rejected. */
  readonly failure: HttpFailure | undefined
  /** Time in milliseconds that the request has waited for its turn. */
  readonly waitedMs: number
}

export type Guard = (operation: Operation) => HttpStep

/**
 * Creates the guard that runs before every operation. The guard checks authentication, waits for the caller's turn, and
 * checks load shedding, the rate limit, the key's scopes and recent refusals, in this order, before the body is read.
 * The guard avoids promises if the result is available synchronously, because it runs on every request.
 */
export function createGuard(options: GuardOptions, { recentRefusals, turns }: GuardState): Guard {
  const { keys, loadMonitor } = options
  return (operation) => {
    // Signup must work even with an expired key.
    const acceptsKeys = operation.access === 'open' || operation.access === 'key'
    return (request, reply, next) => {
      request.operation = operation
      const key = acceptsKeys ? (request.headers['x-api-key'] ?? findBasicKey(request, operation)) : undefined
      if (typeof key !== 'string' || key === '') {
        return takeTurn(request, reply, operation, { kind: 'anonymous', address: toLimitedIp(request.ip) }, next)
      }
      const keyStatus = keys.find(key)
      if (!(keyStatus instanceof Promise)) return takeTurn(request, reply, operation, keyStatus, next)
      keyStatus.then((resolvedStatus) => takeTurn(request, reply, operation, resolvedStatus, next)).catch(next)
    }
  }

  function takeTurn(
    request: HttpRequest,
    reply: HttpReply,
    operation: Operation,
    callerOrFailure: Caller | HttpFailure,
    next: NextHandler,
  ): void {
    const failure = findKeyFailure(callerOrFailure, operation, request)
    // A request with an invalid key is rate-limited like a request without a key, so that guessing keys does not affect
    // others. The same limit applies to a key that is used outside its scopes, so that a stolen key cannot use up the
    // owner's rate limit.
    const caller: Caller = failure
      ? { kind: 'anonymous', address: toLimitedIp(request.ip) }
      : (callerOrFailure as Caller)
    request.caller = caller
    if (turns.mayBegin()) return admitCaller(request, reply, { operation, caller, failure, waitedMs: 0 }, next)
    turns.wait(toTaskOwner(caller), (waitedMs) => {
      try {
        admitCaller(request, reply, { operation, caller, failure, waitedMs }, next)
      } catch (error) {
        next(error as Error)
      }
    })
  }

  function admitCaller(
    request: HttpRequest,
    reply: HttpReply,
    { operation, caller, failure, waitedMs }: Admission,
    next: NextHandler,
  ): void {
    if (loadMonitor.mustShed(caller, waitedMs)) return refuseRequest(reply, { kind: 'overloaded' })
    const rate: Rate = caller.kind === 'account' ? caller.terms : options.anonymousRate
    const applyRateLimit = (rateVerdict: RateVerdict): void => {
      setRateLimitHeaders(reply, { burst: rate.burst, remaining: rateVerdict.remaining, resetMs: rateVerdict.resetMs })
      if (!rateVerdict.isAllowed) return refuseRequest(reply, toRateLimitFailure(rate, rateVerdict, caller))
      if (failure) return refuseKey(request, reply, operation, failure)
      if (caller.kind === 'anonymous' && requiresKey(operation)) {
        return refuseKey(request, reply, operation, { kind: 'key-missing' })
      }
      const refusal = recentRefusals.find(request)
      if (refusal) return void sendProblem(reply, refusal)
      next()
    }
    const applyOwnRate = (ownRate: OwnRateVerdict | undefined): void => {
      if (ownRate?.verdict.isAllowed) {
        setRateLimitHeaders(reply, { burst: ownRate.rate.burst, ...ownRate.verdict })
        return next()
      }
      const limitCheck = checkRate(options.limiter, caller, rate)
      if (limitCheck instanceof Promise) limitCheck.then(applyRateLimit).catch(next)
      else applyRateLimit(limitCheck)
    }
    const ownRateCheck = checkOwnRate(options.limiter, operation, request, caller)
    if (ownRateCheck instanceof Promise) ownRateCheck.then(applyOwnRate).catch(next)
    else applyOwnRate(ownRateCheck)
  }

  function requiresKey({ access }: Operation): boolean {
    return access === 'key' || (access === 'open' && options.requireKey)
  }
}

/**
 * Returns the reason why a key is rejected: its status or its scopes. The check is fast for keys without scopes, which
 * are most keys.
 */
function findKeyFailure(
  callerOrFailure: Caller | HttpFailure,
  operation: Operation,
  request: HttpRequest,
): HttpFailure | undefined {
  if (callerOrFailure.kind === 'account')
    return callerOrFailure.scope?.findFailure(operation.docs?.operationId ?? operation.permission, request)
  return callerOrFailure.kind === 'anonymous' ? undefined : callerOrFailure
}

/** Returns the HTTP Basic password (RFC 7617), for operations that accept it. Any user name is valid. */
function findBasicKey({ headers }: HttpRequest, { takesBasic }: Operation): string | undefined {
  const [, encoded] = takesBasic ? (/^Basic +(\S+)$/i.exec(String(headers.authorization ?? '')) ?? []) : []
  if (encoded === undefined) return undefined
  const credentials = Buffer.from(encoded, 'base64').toString('utf8')
  return credentials.slice(credentials.indexOf(':') + 1)
}

/**
 * Rejects a key. Operations that accept HTTP Basic send a challenge (RFC 9110, 11.6.1), because many clients send a
 * password only after a challenge. The message refers to the credentials that the client sent. A request with X-API-Key
 * gets no challenge, because a browser would show its password dialog.
 */
function refuseKey({ headers }: HttpRequest, reply: HttpReply, { takesBasic }: Operation, failure: HttpFailure): void {
  const isOutsideScopes = failure.kind.startsWith('scope-')
  if (!takesBasic || headers['x-api-key'] !== undefined || isOutsideScopes) return refuseRequest(reply, failure)
  reply.header('www-authenticate', 'Basic realm="Fairway", charset="UTF-8"')
  refuseRequest(reply, { ...failure, basic: headers.authorization === undefined ? 'possible' : 'sent' } as HttpFailure)
}

function checkRate(limiter: Limiter, caller: Caller, rate: Rate): MaybePromise<RateVerdict> {
  if (caller.kind === 'anonymous') return limiter.checkIpRate(caller.address, rate)
  if (caller.network !== undefined) return limiter.checkNamedRate(`unproved:${caller.network}`, rate)
  return limiter.checkAccountRate(caller.account, rate)
}

function toRateLimitFailure(rate: Rate, verdict: RateVerdict, caller: Caller): HttpFailure {
  const { perSecond, burst } = rate
  const { retryAfterMs } = verdict
  const hasApiKey = caller.kind === 'account'
  const network = hasApiKey ? caller.network : undefined
  return { kind: 'rate-limited', perSecond, burst, hasApiKey, retryAfterMs, ...(network !== undefined && { network }) }
}

function refuseRequest(reply: HttpReply, failure: HttpFailure): void {
  sendProblem(reply, toHttpProblem(failure))
}
