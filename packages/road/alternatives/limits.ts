/**
 * Criteria for an acceptable alternative (after Abraham, Delling, Goldberg and Werneck, "Alternative Routes in Road
 * Networks", JEA 2013). Unless noted otherwise, values are fractions of the best path's weight.
 */
export interface AlternativeLimits {
  /** Maximum extra weight of the whole path. */
  readonly stretch: number
  /** Maximum weight of the edges that the best path or other alternatives also use. */
  readonly sharing: number
  /**
   * Minimum weight of the section around the via node that must be a shortest path. This limit prevents needless loops.
   */
  readonly localOptimality: number
  /**
   * Maximum extra weight of the section that deviates from the best path, as a fraction of the weight of the section
   * that it replaces.
   */
  readonly detour: number
}

/**
 * Returns the limits for a trip of this weight. Short trips have few near-optimal alternatives, so their limits are
 * looser.
 */
export function limitsFor(weight: number): AlternativeLimits {
  const minutes = weight / 6000
  if (minutes < 10) return { stretch: 0.5, sharing: 0.7, localOptimality: 0.2, detour: 1.2 }
  if (minutes < 60) return { stretch: 0.35, sharing: 0.75, localOptimality: 0.2, detour: 0.8 }
  return { stretch: 0.25, sharing: 0.75, localOptimality: 0.15, detour: 0.6 }
}

/**
 * Maximum value of `stretch` for any trip. This value bounds the search range when the caller requests alternatives.
 */
export const MAX_STRETCH = 0.5
