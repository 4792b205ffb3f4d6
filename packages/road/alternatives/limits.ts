/**
 * Criteria for an acceptable alternative (after Abraham, Delling, Goldberg and Werneck, "Alternative Routes in Road
 * Networks", JEA 2013). All values are fractions of the best path's weight.
 */
export interface AlternativeLimits {
  /** Maximum extra weight of the whole path. */
  readonly stretch: number
  /** Maximum weight shared with the best path or with any other alternative. */
  readonly sharing: number
  /**
   * Every section of this length around the point where the alternative leaves the best path must be a shortest path,
   * to avoid needless loops.
   */
  readonly localOptimality: number
  /** Maximum extra weight of the deviating section compared with the section it replaces. */
  readonly detour: number
}

/** Short trips have few near-optimal alternatives, so the limits are looser there. */
export function limitsFor(weight: number): AlternativeLimits {
  const minutes = weight / 6000
  if (minutes < 10) return { stretch: 0.5, sharing: 0.7, localOptimality: 0.2, detour: 1.2 }
  if (minutes < 60) return { stretch: 0.35, sharing: 0.75, localOptimality: 0.2, detour: 0.8 }
  return { stretch: 0.25, sharing: 0.75, localOptimality: 0.15, detour: 0.6 }
}

/** Maximum stretch for any trip. It bounds the search range when alternatives are requested. */
export const MAX_STRETCH = 0.5
