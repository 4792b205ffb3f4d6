import type { Month } from '../clock.ts'
import type { Rate, RateVerdict } from './rate.ts'
import type { RateWindow } from './window.ts'

export interface QuotaVerdict {
  readonly allowed: boolean
  /** The units used in the current month, including this call. */
  readonly used: number
}

/** Synchronous when the counters are in memory, so that hooks do not pay for a promise. */
export type MaybePromise<T> = T | Promise<T>

/** Counts requests and units exactly, across all threads and all machines that share a Redis server. */
export interface Limiter {
  checkAccountRate(account: number, rate: Rate): MaybePromise<RateVerdict>
  checkIpRate(ip: string, rate: Rate): MaybePromise<RateVerdict>
  /** Checks a separate rate limit, under a name that cannot be an IP address. */
  checkNamedRate(name: string, rate: Rate): MaybePromise<RateVerdict>
  /** Allows at most the given number of requests in any period of the window's length, under a separate name. */
  checkWindowRate(name: string, window: RateWindow): MaybePromise<RateVerdict>
  /** Reserves `units` in the current month if `quota` allows it. */
  reserve(account: number, month: Month, units: number, quota: number): MaybePromise<QuotaVerdict>
  /** Releases units that were reserved for a failed request. */
  refund(account: number, month: Month, units: number): void
  getUsedUnits(account: number, month: Month): MaybePromise<number>
  /** Throws if the counters are unreachable. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The stored usage of a month: the starting count for a process or Redis that has not seen the account. */
export type LoadUsedUnits = (account: number, month: Month) => Promise<number>
