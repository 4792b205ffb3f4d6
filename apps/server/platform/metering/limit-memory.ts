/**
 * Memory shared by all threads of a server. Plain data for thread messages; buffers are passed by reference. Accounts
 * are indexed by number without hashing or eviction, so their counts are exact. IP addresses use a fixed hash table.
 */
export interface LimitMemory {
  readonly accountTable: SharedArrayBuffer
  readonly ipTable: SharedArrayBuffer
  /** Times of the last requests per window; see window-table.ts. */
  readonly windowTable: SharedArrayBuffer
  /** A counter of account and key changes. Key caches compare it. */
  readonly revision: SharedArrayBuffer
  /** Makes the table slot of an address unpredictable. */
  readonly seed: number
}

/** Bytes per account: lock and month (two int32), arrival and used (two float64), padded to half a cache line. */
export const ACCOUNT_BYTES = 32
/** Reserved address space; memory is committed as account numbers grow. */
const MAX_ACCOUNTS = 1 << 24
const INITIAL_ACCOUNTS = 1 << 10

export const IP_SLOTS_PER_BUCKET = 8
/** Bytes per hash bucket: lock and padding, then two uint32 of identity and one float64 of arrival per entry. */
export const IP_BUCKET_BYTES = 8 + IP_SLOTS_PER_BUCKET * 16
const DEFAULT_IP_BUCKETS = 1 << 14

export const WINDOW_SLOTS_PER_BUCKET = 8
/** Requests per window that are stored individually. */
export const ENTRIES_PER_WINDOW = 32
/** Bytes per hash bucket: lock and padding, then for each entry identity, end, and a time and count per request. */
export const WINDOW_BUCKET_BYTES = 8 + WINDOW_SLOTS_PER_BUCKET * (16 + ENTRIES_PER_WINDOW * 16)
/** Enough for 40,000 assets and channels active within the same few seconds. Memory is committed on first write. */
const DEFAULT_WINDOW_BUCKETS = 1 << 13

export function createLimitMemory(
  seed: number,
  ipBuckets = DEFAULT_IP_BUCKETS,
  windowBuckets = DEFAULT_WINDOW_BUCKETS,
): LimitMemory {
  return {
    accountTable: new SharedArrayBuffer(INITIAL_ACCOUNTS * ACCOUNT_BYTES, {
      maxByteLength: MAX_ACCOUNTS * ACCOUNT_BYTES,
    }),
    ipTable: new SharedArrayBuffer(ipBuckets * IP_BUCKET_BYTES),
    windowTable: new SharedArrayBuffer(windowBuckets * WINDOW_BUCKET_BYTES),
    revision: new SharedArrayBuffer(4),
    seed,
  }
}

/** Notifies all threads of this server that an account or key has changed. */
export function createRevisionNotifier(memory: LimitMemory): () => void {
  const revision = new Int32Array(memory.revision)
  return () => {
    Atomics.add(revision, 0, 1)
  }
}

/** A shared-memory lock for very short critical sections. Waiting threads spin, then sleep briefly. */
export function lock(cells: Int32Array, index: number): void {
  for (let spins = 0; Atomics.compareExchange(cells, index, 0, 1) !== 0; spins++) {
    if (spins > 500) Atomics.wait(cells, index, 1, 1)
  }
}

export function unlock(cells: Int32Array, index: number): void {
  Atomics.store(cells, index, 0)
}
