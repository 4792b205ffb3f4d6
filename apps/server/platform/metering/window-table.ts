import { hash } from './hash.ts'
import {
  ENTRIES_PER_WINDOW,
  type LimitMemory,
  lock,
  unlock,
  WINDOW_BUCKET_BYTES,
  WINDOW_SLOTS_PER_BUCKET,
} from './limit-memory.ts'
import type { RateVerdict } from './rate.ts'
import { type RateWindow, ROUNDING_MICROS, toWindowVerdict } from './window.ts'

/** Size of a slot in float64: identity (two uint32), expiry, then pairs of time and count. */
const SLOT_NUMBERS = 2 + 2 * ENTRIES_PER_WINDOW
const EXPIRY_OFFSET = 1
const ENTRIES_OFFSET = 2
/** Size of a hash bucket in float64, including the lock at its start. */
const BUCKET_NUMBERS = WINDOW_BUCKET_BYTES / 8

/**
 * Fixed-size table of request times by name, shared by all threads. A window of up to 32 requests has an entry for each
 * request and is exact. In a larger window, neighboring requests share an entry and count until the last of them leaves
 * the window. A larger window never allows too many requests, and briefly allows at most 1/32 fewer. A new name can
 * replace a slot whose requests have all left the window, but never an active slot. Every name maps to two hash buckets
 * and uses the emptier one, so that the table fills evenly. If both buckets are full of active slots, new names must
 * wait.
 */
export class WindowRateTable {
  private readonly lockWords: Int32Array
  private readonly identities: Uint32Array
  private readonly numbers: Float64Array
  private readonly bucketCount: number
  private readonly seed: number

  constructor(memory: LimitMemory) {
    this.lockWords = new Int32Array(memory.windowTable)
    this.identities = new Uint32Array(memory.windowTable)
    this.numbers = new Float64Array(memory.windowTable)
    this.bucketCount = memory.windowTable.byteLength / WINDOW_BUCKET_BYTES
    this.seed = memory.seed
  }

  check(name: string, window: RateWindow, nowMicros: number): RateVerdict {
    const lowHash = hash(name, this.seed)
    // The hash is odd, so that no name looks like an empty slot. The hash is unsigned, like the array.
    const highHash = (hash(name, this.seed ^ 0x9e3779b9) | 1) >>> 0
    // The shift drops the lowest bit, which is always set.
    const [lowIndex, highIndex] = [lowHash % this.bucketCount, (highHash >>> 1) % this.bucketCount]
    // Both buckets are locked in a fixed order, so that two threads cannot create two slots for the same name.
    const first = Math.min(lowIndex, highIndex) * BUCKET_NUMBERS
    const second = Math.max(lowIndex, highIndex) * BUCKET_NUMBERS
    lock(this.lockWords, 2 * first)
    if (second !== first) lock(this.lockWords, 2 * second)
    try {
      const slot = this.findSlot([first, second], lowHash, highHash, nowMicros)
      if (slot < 0) {
        return toWindowVerdict(false, window, { count: window.limit, firstMicros: 0, lastMicros: 0 })
      }
      return this.checkSlot(slot, window, nowMicros)
    } finally {
      if (second !== first) unlock(this.lockWords, 2 * second)
      unlock(this.lockWords, 2 * first)
    }
  }

  private checkSlot(slot: number, window: RateWindow, nowMicros: number): RateVerdict {
    const { numbers } = this
    const firstEntry = slot + ENTRIES_OFFSET
    const windowMicros = 1000 * window.windowMs
    let [count, freeEntry, newestEntry, oldestAt, newestAt] = [0, -1, -1, nowMicros, 0]
    for (let entry = firstEntry; entry < firstEntry + 2 * ENTRIES_PER_WINDOW; entry += 2) {
      const timeMicros = numbers[entry] ?? 0
      if ((numbers[entry + 1] ?? 0) === 0 || nowMicros - timeMicros >= windowMicros - ROUNDING_MICROS) {
        if (freeEntry < 0) freeEntry = entry
        continue
      }
      count += numbers[entry + 1] ?? 0
      if (timeMicros <= oldestAt) oldestAt = timeMicros
      if (timeMicros >= newestAt) [newestEntry, newestAt] = [entry, timeMicros]
    }
    const lastMicros = newestEntry < 0 ? 0 : nowMicros - newestAt
    if (count >= window.limit) {
      return toWindowVerdict(false, window, { count, firstMicros: nowMicros - oldestAt, lastMicros })
    }
    const maxRequestsPerEntry = Math.ceil(window.limit / ENTRIES_PER_WINDOW)
    // After a limit change, there may be no free entry. Requests then share entries sooner.
    const isEntryShared = newestEntry >= 0 && ((numbers[newestEntry + 1] ?? 0) < maxRequestsPerEntry || freeEntry < 0)
    const entry = isEntryShared ? newestEntry : freeEntry
    numbers[entry] = nowMicros
    numbers[entry + 1] = isEntryShared ? (numbers[entry + 1] ?? 0) + 1 : 1
    numbers[slot + EXPIRY_OFFSET] = nowMicros + windowMicros
    return toWindowVerdict(true, window, { count: count + 1, firstMicros: nowMicros - oldestAt, lastMicros: 0 })
  }

  /**
   * Returns the index of the name's slot in `numbers`, and creates the slot if there is room. Returns -1 if all slots
   * are active.
   */
  private findSlot(buckets: readonly [number, number], low: number, high: number, nowMicros: number): number {
    let [freeSlot, mostFree] = [-1, 0]
    for (const bucket of buckets) {
      let [freeInBucket, freeCount] = [-1, 0]
      for (let slotIndex = 0; slotIndex < WINDOW_SLOTS_PER_BUCKET; slotIndex++) {
        const slot = bucket + 1 + slotIndex * SLOT_NUMBERS
        if (this.identities[2 * slot] === low && this.identities[2 * slot + 1] === high) return slot
        if ((this.numbers[slot + EXPIRY_OFFSET] ?? 0) > nowMicros) continue
        freeInBucket = slot
        freeCount++
      }
      if (freeCount > mostFree) [freeSlot, mostFree] = [freeInBucket, freeCount]
    }
    if (freeSlot < 0) return -1
    this.numbers.fill(0, freeSlot, freeSlot + SLOT_NUMBERS)
    this.identities[2 * freeSlot] = low
    this.identities[2 * freeSlot + 1] = high
    return freeSlot
  }
}
