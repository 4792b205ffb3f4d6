import type { Clock } from '../../clock.ts'
import type { MaybePromise } from '../../metering/limiter.ts'
import { shareConcurrent } from '../../share-concurrent.ts'
import type { HttpFailure } from '../http-problems.ts'
import type { AccountCaller, KeyRecord } from './caller.ts'

export type KeyStatus = AccountCaller | Extract<HttpFailure, { kind: `key-${string}` | 'trial-ended' }>

export interface KeyDirectoryOptions {
  readonly findKey: (key: string) => Promise<KeyRecord | undefined>
  /** Checks the format of a key, so that malformed keys need no database query. */
  readonly isWellFormed: (key: string) => boolean
  readonly clock: Clock
  /** Revision that all threads share. The revision increases whenever an account or key changes. */
  readonly revision: SharedArrayBuffer
  readonly capacity?: number
}

/**
 * Maps a key to its account. Cached records are valid until the next change. A revoked key stops working immediately in
 * all threads, and within half a second on other machines.
 */
export class KeyDirectory {
  private readonly options: KeyDirectoryOptions
  private readonly revision: Int32Array
  private readonly capacity: number
  /** Finds a key in the database. Requests after a change do not share a lookup that began before the change. */
  private readonly findInDatabase: (key: string, revision: number) => Promise<KeyRecord | undefined>
  private recordCache = new Map<string, KeyRecord>()
  /** Unknown keys, cached separately so that invented keys cannot evict valid ones. */
  private unknownKeys = new Set<string>()
  private cachedRevision = 0

  constructor(options: KeyDirectoryOptions) {
    this.options = options
    this.revision = new Int32Array(options.revision)
    this.capacity = options.capacity ?? 50_000
    this.findInDatabase = shareConcurrent((key) => options.findKey(key))
  }

  find(key: string): MaybePromise<KeyStatus> {
    const currentRevision = Atomics.load(this.revision, 0)
    if (currentRevision !== this.cachedRevision) {
      this.recordCache = new Map()
      this.unknownKeys = new Set()
      this.cachedRevision = currentRevision
    }
    // The cache uses the key itself, because hashing it on every request would cost more than all other checks.
    const record = this.recordCache.get(key)
    if (record !== undefined) return this.toKeyStatus(record)
    if (this.unknownKeys.has(key) || !this.options.isWellFormed(key)) return { kind: 'key-unknown' }
    return this.load(key, currentRevision)
  }

  private async load(key: string, revision: number): Promise<KeyStatus> {
    const record = await this.findInDatabase(key, revision)
    // The record is cached only if no account or key has changed since it was read.
    if (Atomics.load(this.revision, 0) === revision && this.cachedRevision === revision) this.addToCache(key, record)
    return record ? this.toKeyStatus(record) : { kind: 'key-unknown' }
  }

  private addToCache(key: string, record: KeyRecord | undefined): void {
    const cache = record ? this.recordCache : this.unknownKeys
    if (cache.size >= this.capacity) cache.clear()
    if (record) this.recordCache.set(key, record)
    else this.unknownKeys.add(key)
  }

  private toKeyStatus(record: KeyRecord): KeyStatus {
    if (record.revokedAt !== null) return { kind: 'key-revoked' }
    if (record.keyExpiresAt !== null || record.accountExpiresAt !== null) {
      const now = this.options.clock.now()
      if (record.keyExpiresAt !== null && record.keyExpiresAt <= now) {
        return { kind: 'key-expired', at: new Date(record.keyExpiresAt).toISOString(), isRotated: record.isRotated }
      }
      if (record.accountExpiresAt !== null && record.accountExpiresAt <= now) {
        return { kind: 'trial-ended', at: new Date(record.accountExpiresAt).toISOString() }
      }
    }
    return record.caller
  }
}
