import type { Caller } from '../../../platform/http/guard/caller.ts'

const STOPS_PER_UNIT = 10
export const MIN_STOPS = 1
export const MAX_VEHICLES = 1000
/** Capacity dimensions such as pieces, weight or volume. */
export const MAX_DIMENSIONS = 8
export const MAX_WINDOWS = 20
export const MAX_BREAKS = 10
export const MAX_SKILLS = 32
export const MIN_SPEED_FACTOR = 0.1
export const MAX_SPEED_FACTOR = 10
/** Sums of a thousand of these stay far below the integer limit. */
export const MAX_AMOUNT = 1_000_000
/** A hundred days. The distance limit is about two and a half times the circumference of the earth. */
export const MAX_MINUTES = 144_000
export const MAX_KM = 100_000
/** An hour of waiting counts as much as 10 km, or as an hour of driving. */
export const DEFAULT_WAITING_METERS = 167
export const DEFAULT_WAITING_MINUTES = 1
export const MAX_WAITING_COST = 10_000
export const MAX_ITERATIONS = 10_000_000
export const MAX_SEED = 2 ** 31 - 1

/** The maximum number of points that a caller may give: stops plus separate starts and ends. */
export type PointLimit = (caller: Caller) => number

/** The maximum search time that a caller may request. */
export type BudgetLimit = (caller: Caller) => number

/** Small problems finish well before this limit; the largest get one second. */
export function defaultBudgetMs(stops: number): number {
  return Math.min(1000, 20 + 4 * stops)
}

/** The quota units of an optimization. */
export function countUnits({ stops }: { readonly stops: readonly unknown[] }): number {
  return Math.ceil(stops.length / STOPS_PER_UNIT)
}
