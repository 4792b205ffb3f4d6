import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { BoundedCache } from '../../road/upstream/bounded-cache.ts'
import { type CircuitAdmission, CircuitBreaker } from '../../road/upstream/circuit-breaker.ts'
import type {
  GeocoderAdapter,
  UpstreamGeocodeQuery,
  UpstreamGeocodeResult,
  UpstreamGeocoder,
  UpstreamPlaces,
} from './geocoder.ts'
import { RequestPacer } from './pace.ts'
import { toQueryKey } from './question-key.ts'
import type { GeocoderStore } from './store.ts'

export interface RateLimitedGeocoderOptions {
  readonly clock: Clock
  readonly store: GeocoderStore
  /** Total timeout in milliseconds, including the wait for a slot and for the answer. */
  readonly timeoutMs: number
  readonly perSecond: number
  /** Number of days for which answers are cached. 0 disables the cache. */
  readonly cacheDays: number
  readonly log: { warn(fields: object, message: string): void }
  readonly maxRows?: number
}

const DAY_MS = 86_400_000
/** Maximum number of days for which an empty result is cached. A place that is missing today may exist tomorrow. */
const MAX_EMPTY_RESULT_DAYS = 1
const MAX_ROWS = 200_000
/** Number of writes between two trims of the table. */
const WRITES_PER_TRIM = 500
const CACHE_LIMITS = { maxEntries: 2000, maxBytes: 8 * 1024 * 1024, ttlMs: 600_000 } as const

/** Protects an external geocoder: limits the rate, caches answers, and pauses after failures. */
export class RateLimitedGeocoder implements UpstreamGeocoder {
  private readonly adapter: GeocoderAdapter
  private readonly options: RateLimitedGeocoderOptions
  private readonly pacer: RequestPacer
  private readonly breaker: CircuitBreaker
  private readonly cache: BoundedCache<UpstreamPlaces>
  /** Pending results by key. Identical concurrent requests share one answer. */
  private readonly pendingResults = new Map<string, Promise<UpstreamGeocodeResult | undefined>>()
  private readonly stopController = new AbortController()
  private storedCount = 0

  constructor(adapter: GeocoderAdapter, options: RateLimitedGeocoderOptions) {
    this.adapter = adapter
    this.options = options
    this.pacer = new RequestPacer(options.perSecond)
    this.breaker = new CircuitBreaker(options.clock)
    const ttlMs = options.cacheDays === 0 ? 0 : CACHE_LIMITS.ttlMs
    this.cache = new BoundedCache({ ...CACHE_LIMITS, ttlMs, estimateBytes }, options.clock)
  }

  async query(geocodeQuery: UpstreamGeocodeQuery): Promise<UpstreamGeocodeResult | undefined> {
    const key = toQueryKey(geocodeQuery)
    const cached = this.cache.find(key)
    if (cached) return { ...cached, source: 'cache' }
    const pendingResult = this.pendingResults.get(key)
    if (pendingResult) return await pendingResult
    const pendingAnswer = this.findOrRequest(key, geocodeQuery).finally(() => this.pendingResults.delete(key))
    this.pendingResults.set(key, pendingAnswer)
    return await pendingAnswer
  }

  async cleanUp(): Promise<void> {
    const { store, clock, maxRows = MAX_ROWS } = this.options
    await store.trim(clock.now(), maxRows)
  }

  async close(): Promise<void> {
    this.stopController.abort(new Error('the service is stopping'))
    await Promise.allSettled(this.pendingResults.values())
    this.adapter.close()
  }

  private async findOrRequest(
    key: string,
    geocodeQuery: UpstreamGeocodeQuery,
  ): Promise<UpstreamGeocodeResult | undefined> {
    const storedResult = await this.findStored(key)
    if (storedResult) {
      this.cache.set(key, storedResult)
      return { ...storedResult, source: 'cache' }
    }
    const upstreamResult = await this.requestUpstream(geocodeQuery)
    if (!upstreamResult) return undefined
    this.cache.set(key, upstreamResult)
    await this.saveResult(key, upstreamResult)
    return { ...upstreamResult, source: 'upstream' }
  }

  private async requestUpstream(geocodeQuery: UpstreamGeocodeQuery): Promise<UpstreamPlaces | undefined> {
    const { timeoutMs, log } = this.options
    const signal = AbortSignal.any([this.stopController.signal, AbortSignal.timeout(timeoutMs)])
    const admission = await this.admit(signal)
    if (!admission) return undefined
    try {
      const queryResult = await this.adapter.query(geocodeQuery, signal)
      if (queryResult.ok) {
        admission.succeeded()
        return queryResult.value
      }
      const { why, retryAfterSeconds } = queryResult.failure
      admission.failed(why, retryAfterSeconds)
      log.warn({ why }, 'the upstream geocoder did not respond')
      return undefined
    } catch (internalError) {
      admission.failed('an internal error')
      throw internalError
    }
  }

  /** Waits for a slot. Requests do not wait while the circuit breaker is open. */
  private async admit(signal: AbortSignal): Promise<CircuitAdmission | undefined> {
    const firstAdmission = this.breaker.admit()
    if (!firstAdmission.isAdmitted) return undefined
    if (!(await this.waitForTurn(signal))) {
      // Without this report, other requests would wait forever for the outcome of the probe.
      if (firstAdmission.isProbe) firstAdmission.failed('no rate limit slot was available in time')
      return undefined
    }
    if (firstAdmission.isProbe) return firstAdmission
    // Other requests may have failed in the meantime.
    const admission = this.breaker.admit()
    return admission.isAdmitted ? admission : undefined
  }

  private async waitForTurn(signal: AbortSignal): Promise<boolean> {
    const { clock, timeoutMs } = this.options
    const waitMs = this.pacer.reserveSlot(clock.monotonicMicros() / 1000, timeoutMs)
    if (waitMs === undefined || signal.aborted) return false
    try {
      await pause(waitMs, undefined, { signal })
      return true
    } catch {
      return false
    }
  }

  /** Finds a stored answer. An unavailable database must not prevent an answer. */
  private async findStored(key: string): Promise<UpstreamPlaces | undefined> {
    const { store, clock, cacheDays, log } = this.options
    if (cacheDays === 0) return undefined
    try {
      const json = await store.find(key, clock.now())
      return json === undefined ? undefined : (JSON.parse(json) as UpstreamPlaces)
    } catch (error) {
      log.warn({ why: (error as Error).message }, 'cached replies from the upstream geocoder could not be read')
      return undefined
    }
  }

  private async saveResult(key: string, { places, attribution }: UpstreamPlaces): Promise<void> {
    const { store, clock, cacheDays, log } = this.options
    if (cacheDays === 0) return
    const days = places.length === 0 ? Math.min(cacheDays, MAX_EMPTY_RESULT_DAYS) : cacheDays
    try {
      await store.save(key, JSON.stringify({ places, attribution }), clock.now() + days * DAY_MS)
      if (++this.storedCount % WRITES_PER_TRIM === 0) await this.cleanUp()
    } catch (error) {
      log.warn({ why: (error as Error).message }, 'a reply from the upstream geocoder could not be cached')
    }
  }
}

function estimateBytes({ places }: UpstreamPlaces): number {
  return 200 + places.reduce((sum, { said, label }) => sum + 400 + 2 * (said.length + label.length), 0)
}
