import type { Operation } from '../../../operations/define-operation.ts'
import type { Limiter } from '../../metering/limiter.ts'
import type { Rate, RateVerdict } from '../../metering/rate.ts'
import type { FrameReply, FrameRequest, FrameStep, Next } from '../body/exchange.ts'
import { type FrameFailure, frameProblem } from '../frame-problems.ts'
import { announceRateLimit, sendProblem } from '../send-problem.ts'
import { type Caller, limitedAddress } from './caller.ts'
import type { KeyDirectory } from './key-directory.ts'
import type { LoadGauge } from './load.ts'

export interface GuardOptions {
  readonly keys: KeyDirectory
  readonly limiter: Limiter
  readonly load: LoadGauge
  readonly anonymousRate: Rate
  readonly requireKey: boolean
}

export type Guard = (operation: Operation) => FrameStep

/**
 * The guard of every operation: authentication, load shedding and rate limit, in this order, before the body is read.
 * It avoids promises when the result is available synchronously because it runs on every request.
 */
export function createGuard(options: GuardOptions): Guard {
  const { keys, load } = options
  return (operation) => {
    // Signup must work even with an expired key.
    const takesKeys = operation.access === 'open' || operation.access === 'key'
    return (request, reply, next) => {
      request.operation = operation
      const key = takesKeys ? (request.headers['x-api-key'] ?? basicKey(request, operation)) : undefined
      if (typeof key !== 'string' || key === '') {
        return enter(request, reply, operation, { kind: 'anonymous', address: limitedAddress(request.ip) }, next)
      }
      const standing = keys.find(key)
      if (!(standing instanceof Promise)) return enter(request, reply, operation, standing, next)
      standing.then((found) => enter(request, reply, operation, found, next)).catch(next)
    }
  }

  function enter(
    request: FrameRequest,
    reply: FrameReply,
    operation: Operation,
    standing: Caller | FrameFailure,
    next: Next,
  ): void {
    const known = standing.kind === 'account' || standing.kind === 'anonymous'
    // A wrong key is rate limited like no key, so that guessing keys does not affect others.
    const caller: Caller = known ? (standing as Caller) : { kind: 'anonymous', address: limitedAddress(request.ip) }
    request.caller = caller
    if (load.mustShed(caller)) return refuse(reply, { kind: 'overloaded' })
    const rate: Rate = caller.kind === 'account' ? caller.terms : options.anonymousRate
    const verdict =
      caller.kind === 'account'
        ? options.limiter.passAccount(caller.account, rate)
        : options.limiter.passAddress(caller.address, rate)
    const settle = (passed: RateVerdict): void => {
      announceRateLimit(reply, { burst: rate.burst, remaining: passed.remaining, resetMs: passed.resetMs })
      if (!passed.allowed) return refuse(reply, rateLimited(rate, passed, caller.kind === 'account'))
      if (!known) return refuseKey(request, reply, operation, standing as FrameFailure)
      if (caller.kind === 'anonymous' && mustHaveKey(operation)) {
        return refuseKey(request, reply, operation, { kind: 'key-missing' })
      }
      next()
    }
    if (verdict instanceof Promise) verdict.then(settle).catch(next)
    else settle(verdict)
  }

  function mustHaveKey({ access }: Operation): boolean {
    return access === 'key' || (access === 'open' && options.requireKey)
  }
}

/** The HTTP Basic password (RFC 7617), with any user name, only for operations that accept it. */
function basicKey({ headers }: FrameRequest, { takesBasic }: Operation): string | undefined {
  const [, encoded] = takesBasic ? (/^Basic +(\S+)$/i.exec(String(headers.authorization ?? '')) ?? []) : []
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

/**
 * Operations that accept HTTP Basic send a challenge (RFC 9110, 11.6.1), because many clients send a password only
 * after one. The message refers to the credentials that were sent. A request with X-API-Key gets no challenge, or a
 * browser would show its password dialog.
 */
function refuseKey(
  { headers }: FrameRequest,
  reply: FrameReply,
  { takesBasic }: Operation,
  failure: FrameFailure,
): void {
  if (!takesBasic || headers['x-api-key'] !== undefined) return refuse(reply, failure)
  reply.header('www-authenticate', 'Basic realm="Fairway", charset="UTF-8"')
  refuse(reply, { ...failure, basic: headers.authorization === undefined ? 'possible' : 'sent' } as FrameFailure)
}

function rateLimited(rate: Rate, verdict: RateVerdict, keyed: boolean): FrameFailure {
  const { perSecond, burst } = rate
  return { kind: 'rate-limited', perSecond, burst, keyed, retryAfterMs: verdict.retryAfterMs }
}

function refuse(reply: FrameReply, failure: FrameFailure): void {
  sendProblem(reply, frameProblem(failure))
}
