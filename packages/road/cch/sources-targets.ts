import { INFINITE_WEIGHT } from '../sentinels.ts'

/** Sources or targets of a path, stored as the first `count` elements of parallel arrays. */
export interface Endpoints {
  readonly count: number
  /** Road arcs of the sources or targets. */
  readonly arc: ArrayLike<number>
  /**
   * Weight of the part of the arc before the position. The weight is negative for a source and positive for a target.
   */
  readonly weight: ArrayLike<number>
}

export function minWeight({ count, weight }: Endpoints): number {
  let result = INFINITE_WEIGHT
  for (let index = 0; index < count; index++) if (weight[index] < result) result = weight[index]
  return result
}

/** Returns the index of the cheapest source or target on an arc, or -1. */
export function cheapestOn({ count, arc, weight }: Endpoints, wantedArc: number): number {
  let cheapestIndex = -1
  for (let index = 0; index < count; index++) {
    if (arc[index] === wantedArc && (cheapestIndex < 0 || weight[index] < weight[cheapestIndex])) cheapestIndex = index
  }
  return cheapestIndex
}

/** Returns true if any arc has both a source and a target. */
export function haveCommonArc(sources: Endpoints, targets: Endpoints): boolean {
  for (let index = 0; index < sources.count; index++) {
    for (let target = 0; target < targets.count; target++) if (sources.arc[index] === targets.arc[target]) return true
  }
  return false
}

/** Returns the ranks of the arcs that have both a source and a target, in ascending order. */
export function findShared(rank: Uint32Array, sources: Endpoints, targets: Endpoints): number[] {
  const sharedVertices: number[] = []
  for (let index = 0; index < sources.count; index++) {
    const arc = sources.arc[index]
    if (cheapestOn(targets, arc) >= 0 && !sharedVertices.includes(rank[arc])) sharedVertices.push(rank[arc])
  }
  return sharedVertices.sort((a, b) => a - b)
}
