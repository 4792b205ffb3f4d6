import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { fail, type Result } from '../../../platform/result.ts'
import type { UpstreamAdapter, UpstreamRequestFailure } from './adapter.ts'
import { estimateBytes } from './answer-bytes.ts'
import { BoundedCache } from './bounded-cache.ts'
import { type CircuitAdmission, CircuitBreaker } from './circuit-breaker.ts'
import type { UpstreamAnswer, UpstreamFailure, UpstreamProvider, UpstreamQuery } from './provider.ts'
import { toQueryKey } from './query-key.ts'

const MAX_IN_FLIGHT = 32
const MAX_CACHE_ENTRIES = 2000
const MAX_CACHE_BYTES = 32 * 1024 * 1024

/**
 * Minimum pause before a retry, in milliseconds. An immediate retry would encounter the same problem, and all callers
 * would retry at once.
 */
const MIN_RETRY_PAUSE_MS = 50
const MAX_RETRY_PAUSE_MS = 150

/** Default retry delay in seconds when the recovery time is unknown. */
const RETRY_AFTER_SECONDS = 2
const RETRY_AFTER_BUSY_SECONDS = 1

export interface ResilienceOptions {
  readonly clock: Clock
  /** Total timeout in milliseconds, including both attempts and the pause between them. */
  readonly timeoutMs: number
  /** Time in seconds for which answers are cached. 0 disables the cache. */
  readonly cacheSeconds: number
  readonly maxInFlight?: number
}

type Outcome = Result<UpstreamAnswer, UpstreamFailure>
type Attempt = Result<UpstreamAnswer, UpstreamRequestFailure>

/** Wraps an adapter with limits, retries, caching and a circuit breaker. */
export function createResilientProvider(adapter: UpstreamAdapter, options: ResilienceOptions): UpstreamProvider {
  return new ResilientProvider(adapter, options)
}

class ResilientProvider implements UpstreamProvider {
  readonly name: string
  private readonly adapter: UpstreamAdapter
  private readonly timeoutMs: number
  private readonly maxInFlight: number
  private readonly breaker: CircuitBreaker
  private readonly cache: BoundedCache<Outcome>
  /** Pending requests by key. Identical concurrent requests share one answer. */
  private readonly pendingReplies = new Map<string, Promise<Outcome>>()
  private readonly inFlight = new Set<AbortController>()
  private isClosed = false

  constructor(adapter: UpstreamAdapter, { clock, timeoutMs, cacheSeconds, maxInFlight }: ResilienceOptions) {
    this.name = adapter.name
    this.adapter = adapter
    this.timeoutMs = timeoutMs
    this.maxInFlight = maxInFlight ?? MAX_IN_FLIGHT
    this.breaker = new CircuitBreaker(clock)
    const limits = { maxEntries: MAX_CACHE_ENTRIES, maxBytes: MAX_CACHE_BYTES, ttlMs: cacheSeconds * 1000 }
    this.cache = new BoundedCache({ ...limits, estimateBytes: estimateOutcomeBytes }, clock)
  }

  async route(query: UpstreamQuery): Promise<Outcome> {
    if (this.isClosed) return toUnavailable('the service is stopping', RETRY_AFTER_SECONDS)
    const key = toQueryKey(query)
    const cachedReply = this.cache.find(key) ?? this.pendingReplies.get(key)
    if (cachedReply) return cachedReply
    const pendingAnswer = this.requestAndCache(key, query)
    this.pendingReplies.set(key, pendingAnswer)
    return pendingAnswer
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const controller of this.inFlight) controller.abort(new Error('the service is stopping'))
    await Promise.allSettled(this.pendingReplies.values())
    this.cache.clear()
    await this.adapter.close()
  }

  /**
   * Requests and caches an answer. The answer is cached before the request stops being shared, so that the same query
   * is not sent twice.
   */
  private async requestAndCache(key: string, query: UpstreamQuery): Promise<Outcome> {
    try {
      const outcome = await this.requestThroughBreaker(query)
      if (isCacheable(outcome)) this.cache.set(key, outcome)
      return outcome
    } finally {
      this.pendingReplies.delete(key)
    }
  }

  private async requestThroughBreaker(query: UpstreamQuery): Promise<Outcome> {
    // This check precedes the circuit breaker, because an admitted probe must be sent.
    if (this.inFlight.size >= this.maxInFlight) {
      return toUnavailable(`${this.maxInFlight} requests to it are already in flight`, RETRY_AFTER_BUSY_SECONDS)
    }
    const admission = this.breaker.admit()
    if (!admission.isAdmitted)
      return toUnavailable(`paused after failures: ${admission.reason}`, admission.retryAfterSeconds)
    try {
      return reportToBreaker(await this.requestWithTimeout(query, admission.isProbe), admission)
    } catch (internalError) {
      admission.failed('an internal error')
      throw internalError
    }
  }

  private async requestWithTimeout(query: UpstreamQuery, isProbe: boolean): Promise<Attempt> {
    const controller = new AbortController()
    const abortOnTimeout = () => controller.abort(new Error(`no response within ${this.timeoutMs} ms`))
    const timer = setTimeout(abortOnTimeout, this.timeoutMs)
    this.inFlight.add(controller)
    try {
      const attempt = await this.adapter.request(query, controller.signal)
      return isProbe ? attempt : await this.retryOnce(attempt, query, controller.signal)
    } finally {
      clearTimeout(timer)
      this.inFlight.delete(controller)
    }
  }

  /** Retries a failed request once. Servers often close a keep-alive connection just as it is reused. */
  private async retryOnce(first: Attempt, query: UpstreamQuery, signal: AbortSignal): Promise<Attempt> {
    if (first.ok || first.failure.kind !== 'upstream-unavailable' || !first.failure.isRetryable) return first
    const jitterMs = Math.random() * (MAX_RETRY_PAUSE_MS - MIN_RETRY_PAUSE_MS)
    try {
      await pause(MIN_RETRY_PAUSE_MS + jitterMs, undefined, { signal })
    } catch {
      // The timeout has expired, and the first failure is more informative.
      return first
    }
    return await this.adapter.request(query, signal)
  }
}

/** Reports the outcome. A missing route is a valid answer from a working service. */
function reportToBreaker(attempt: Attempt, admission: CircuitAdmission): Outcome {
  if (attempt.ok || attempt.failure.kind !== 'upstream-unavailable') admission.succeeded()
  if (attempt.ok) return attempt
  const { failure } = attempt
  if (failure.kind !== 'upstream-unavailable') return fail(failure)
  const { why, retryAfterSeconds } = failure
  admission.failed(why, retryAfterSeconds)
  return toUnavailable(why, retryAfterSeconds ?? RETRY_AFTER_SECONDS)
}

/** Returns whether to cache an outcome. Rejections are not cached, because the operator may soon fix the settings. */
function isCacheable(outcome: Outcome): boolean {
  return outcome.ok || outcome.failure.kind === 'upstream-no-route'
}

function estimateOutcomeBytes(outcome: Outcome): number {
  return outcome.ok ? estimateBytes(outcome.value) : outcome.failure.why.length
}

function toUnavailable(reason: string, retryAfterSeconds: number): Outcome {
  return fail({ kind: 'upstream-unavailable', why: reason, retryAfterSeconds })
}
