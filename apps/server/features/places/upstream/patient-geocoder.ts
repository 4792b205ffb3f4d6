import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import { BoundedCache } from '../../road/upstream/bounded-cache.ts'
import { type Admission, CircuitBreaker } from '../../road/upstream/circuit-breaker.ts'
import type { GeocoderAdapter, GeocoderAnswer, GeocoderQuestion, KnownPlaces, UpstreamGeocoder } from './geocoder.ts'
import { Pace } from './pace.ts'
import { questionKey } from './question-key.ts'
import type { GeocoderStore } from './store.ts'

export interface PatienceOptions {
  readonly clock: Clock
  readonly store: GeocoderStore
  /** The total timeout: the wait for a slot and the answer. */
  readonly timeoutMs: number
  readonly perSecond: number
  /** How long answers are cached; 0 disables the cache. */
  readonly cacheDays: number
  readonly log: { warn(fields: object, text: string): void }
  readonly mostRows?: number
}

const DAY_MS = 86_400_000
/** A place that is missing today may exist tomorrow. */
const LONGEST_NOTHING_DAYS = 1
const MAX_ROWS = 200_000
/** How many writes pass between two trims of the table. */
const TRIM_EVERY = 500
const REMEMBERED = { maxEntries: 2000, maxBytes: 8 * 1024 * 1024, ttlMs: 600_000 } as const

/** Protects an external geocoder: limits the rate, caches answers, and pauses when it fails. */
export class PatientGeocoder implements UpstreamGeocoder {
  private readonly adapter: GeocoderAdapter
  private readonly options: PatienceOptions
  private readonly pace: Pace
  private readonly breaker: CircuitBreaker
  private readonly remembered: BoundedCache<KnownPlaces>
  /** By key: identical concurrent requests share one answer. */
  private readonly underWay = new Map<string, Promise<GeocoderAnswer | undefined>>()
  private readonly stopping = new AbortController()
  private kept = 0

  constructor(adapter: GeocoderAdapter, options: PatienceOptions) {
    this.adapter = adapter
    this.options = options
    this.pace = new Pace(options.perSecond)
    this.breaker = new CircuitBreaker(options.clock)
    const ttlMs = options.cacheDays === 0 ? 0 : REMEMBERED.ttlMs
    this.remembered = new BoundedCache({ ...REMEMBERED, ttlMs, bytesOf }, options.clock)
  }

  async ask(question: GeocoderQuestion): Promise<GeocoderAnswer | undefined> {
    const key = questionKey(question)
    const known = this.remembered.find(key)
    if (known) return { ...known, source: 'cache' }
    const underWay = this.underWay.get(key)
    if (underWay) return await underWay
    const answer = this.answer(key, question).finally(() => this.underWay.delete(key))
    this.underWay.set(key, answer)
    return await answer
  }

  async cleanUp(): Promise<void> {
    const { store, clock, mostRows = MAX_ROWS } = this.options
    await store.trim(clock.now(), mostRows)
  }

  async close(): Promise<void> {
    this.stopping.abort(new Error('the service is stopping'))
    await Promise.allSettled(this.underWay.values())
    this.adapter.close()
  }

  private async answer(key: string, question: GeocoderQuestion): Promise<GeocoderAnswer | undefined> {
    const stored = await this.findStored(key)
    if (stored) {
      this.remembered.keep(key, stored)
      return { ...stored, source: 'cache' }
    }
    const fresh = await this.askNow(question)
    if (!fresh) return undefined
    this.remembered.keep(key, fresh)
    await this.store(key, fresh)
    return { ...fresh, source: 'upstream' }
  }

  private async askNow(question: GeocoderQuestion): Promise<KnownPlaces | undefined> {
    const { timeoutMs, log } = this.options
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(timeoutMs)])
    const admission = await this.admit(signal)
    if (!admission) return undefined
    try {
      const attempt = await this.adapter.ask(question, signal)
      if (attempt.ok) {
        admission.succeeded()
        return attempt.value
      }
      const { why, retryAfterSeconds } = attempt.failure
      admission.failed(why, retryAfterSeconds)
      log.warn({ why }, 'the upstream geocoder did not respond')
      return undefined
    } catch (bug) {
      admission.failed('an internal error')
      throw bug
    }
  }

  /** Requests do not wait for a slot while the circuit breaker is open. */
  private async admit(signal: AbortSignal): Promise<Admission | undefined> {
    const before = this.breaker.admit()
    if (!before.admitted) return undefined
    if (!(await this.waitForTurn(signal))) {
      // Otherwise others would wait forever for the outcome of the probe.
      if (before.isProbe) before.failed('no rate limit slot was available in time')
      return undefined
    }
    if (before.isProbe) return before
    // Other requests may have failed in the meantime.
    const after = this.breaker.admit()
    return after.admitted ? after : undefined
  }

  private async waitForTurn(signal: AbortSignal): Promise<boolean> {
    const { clock, timeoutMs } = this.options
    const waitMs = this.pace.take(clock.monotonicMicros() / 1000, timeoutMs)
    if (waitMs === undefined || signal.aborted) return false
    try {
      await pause(waitMs, undefined, { signal })
      return true
    } catch {
      return false
    }
  }

  /** An unavailable database must not prevent an answer. */
  private async findStored(key: string): Promise<KnownPlaces | undefined> {
    const { store, clock, cacheDays, log } = this.options
    if (cacheDays === 0) return undefined
    try {
      const text = await store.find(key, clock.now())
      return text === undefined ? undefined : (JSON.parse(text) as KnownPlaces)
    } catch (error) {
      log.warn({ why: (error as Error).message }, 'cached replies of the upstream geocoder could not be read')
      return undefined
    }
  }

  private async store(key: string, { places, attribution }: KnownPlaces): Promise<void> {
    const { store, clock, cacheDays, log } = this.options
    if (cacheDays === 0) return
    const days = places.length === 0 ? Math.min(cacheDays, LONGEST_NOTHING_DAYS) : cacheDays
    try {
      await store.keep(key, JSON.stringify({ places, attribution }), clock.now() + days * DAY_MS)
      if (++this.kept % TRIM_EVERY === 0) await this.cleanUp()
    } catch (error) {
      log.warn({ why: (error as Error).message }, 'a reply of the upstream geocoder could not be cached')
    }
  }
}

function bytesOf({ places }: KnownPlaces): number {
  return 200 + places.reduce((sum, { said, label }) => sum + 400 + 2 * (said.length + label.length), 0)
}
