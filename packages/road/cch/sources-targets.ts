import { INFINITE_WEIGHT } from '../sentinels.ts'

/** Sources or targets of a path: the first `count` elements of parallel arrays. */
export interface Ends {
  readonly count: number
  /** Road arcs. */
  readonly arc: ArrayLike<number>
  /** Weight to the start of the arc; negative for a position along it. */
  readonly weight: ArrayLike<number>
}

export function leastWeight({ count, weight }: Ends): number {
  let result = INFINITE_WEIGHT
  for (let index = 0; index < count; index++) if (weight[index] < result) result = weight[index]
  return result
}

/** The cheapest source or target on an arc, or -1. */
export function leastAt({ count, arc, weight }: Ends, wanted: number): number {
  let found = -1
  for (let index = 0; index < count; index++) {
    if (arc[index] === wanted && (found < 0 || weight[index] < weight[found])) found = index
  }
  return found
}

/** True if an arc has both a source and a target. */
export function haveCommonArc(sources: Ends, targets: Ends): boolean {
  for (let index = 0; index < sources.count; index++) if (leastAt(targets, sources.arc[index]) >= 0) return true
  return false
}

/** Ranks of the arcs that have both a source and a target, ascending. */
export function findShared(rank: Uint32Array, sources: Ends, targets: Ends): number[] {
  const shared: number[] = []
  for (let index = 0; index < sources.count; index++) {
    const arc = sources.arc[index]
    if (leastAt(targets, arc) >= 0 && !shared.includes(rank[arc])) shared.push(rank[arc])
  }
  return shared.sort((a, b) => a - b)
}
