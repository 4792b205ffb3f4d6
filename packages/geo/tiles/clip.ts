import type { TileBox } from './mercator.ts'
import { Paths } from './paths.ts'

export type PathKind = 'lines' | 'rings'

/** Points created by clipping are never dropped, because otherwise rings would detach from the border of their tile. */
const CLIPPED_POINT_WEIGHT = Number.POSITIVE_INFINITY
const MIN_POINTS = { lines: 2, rings: 4 } as const

/**
 * Clips paths to the band between two lines parallel to an axis. Lines are split where they leave it. Rings are closed
 * along it (Sutherland and Hodgman, 1974, both half-planes in one pass). The resulting edges are invisible because they
 * lie on the border of the buffer.
 */
export function clipBetween(
  from: Paths,
  into: Paths,
  kind: PathKind,
  axis: 'x' | 'y',
  low: number,
  high: number,
): void {
  const along = from[axis]
  const across = axis === 'x' ? from.y : from.x
  const { weight, endOffsets, labels } = from
  const minPoints = MIN_POINTS[kind]
  const addClippedPoint = (i: number, at: number): void => {
    const share = (at - along[i]) / (along[i + 1] - along[i])
    const crossCoordinate = across[i] + (across[i + 1] - across[i]) * share
    if (axis === 'x') into.add(at, crossCoordinate, CLIPPED_POINT_WEIGHT)
    else into.add(crossCoordinate, at, CLIPPED_POINT_WEIGHT)
  }
  into.clear()
  let start = 0
  for (let path = 0; path < from.count; path++) {
    const last = endOffsets[path] - 1
    const first = into.length
    for (let i = start; i < last; i++) {
      const a = along[i]
      const b = along[i + 1]
      if (a < low) {
        if (b > low) addClippedPoint(i, low)
      } else if (a > high) {
        if (b < high) addClippedPoint(i, high)
      } else into.add(from.x[i], from.y[i], weight[i])
      if (b < low && a >= low) addClippedPoint(i, low)
      else if (b > high && a <= high) addClippedPoint(i, high)
      else continue
      if (kind === 'lines') into.endPath(labels[path], minPoints)
    }
    const a = along[last]
    if (a >= low && a <= high) {
      const joins = kind === 'rings' && into.length > first
      if (!joins) into.add(from.x[last], from.y[last], weight[last])
    }
    if (kind === 'rings' && into.length > first) into.add(into.x[first], into.y[first], into.weight[first])
    into.endPath(labels[path], minPoints)
    start = last + 1
  }
}

/** Clips paths to a box, reusing its memory. */
export class BoxClipper {
  private readonly clippedToColumns = new Paths()
  private readonly clippedToBox = new Paths()

  /** Valid until the next call. */
  clip(from: Paths, kind: PathKind, { west, north, east, south }: TileBox): Paths {
    clipBetween(from, this.clippedToColumns, kind, 'x', west, east)
    clipBetween(this.clippedToColumns, this.clippedToBox, kind, 'y', north, south)
    return this.clippedToBox
  }
}
