/**
 * Memory that all threads of a server share. Plain data for the thread messages: buffers go by reference.
 *
 * Accounts are found by their number, with no hashing and nothing to evict, so their counts are exact. Addresses live
 * in a fixed table of buckets.
 */
export interface LimitMemory {
  readonly accounts: SharedArrayBuffer
  readonly addresses: SharedArrayBuffer
  /** When the last requests of windows passed; see window-table.ts. */
  readonly windows: SharedArrayBuffer
  /** One counter: how often accounts or keys changed. Whoever remembers a key compares it. */
  readonly revision: SharedArrayBuffer
  /** Makes the place of an address in the table unpredictable from outside. */
  readonly seed: number
}

/** Bytes per account: lock and month (two int32), arrival and used (two float64), padding to half a cache line. */
export const ACCOUNT_BYTES = 32
/** Reserved, not used: memory is taken as account numbers grow. */
const MAX_ACCOUNTS = 1 << 24
const FIRST_ACCOUNTS = 1 << 10

export const ADDRESS_WAYS = 8
/** Bytes per bucket: lock and padding, then two uint32 of identity and one float64 of arrival for each way. */
export const ADDRESS_BUCKET_BYTES = 8 + ADDRESS_WAYS * 16
const DEFAULT_ADDRESS_BUCKETS = 1 << 14

export const WINDOW_WAYS = 8
/** Requests of a window that are remembered one by one. */
export const WINDOW_PLACES = 32
/** Bytes per bucket: lock and padding, then identity, end, and a time and a count for each place, for each way. */
export const WINDOW_BYTES = 8 + WINDOW_WAYS * (16 + WINDOW_PLACES * 16)
/** For 16,000 accounts and channels that are active within the same seconds; memory is taken as it is written to. */
const DEFAULT_WINDOW_BUCKETS = 1 << 11

export function createLimitMemory(
  seed: number,
  addressBuckets = DEFAULT_ADDRESS_BUCKETS,
  windowBuckets = DEFAULT_WINDOW_BUCKETS,
): LimitMemory {
  return {
    accounts: new SharedArrayBuffer(FIRST_ACCOUNTS * ACCOUNT_BYTES, { maxByteLength: MAX_ACCOUNTS * ACCOUNT_BYTES }),
    addresses: new SharedArrayBuffer(addressBuckets * ADDRESS_BUCKET_BYTES),
    windows: new SharedArrayBuffer(windowBuckets * WINDOW_BYTES),
    revision: new SharedArrayBuffer(4),
    seed,
  }
}

/** Tells all threads of this server at once that an account or a key has changed. */
export function announcer(memory: LimitMemory): () => void {
  const revision = new Int32Array(memory.revision)
  return () => {
    Atomics.add(revision, 0, 1)
  }
}

/** A lock in shared memory for a handful of instructions. Threads that find it taken spin, then sleep briefly. */
export function lock(cells: Int32Array, index: number): void {
  for (let spins = 0; Atomics.compareExchange(cells, index, 0, 1) !== 0; spins++) {
    if (spins > 500) Atomics.wait(cells, index, 1, 1)
  }
}

export function unlock(cells: Int32Array, index: number): void {
  Atomics.store(cells, index, 0)
}
