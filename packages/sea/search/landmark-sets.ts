/** Landmarks computed with some passages closed. */
export interface LandmarkSet {
  readonly count: number
  /** Passages that are closed in addition to the passages closed by default. */
  readonly closed: readonly string[]
}

/**
 * Landmark sets with different closures. Bounds are valid for ships to which at least the same passages are closed.
 * Ships that cannot use Suez or Panama would search half the globe with the bounds of other ships.
 */
export const landmarkSets: readonly LandmarkSet[] = [
  { count: 10, closed: [] },
  { count: 4, closed: ['suez'] },
  { count: 4, closed: ['panama'] },
]

/** Lists the indices of the landmarks that are valid for a ship, counted over all sets. */
export function listUsableLandmarks(isClosed: (passage: string) => boolean): number[] {
  let first = 0
  return landmarkSets.flatMap(({ count, closed }) => {
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    first += count
    return closed.every(isClosed) ? numbers : []
  })
}
