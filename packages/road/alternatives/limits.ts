/**
 * When a person would call another way an alternative (after Abraham, Delling, Goldberg and Werneck, "Alternative
 * Routes in Road Networks", JEA 2013). Shares of the best way's weight.
 */
export interface AlternativeLimits {
  /** How much longer the whole way may be. */
  readonly stretch: number
  /** How much of the best way, and of every other alternative, it may use too. */
  readonly sharing: number
  /** Every piece of this length around the place where it leaves the best way must be a best way itself: no needless loops. */
  readonly localOptimality: number
  /** How much longer the differing piece may be than what it replaces. */
  readonly detour: number
}

/** Short trips have few ways that are nearly as good and still different: there, more is allowed. */
export function limitsFor(weight: number): AlternativeLimits {
  const minutes = weight / 6000
  if (minutes < 10) return { stretch: 0.5, sharing: 0.7, localOptimality: 0.2, detour: 1.2 }
  if (minutes < 60) return { stretch: 0.35, sharing: 0.75, localOptimality: 0.2, detour: 0.8 }
  return { stretch: 0.25, sharing: 0.75, localOptimality: 0.15, detour: 0.6 }
}

/** No trip's alternatives may be longer than this: how far a search that wants alternatives has to look. */
export const WIDEST_STRETCH = 0.5
