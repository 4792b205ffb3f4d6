import { hash } from './hash.ts'
import { IP_BUCKET_BYTES, IP_SLOTS_PER_BUCKET, type LimitMemory, lock, unlock } from './limit-memory.ts'
import { computeNextArrival, type Rate, type RateVerdict, toRateVerdict } from './rate.ts'

/**
 * Fixed-size table with one token bucket per IP address, shared by all threads. A new address can replace an entry
 * whose token bucket is full again, but never an active entry. If many addresses fill a hash bucket, new addresses must
 * wait and cannot erase existing counts.
 */
export class IpRateTable {
  private readonly locks: Int32Array
  private readonly identities: Uint32Array
  private readonly arrivalTimes: Float64Array
  private readonly bucketCount: number
  private readonly seed: number

  constructor(memory: LimitMemory) {
    this.locks = new Int32Array(memory.ipTable)
    this.identities = new Uint32Array(memory.ipTable)
    this.arrivalTimes = new Float64Array(memory.ipTable)
    this.bucketCount = memory.ipTable.byteLength / IP_BUCKET_BYTES
    this.seed = memory.seed
  }

  check(ip: string, rate: Rate, nowMicros: number): RateVerdict {
    const lowHash = hash(ip, this.seed)
    // The hash is odd, so that no address looks like an empty entry. The hash is unsigned, like the array.
    const highHash = (hash(ip, this.seed ^ 0x9e3779b9) | 1) >>> 0
    const bucket = lowHash % this.bucketCount
    const lockIndex = (bucket * IP_BUCKET_BYTES) / 4
    lock(this.locks, lockIndex)
    try {
      const slot = this.findSlot(bucket, lowHash, highHash, nowMicros)
      if (slot < 0) return toRateVerdict(false, nowMicros + (rate.burst * 1e6) / rate.perSecond, nowMicros, rate)
      const arrival = this.arrivalTimes[slot] ?? 0
      const next = computeNextArrival(arrival, nowMicros, rate)
      if (next !== undefined) this.arrivalTimes[slot] = next
      return toRateVerdict(next !== undefined, next ?? arrival, nowMicros, rate)
    } finally {
      unlock(this.locks, lockIndex)
    }
  }

  /**
   * Returns the index of the address's entry in `arrivalTimes`, and creates the entry if there is room. Returns -1 if
   * all entries are active.
   */
  private findSlot(bucket: number, low: number, high: number, nowMicros: number): number {
    let freeSlot = -1
    for (let slot = 0; slot < IP_SLOTS_PER_BUCKET; slot++) {
      const offset = bucket * IP_BUCKET_BYTES + 8 + slot * 16
      const arrival = offset / 8 + 1
      if (this.identities[offset / 4] === low && this.identities[offset / 4 + 1] === high) return arrival
      if (freeSlot < 0 && (this.arrivalTimes[arrival] ?? 0) <= nowMicros) freeSlot = slot
    }
    if (freeSlot < 0) return -1
    const offset = bucket * IP_BUCKET_BYTES + 8 + freeSlot * 16
    this.identities[offset / 4] = low
    this.identities[offset / 4 + 1] = high
    this.arrivalTimes[offset / 8 + 1] = 0
    return offset / 8 + 1
  }
}
