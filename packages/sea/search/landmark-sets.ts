/** Landmarks that were measured with some passages closed. */
export interface LandmarkSet {
  readonly count: number
  /** Beside those that are closed to everybody. */
  readonly closed: readonly string[]
}

/**
 * Bounds hold for ships to which at least the same passages are closed. Those who may not use one of the two great canals
 * would search half the globe with the bounds of those who may.
 */
export const landmarkSets: readonly LandmarkSet[] = [
  { count: 10, closed: [] },
  { count: 4, closed: ['suez'] },
  { count: 4, closed: ['panama'] },
]

/** Numbers of the landmarks that a ship may use, among those of all sets. */
export function usableLandmarks(isClosed: (passage: string) => boolean): number[] {
  let first = 0
  return landmarkSets.flatMap(({ count, closed }) => {
    const numbers = Array.from({ length: count }, (_, at) => first + at)
    first += count
    return closed.every(isClosed) ? numbers : []
  })
}
