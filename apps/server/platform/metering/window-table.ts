import { hash } from './hash.ts'
import { type LimitMemory, lock, unlock, WINDOW_BYTES, WINDOW_PLACES, WINDOW_WAYS } from './limit-memory.ts'
import type { RateVerdict } from './rate.ts'
import { DUST_MICROS, type RateWindow, windowVerdict } from './window.ts'

/** In float64: identity (two uint32), expiry, then pairs of time and count. */
const WAY_NUMBERS = 2 + 2 * WINDOW_PLACES
const UNTIL = 1
const PLACES = 2
/** The lock of a hash bucket comes first. */
const BUCKET_NUMBERS = WINDOW_BYTES / 8

/**
 * Request times by name, in a fixed-size table that all threads share. A window of up to 32 requests has an entry for
 * each and is exact. In a larger window, neighbors share an entry and count until the last of them leaves the window:
 * it never allows more, and at worst briefly allows 1/32 less. An entry whose requests have all left the window can be
 * replaced; an active one cannot. If a hash bucket is full of active entries, new names must wait.
 */
export class WindowTable {
  private readonly words: Int32Array
  private readonly identities: Uint32Array
  private readonly numbers: Float64Array
  private readonly buckets: number
  private readonly seed: number

  constructor(memory: LimitMemory) {
    this.words = new Int32Array(memory.windows)
    this.identities = new Uint32Array(memory.windows)
    this.numbers = new Float64Array(memory.windows)
    this.buckets = memory.windows.byteLength / WINDOW_BYTES
    this.seed = memory.seed
  }

  pass(name: string, window: RateWindow, nowMicros: number): RateVerdict {
    const low = hash(name, this.seed)
    // Odd, so that no name looks like an empty entry. Unsigned, as stored in the array.
    const high = (hash(name, this.seed ^ 0x9e3779b9) | 1) >>> 0
    const bucket = (low % this.buckets) * BUCKET_NUMBERS
    lock(this.words, 2 * bucket)
    try {
      const way = this.findWay(bucket, low, high, nowMicros)
      if (way < 0) {
        return windowVerdict(false, window, { count: window.most, firstMicros: 0, lastMicros: 0 })
      }
      return this.passAt(way, window, nowMicros)
    } finally {
      unlock(this.words, 2 * bucket)
    }
  }

  private passAt(way: number, window: RateWindow, nowMicros: number): RateVerdict {
    const { numbers } = this
    const first = way + PLACES
    const windowMicros = 1000 * window.windowMs
    let [count, free, newest, oldestAt, newestAt] = [0, -1, -1, nowMicros, 0]
    for (let place = first; place < first + 2 * WINDOW_PLACES; place += 2) {
      const at = numbers[place] ?? 0
      if ((numbers[place + 1] ?? 0) === 0 || nowMicros - at >= windowMicros - DUST_MICROS) {
        if (free < 0) free = place
        continue
      }
      count += numbers[place + 1] ?? 0
      if (at <= oldestAt) oldestAt = at
      if (at >= newestAt) [newest, newestAt] = [place, at]
    }
    const lastMicros = newest < 0 ? 0 : nowMicros - newestAt
    if (count >= window.most) {
      return windowVerdict(false, window, { count, firstMicros: nowMicros - oldestAt, lastMicros })
    }
    const share = Math.ceil(window.most / WINDOW_PLACES)
    // Without a free entry, which can occur after the limits change, requests share one sooner.
    const isShared = newest >= 0 && ((numbers[newest + 1] ?? 0) < share || free < 0)
    const place = isShared ? newest : free
    numbers[place] = nowMicros
    numbers[place + 1] = isShared ? (numbers[place + 1] ?? 0) + 1 : 1
    numbers[way + UNTIL] = nowMicros + windowMicros
    return windowVerdict(true, window, { count: count + 1, firstMicros: nowMicros - oldestAt, lastMicros: 0 })
  }

  /** Index into `numbers` of the name's entry, created if there is room; -1 if all entries are active. */
  private findWay(bucket: number, low: number, high: number, nowMicros: number): number {
    let free = -1
    for (let nth = 0; nth < WINDOW_WAYS; nth++) {
      const way = bucket + 1 + nth * WAY_NUMBERS
      if (this.identities[2 * way] === low && this.identities[2 * way + 1] === high) return way
      if (free < 0 && (this.numbers[way + UNTIL] ?? 0) <= nowMicros) free = way
    }
    if (free < 0) return -1
    this.numbers.fill(0, free, free + WAY_NUMBERS)
    this.identities[2 * free] = low
    this.identities[2 * free + 1] = high
    return free
  }
}
