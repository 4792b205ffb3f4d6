import type { Month } from '../clock.ts'
import type { Rate, RateVerdict } from './rate.ts'
import type { RateWindow } from './window.ts'

export interface QuotaVerdict {
  readonly allowed: boolean
  /** Units of the month in use after this call. */
  readonly used: number
}

/** Answers at once when the counters are in memory; hooks do not pay for a promise then. */
export type MaybePromise<T> = T | Promise<T>

/** Counts requests and units. Exact: among all threads, and among all machines that share a Redis. */
export interface Limiter {
  passAccount(account: number, rate: Rate): MaybePromise<RateVerdict>
  passAddress(address: string, rate: Rate): MaybePromise<RateVerdict>
  /** A rate of its own, under a name that no address has. */
  passNamed(name: string, rate: Rate): MaybePromise<RateVerdict>
  /** Never more than so many in any stretch of time of a length, under a name of its own. */
  passWindow(name: string, window: RateWindow): MaybePromise<RateVerdict>
  /** Takes `units` of the month if `quota` allows it. */
  reserve(account: number, month: Month, units: number, quota: number): MaybePromise<QuotaVerdict>
  /** Gives units back that were reserved for a request that failed. */
  refund(account: number, month: Month, units: number): void
  used(account: number, month: Month): MaybePromise<number>
  /** Throws when the counters cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What the database knows of a month: where counting begins in a process (or a Redis) that has not seen the account. */
export type LoadUsed = (account: number, month: Month) => Promise<number>
