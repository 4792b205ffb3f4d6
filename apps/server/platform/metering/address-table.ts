import { hash } from './hash.ts'
import { ADDRESS_BUCKET_BYTES, ADDRESS_WAYS, type LimitMemory, lock, unlock } from './limit-memory.ts'
import { nextArrival, type Rate, type RateVerdict, verdict } from './rate.ts'

/**
 * One rate bucket per IP address, in a fixed-size table that all threads share. An entry whose bucket is full again can
 * be replaced; an active one is never evicted. If a flood of addresses fills a hash bucket, new ones must wait, but
 * they cannot erase existing counts.
 */
export class AddressTable {
  private readonly locks: Int32Array
  private readonly identities: Uint32Array
  private readonly arrivals: Float64Array
  private readonly buckets: number
  private readonly seed: number

  constructor(memory: LimitMemory) {
    this.locks = new Int32Array(memory.addresses)
    this.identities = new Uint32Array(memory.addresses)
    this.arrivals = new Float64Array(memory.addresses)
    this.buckets = memory.addresses.byteLength / ADDRESS_BUCKET_BYTES
    this.seed = memory.seed
  }

  pass(address: string, rate: Rate, nowMicros: number): RateVerdict {
    const low = hash(address, this.seed)
    // Odd, so that no address looks like an empty entry. Unsigned, as stored in the array.
    const high = (hash(address, this.seed ^ 0x9e3779b9) | 1) >>> 0
    const bucket = low % this.buckets
    const lockIndex = (bucket * ADDRESS_BUCKET_BYTES) / 4
    lock(this.locks, lockIndex)
    try {
      const way = this.findWay(bucket, low, high, nowMicros)
      if (way < 0) return verdict(false, nowMicros + (rate.burst * 1e6) / rate.perSecond, nowMicros, rate)
      const arrival = this.arrivals[way] ?? 0
      const next = nextArrival(arrival, nowMicros, rate)
      if (next !== undefined) this.arrivals[way] = next
      return verdict(next !== undefined, next ?? arrival, nowMicros, rate)
    } finally {
      unlock(this.locks, lockIndex)
    }
  }

  /** Index into `arrivals` of the address's entry, created if there is room; -1 if all entries are active. */
  private findWay(bucket: number, low: number, high: number, nowMicros: number): number {
    let free = -1
    for (let way = 0; way < ADDRESS_WAYS; way++) {
      const offset = bucket * ADDRESS_BUCKET_BYTES + 8 + way * 16
      const arrival = offset / 8 + 1
      if (this.identities[offset / 4] === low && this.identities[offset / 4 + 1] === high) return arrival
      if (free < 0 && (this.arrivals[arrival] ?? 0) <= nowMicros) free = way
    }
    if (free < 0) return -1
    const offset = bucket * ADDRESS_BUCKET_BYTES + 8 + free * 16
    this.identities[offset / 4] = low
    this.identities[offset / 4 + 1] = high
    this.arrivals[offset / 8 + 1] = 0
    return offset / 8 + 1
  }
}
