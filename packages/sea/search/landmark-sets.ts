/** Landmarks computed with some passages closed. */
export interface LandmarkSet {
  readonly count: number
  /** In addition to the passages that are closed by default. */
  readonly closed: readonly string[]
}

/**
 * Bounds are valid for ships to which at least the same passages are closed. Ships that cannot use one of the two great
 * canals would search half the globe with the bounds of ships that can.
 */
export const landmarkSets: readonly LandmarkSet[] = [
  { count: 10, closed: [] },
  { count: 4, closed: ['suez'] },
  { count: 4, closed: ['panama'] },
]

/** Indices of the landmarks valid for a ship, counted over all sets. */
export function listUsableLandmarks(isClosed: (passage: string) => boolean): number[] {
  let first = 0
  return landmarkSets.flatMap(({ count, closed }) => {
    const numbers = Array.from({ length: count }, (_, index) => first + index)
    first += count
    return closed.every(isClosed) ? numbers : []
  })
}
