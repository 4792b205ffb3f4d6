import type { Caller } from '../../../platform/http/guard/caller.ts'

const STOPS_PER_UNIT = 10
export const MIN_STOPS = 1
export const MAX_VEHICLES = 1000
/** Maximum number of capacity dimensions, such as pieces, weight or volume. */
export const MAX_DIMENSIONS = 8
export const MAX_WINDOWS = 20
export const MAX_BREAKS = 10
/** Maximum number of days in one request. */
export const MAX_DAYS = 31
export const MAX_SKILLS = 32
/** Maximum demand of a split stop, as a number of loads of the smallest vehicle. */
export const MAX_LOADS = 100
export const MIN_SPEED_FACTOR = 0.1
export const MAX_SPEED_FACTOR = 10
/** Maximum demand or capacity. A sum of a thousand amounts stays far below the integer limit. */
export const MAX_AMOUNT = 1_000_000
/**
 * Maximum time in minutes, which is a hundred days. The distance limit is about 2.5 times the circumference of the
 * earth.
 */
export const MAX_MINUTES = 144_000
export const MAX_KM = 100_000
/** Default costs of a minute of waiting. An hour of waiting costs as much as 10 km or an hour of driving. */
export const DEFAULT_WAITING_METERS = 167
export const DEFAULT_WAITING_MINUTES = 1
export const MAX_WAITING_COST = 10_000
export const MAX_ITERATIONS = 10_000_000
export const MAX_SEED = 2 ** 31 - 1

/** Returns the maximum number of points that a caller may send. Stops and separate starts and ends count. */
export type PointLimit = (caller: Caller) => number

/** Returns the maximum search time that a caller may request. */
export type BudgetLimit = (caller: Caller) => number

/**
 * Returns the default search time in milliseconds, at most one second. Small problems finish well before this limit.
 */
export function defaultBudgetMs(stopCount: number): number {
  return Math.min(1000, 20 + 4 * stopCount)
}

/** Returns the quota units of an optimization. */
export function countUnits({ stops }: { readonly stops: readonly unknown[] }): number {
  return Math.ceil(stops.length / STOPS_PER_UNIT)
}
