import type { Clock, Month } from '../clock.ts'
import { AddressTable } from './address-table.ts'
import { ACCOUNT_BYTES, type LimitMemory, lock, unlock } from './limit-memory.ts'
import type { Limiter, LoadUsed, MaybePromise, QuotaVerdict } from './limiter.ts'
import { nextArrival, type Rate, type RateVerdict, verdict } from './rate.ts'
import type { RateWindow } from './window.ts'
import { WindowTable } from './window-table.ts'

/** The limiter of a single server, with counters in memory shared by its threads. Each thread has its own instance. */
export class MemoryLimiter implements Limiter {
  private readonly buffer: SharedArrayBuffer
  private readonly words: Int32Array
  private readonly numbers: Float64Array
  private readonly addresses: AddressTable
  private readonly windows: WindowTable
  private readonly clock: Clock
  private readonly loadUsed: LoadUsed

  constructor(memory: LimitMemory, clock: Clock, loadUsed: LoadUsed) {
    this.buffer = memory.accounts
    this.words = new Int32Array(memory.accounts)
    this.numbers = new Float64Array(memory.accounts)
    this.addresses = new AddressTable(memory)
    this.windows = new WindowTable(memory)
    this.clock = clock
    this.loadUsed = loadUsed
  }

  passAccount(account: number, rate: Rate): RateVerdict {
    const now = this.clock.monotonicMicros()
    const slot = this.slot(account)
    lock(this.words, slot * 2)
    const arrival = this.numbers[slot + ARRIVAL] ?? 0
    const next = nextArrival(arrival, now, rate)
    if (next !== undefined) this.numbers[slot + ARRIVAL] = next
    unlock(this.words, slot * 2)
    return verdict(next !== undefined, next ?? arrival, now, rate)
  }

  passAddress(address: string, rate: Rate): RateVerdict {
    return this.addresses.pass(address, rate, this.clock.monotonicMicros())
  }

  /** Uses the address table: no IP address has a colon after a word. */
  passNamed(name: string, rate: Rate): RateVerdict {
    return this.addresses.pass(name, rate, this.clock.monotonicMicros())
  }

  passWindow(name: string, window: RateWindow): RateVerdict {
    return this.windows.pass(name, window, this.clock.monotonicMicros())
  }

  reserve(account: number, month: Month, units: number, quota: number): MaybePromise<QuotaVerdict> {
    return this.take(account, month, units, quota) ?? this.seedAndReserve(account, month, units, quota)
  }

  refund(account: number, month: Month, units: number): void {
    const slot = this.slot(account)
    lock(this.words, slot * 2)
    // A past month needs no refund.
    if (this.words[slot * 2 + 1] === monthNumber(month)) {
      this.numbers[slot + USED] = Math.max(0, (this.numbers[slot + USED] ?? 0) - units)
    }
    unlock(this.words, slot * 2)
  }

  used(account: number, month: Month): MaybePromise<number> {
    const verdict = this.reserve(account, month, 0, Number.POSITIVE_INFINITY)
    return verdict instanceof Promise ? verdict.then(({ used }) => used) : verdict.used
  }

  async ping(): Promise<void> {}
  async close(): Promise<void> {}

  /** Undefined if this process has not counted the account in this month yet. */
  private take(account: number, month: Month, units: number, quota: number): QuotaVerdict | undefined {
    const slot = this.slot(account)
    lock(this.words, slot * 2)
    if (this.words[slot * 2 + 1] !== monthNumber(month)) {
      unlock(this.words, slot * 2)
      return undefined
    }
    const before = this.numbers[slot + USED] ?? 0
    const allowed = before + units <= quota
    if (allowed) this.numbers[slot + USED] = before + units
    unlock(this.words, slot * 2)
    return { allowed, used: allowed ? before + units : before }
  }

  private async seedAndReserve(account: number, month: Month, units: number, quota: number): Promise<QuotaVerdict> {
    const known = await this.loadUsed(account, month)
    const slot = this.slot(account)
    lock(this.words, slot * 2)
    // A concurrent request may have initialized the count from the same value.
    if ((this.words[slot * 2 + 1] ?? 0) < monthNumber(month)) {
      this.words[slot * 2 + 1] = monthNumber(month)
      this.numbers[slot + USED] = known
    }
    unlock(this.words, slot * 2)
    // A request from before midnight that arrives after the new month was opened is allowed uncounted, because it would
    // count in the wrong month.
    return this.take(account, month, units, quota) ?? { allowed: known + units <= quota, used: known + units }
  }

  /** Index of the account's first float64. */
  private slot(account: number): number {
    const needed = (account + 1) * ACCOUNT_BYTES
    if (needed > this.buffer.byteLength) grow(this.buffer, needed)
    return (account * ACCOUNT_BYTES) / 8
  }
}

/** Offsets in float64 from the slot. The lock and the month are the two int32 in its first eight bytes. */
const ARRIVAL = 1
const USED = 2

/** '2026-11' as 202611: increases with time and is never 0, which means "not counted yet". */
function monthNumber(month: Month): number {
  return Number(month.slice(0, 4)) * 100 + Number(month.slice(5, 7))
}

function grow(buffer: SharedArrayBuffer, needed: number): void {
  if (needed > buffer.maxByteLength) throw new Error(`too many accounts for the limiter (${needed} bytes)`)
  const target = Math.min(buffer.maxByteLength, 2 ** Math.ceil(Math.log2(needed)))
  try {
    buffer.grow(target)
  } catch (error) {
    // Another thread has grown it further between the check and the call.
    if (buffer.byteLength < needed) throw error
  }
}
