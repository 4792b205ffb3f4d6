/**
 * Memory that all threads of a server share. The object is plain data for thread messages, and buffers are passed by
 * reference. Accounts are indexed by number without hashing or eviction, so their counts are exact. IP addresses use a
 * fixed hash table.
 */
export interface LimitMemory {
  readonly accountTable: SharedArrayBuffer
  readonly ipTable: SharedArrayBuffer
  /** Times of the latest requests per window. See window-table.ts. */
  readonly windowTable: SharedArrayBuffer
  /** Counter that increases with every account or key change. Key caches compare it with their revision. */
  readonly revision: SharedArrayBuffer
  /** Seed that makes the table slot of an address unpredictable. */
  readonly seed: number
}

/** Bytes per account: lock and month (two int32), arrival and used (two float64), padded to half a cache line. */
export const ACCOUNT_BYTES = 32
/**
 * Maximum number of accounts. Only address space is reserved for them, and memory is committed as account numbers grow.
 */
const MAX_ACCOUNTS = 1 << 24
const INITIAL_ACCOUNTS = 1 << 10

export const IP_SLOTS_PER_BUCKET = 8
/**
 * Bytes per hash bucket: a lock with padding, then two uint32 for the identity and one float64 for the arrival time of
 * each entry.
 */
export const IP_BUCKET_BYTES = 8 + IP_SLOTS_PER_BUCKET * 16
const DEFAULT_IP_BUCKETS = 1 << 14

export const WINDOW_SLOTS_PER_BUCKET = 8
/** Maximum number of requests per window that are stored individually. */
export const ENTRIES_PER_WINDOW = 32
/**
 * Bytes per hash bucket: a lock with padding, then the identity, the expiry and all request times and counts of each
 * entry.
 */
export const WINDOW_BUCKET_BYTES = 8 + WINDOW_SLOTS_PER_BUCKET * (16 + ENTRIES_PER_WINDOW * 16)
/**
 * Number of hash buckets, enough for 40,000 assets and channels that are active within a few seconds. Memory is
 * committed on first write.
 */
const DEFAULT_WINDOW_BUCKETS = 1 << 13

export function createLimitMemory(
  seed: number,
  ipBucketCount = DEFAULT_IP_BUCKETS,
  windowBucketCount = DEFAULT_WINDOW_BUCKETS,
): LimitMemory {
  return {
    accountTable: new SharedArrayBuffer(INITIAL_ACCOUNTS * ACCOUNT_BYTES, {
      maxByteLength: MAX_ACCOUNTS * ACCOUNT_BYTES,
    }),
    ipTable: new SharedArrayBuffer(ipBucketCount * IP_BUCKET_BYTES),
    windowTable: new SharedArrayBuffer(windowBucketCount * WINDOW_BUCKET_BYTES),
    revision: new SharedArrayBuffer(4),
    seed,
  }
}

/** Returns a function that notifies all threads of this server of an account or key change. */
export function createRevisionNotifier(memory: LimitMemory): () => void {
  const revision = new Int32Array(memory.revision)
  return () => {
    Atomics.add(revision, 0, 1)
  }
}

/** Acquires a shared-memory lock for very short critical sections. Waiting threads spin, then sleep briefly. */
export function lock(cells: Int32Array, index: number): void {
  for (let spinCount = 0; Atomics.compareExchange(cells, index, 0, 1) !== 0; spinCount++) {
    if (spinCount > 500) Atomics.wait(cells, index, 1, 1)
  }
}

export function unlock(cells: Int32Array, index: number): void {
  Atomics.store(cells, index, 0)
}
