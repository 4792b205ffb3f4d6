import type { Month } from '../clock.ts'
import type { Rate, RateVerdict } from './rate.ts'
import type { RateWindow } from './window.ts'

export interface QuotaVerdict {
  readonly isAllowed: boolean
  /** Units used in the current month, including this call. */
  readonly usedUnits: number
}

/** Value that is available synchronously if the counters are in memory, so that hooks avoid the cost of a promise. */
export type MaybePromise<T> = T | Promise<T>

/** Continues with a value, synchronously if it is available. */
export function thenMaybe<T, U>(value: MaybePromise<T>, work: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(work) : work(value)
}

/** Counts requests and units exactly across all threads and all machines that share a Redis server. */
export interface Limiter {
  checkAccountRate(account: number, rate: Rate): MaybePromise<RateVerdict>
  checkIpRate(ip: string, rate: Rate): MaybePromise<RateVerdict>
  /** Checks a separate rate limit. The name must not look like an IP address. */
  checkNamedRate(name: string, rate: Rate): MaybePromise<RateVerdict>
  /** Allows at most the given number of requests with the given name in any period of the window's length. */
  checkWindowRate(name: string, window: RateWindow): MaybePromise<RateVerdict>
  /** Reserves `units` in the current month if `quota` allows it. */
  reserve(account: number, month: Month, units: number, quota: number): MaybePromise<QuotaVerdict>
  /** Releases units that were reserved for a failed request. */
  refund(account: number, month: Month, units: number): void
  getUsedUnits(account: number, month: Month): MaybePromise<number>
  /** Rejects if the counters are unreachable. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Loads the stored usage of a month, which initializes the count of an account in a new process or Redis server. */
export type LoadUsedUnits = (account: number, month: Month) => Promise<number>
