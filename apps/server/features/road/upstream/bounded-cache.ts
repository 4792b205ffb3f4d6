import type { Clock } from '../../../platform/clock.ts'

export interface CacheLimits<V> {
  readonly maxEntries: number
  readonly maxBytes: number
  readonly ttlMs: number
  /** Estimates the size of a value. An approximation is enough to limit the total size. */
  readonly estimateBytes: (value: V) => number
}

interface CacheEntry<V> {
  readonly value: V
  readonly bytes: number
  readonly expiresAtMs: number
}

/** Caches values for a limited time. A full cache evicts the least recently used value. */
export class BoundedCache<V> {
  private readonly limits: CacheLimits<V>
  private readonly clock: Clock
  /** Entries in the order of last use, because a Map keeps the insertion order. */
  private readonly entries = new Map<string, CacheEntry<V>>()
  private usedBytes = 0

  constructor(limits: CacheLimits<V>, clock: Clock) {
    this.limits = limits
    this.clock = clock
  }

  get size(): number {
    return this.entries.size
  }
  get bytes(): number {
    return this.usedBytes
  }

  find(key: string): V | undefined {
    const entry = this.remove(key)
    if (entry === undefined || entry.expiresAtMs <= this.nowMs()) return undefined
    this.add(key, entry)
    return entry.value
  }

  set(key: string, value: V): void {
    const { maxEntries, maxBytes, ttlMs, estimateBytes } = this.limits
    this.remove(key)
    const bytes = estimateBytes(value)
    if (ttlMs <= 0 || bytes > maxBytes) return
    this.add(key, { value, bytes, expiresAtMs: this.nowMs() + ttlMs })
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= maxEntries && this.usedBytes <= maxBytes) break
      this.remove(oldest)
    }
  }

  clear(): void {
    this.entries.clear()
    this.usedBytes = 0
  }

  private add(key: string, entry: CacheEntry<V>): void {
    this.entries.set(key, entry)
    this.usedBytes += entry.bytes
  }

  private remove(key: string): CacheEntry<V> | undefined {
    const entry = this.entries.get(key)
    if (entry === undefined) return undefined
    this.entries.delete(key)
    this.usedBytes -= entry.bytes
    return entry
  }

  private nowMs(): number {
    return this.clock.monotonicMicros() / 1000
  }
}
