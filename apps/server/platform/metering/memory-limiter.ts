import type { Clock, Month } from '../clock.ts'
import { IpRateTable } from './ip-rate-table.ts'
import { ACCOUNT_BYTES, type LimitMemory, lock, unlock } from './limit-memory.ts'
import type { Limiter, LoadUsedUnits, MaybePromise, QuotaVerdict } from './limiter.ts'
import { computeNextArrival, type Rate, type RateVerdict, toRateVerdict } from './rate.ts'
import type { RateWindow } from './window.ts'
import { WindowRateTable } from './window-table.ts'

/**
 * Limiter of a single server. The counters are in memory that all threads share, and each thread has its own limiter.
 */
export class MemoryLimiter implements Limiter {
  private readonly buffer: SharedArrayBuffer
  private readonly accountWords: Int32Array
  private readonly accountNumbers: Float64Array
  private readonly ipRates: IpRateTable
  private readonly windowRates: WindowRateTable
  private readonly clock: Clock
  private readonly loadUsedUnits: LoadUsedUnits

  constructor(memory: LimitMemory, clock: Clock, loadUsed: LoadUsedUnits) {
    this.buffer = memory.accountTable
    this.accountWords = new Int32Array(memory.accountTable)
    this.accountNumbers = new Float64Array(memory.accountTable)
    this.ipRates = new IpRateTable(memory)
    this.windowRates = new WindowRateTable(memory)
    this.clock = clock
    this.loadUsedUnits = loadUsed
  }

  checkAccountRate(account: number, rate: Rate): RateVerdict {
    const now = this.clock.monotonicMicros()
    const slot = this.getSlot(account)
    lock(this.accountWords, slot * 2)
    const arrival = this.accountNumbers[slot + ARRIVAL_OFFSET] ?? 0
    const next = computeNextArrival(arrival, now, rate)
    if (next !== undefined) this.accountNumbers[slot + ARRIVAL_OFFSET] = next
    unlock(this.accountWords, slot * 2)
    return toRateVerdict(next !== undefined, next ?? arrival, now, rate)
  }

  checkIpRate(ip: string, rate: Rate): RateVerdict {
    return this.ipRates.check(ip, rate, this.clock.monotonicMicros())
  }

  /**
   * Checks a named rate in the address table. Names start with a word and a colon, so they cannot collide with IP
   * addresses.
   */
  checkNamedRate(name: string, rate: Rate): RateVerdict {
    return this.ipRates.check(name, rate, this.clock.monotonicMicros())
  }

  checkWindowRate(name: string, window: RateWindow): RateVerdict {
    return this.windowRates.check(name, window, this.clock.monotonicMicros())
  }

  reserve(account: number, month: Month, units: number, quota: number): MaybePromise<QuotaVerdict> {
    return this.tryReserve(account, month, units, quota) ?? this.seedAndReserve(account, month, units, quota)
  }

  refund(account: number, month: Month, units: number): void {
    const slot = this.getSlot(account)
    lock(this.accountWords, slot * 2)
    // Units from a past month need no refund.
    if (this.accountWords[slot * 2 + 1] === toMonthNumber(month)) {
      this.accountNumbers[slot + USED_OFFSET] = Math.max(0, (this.accountNumbers[slot + USED_OFFSET] ?? 0) - units)
    }
    unlock(this.accountWords, slot * 2)
  }

  getUsedUnits(account: number, month: Month): MaybePromise<number> {
    const quotaCheck = this.reserve(account, month, 0, Number.POSITIVE_INFINITY)
    return quotaCheck instanceof Promise ? quotaCheck.then(({ usedUnits }) => usedUnits) : quotaCheck.usedUnits
  }

  async ping(): Promise<void> {}
  async close(): Promise<void> {}

  /** Reserves units. Returns undefined if this process has not counted the account in this month yet. */
  private tryReserve(account: number, month: Month, units: number, quota: number): QuotaVerdict | undefined {
    const slot = this.getSlot(account)
    lock(this.accountWords, slot * 2)
    if (this.accountWords[slot * 2 + 1] !== toMonthNumber(month)) {
      unlock(this.accountWords, slot * 2)
      return undefined
    }
    const usedBefore = this.accountNumbers[slot + USED_OFFSET] ?? 0
    const isAllowed = usedBefore + units <= quota
    if (isAllowed) this.accountNumbers[slot + USED_OFFSET] = usedBefore + units
    unlock(this.accountWords, slot * 2)
    return { isAllowed, usedUnits: isAllowed ? usedBefore + units : usedBefore }
  }

  private async seedAndReserve(account: number, month: Month, units: number, quota: number): Promise<QuotaVerdict> {
    const storedUnits = await this.loadUsedUnits(account, month)
    const slot = this.getSlot(account)
    lock(this.accountWords, slot * 2)
    // A concurrent request may already have initialized the count from the same value.
    if ((this.accountWords[slot * 2 + 1] ?? 0) < toMonthNumber(month)) {
      this.accountWords[slot * 2 + 1] = toMonthNumber(month)
      this.accountNumbers[slot + USED_OFFSET] = storedUnits
    }
    unlock(this.accountWords, slot * 2)
    // A request from before midnight can arrive after the new month has started. Such a request is allowed without
    // being counted, because it would count in the wrong month.
    return (
      this.tryReserve(account, month, units, quota) ?? {
        isAllowed: storedUnits + units <= quota,
        usedUnits: storedUnits + units,
      }
    )
  }

  /** Returns the index of the account's first float64. */
  private getSlot(account: number): number {
    const neededBytes = (account + 1) * ACCOUNT_BYTES
    if (neededBytes > this.buffer.byteLength) growBuffer(this.buffer, neededBytes)
    return (account * ACCOUNT_BYTES) / 8
  }
}

/** Offsets from the slot, in float64. The lock and the month are the two int32 in the first eight bytes. */
const ARRIVAL_OFFSET = 1
const USED_OFFSET = 2

/** Converts '2026-11' to 202611. The number increases with time and is never 0, which means "not counted yet". */
function toMonthNumber(month: Month): number {
  return Number(month.slice(0, 4)) * 100 + Number(month.slice(5, 7))
}

function growBuffer(buffer: SharedArrayBuffer, neededBytes: number): void {
  if (neededBytes > buffer.maxByteLength) throw new Error(`too many accounts for the limiter (${neededBytes} bytes)`)
  const newLength = Math.min(buffer.maxByteLength, 2 ** Math.ceil(Math.log2(neededBytes)))
  try {
    buffer.grow(newLength)
  } catch (error) {
    // The call also fails if another thread has grown the buffer in the meantime.
    if (buffer.byteLength < neededBytes) throw error
  }
}
