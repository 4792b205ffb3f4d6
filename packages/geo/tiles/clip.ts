import type { TileBox } from './mercator.ts'
import { Paths } from './paths.ts'

export type PathKind = 'lines' | 'rings'

/**
 * Weight of points that clipping creates. These points are never dropped, because rings would otherwise detach from the
 * border of their tile.
 */
const CLIPPED_POINT_WEIGHT = Number.POSITIVE_INFINITY
const MIN_POINTS = { lines: 2, rings: 4 } as const

/**
 * Clips paths to the band between two lines parallel to an axis. Lines are split where they leave the band. Rings are
 * closed along the border, using the algorithm of Sutherland and Hodgman (1974) for both half-planes in one pass. The
 * added edges are invisible, because they are on the border of the buffer.
 */
export function clipBetween(
  from: Paths,
  clippedPaths: Paths,
  kind: PathKind,
  axis: 'x' | 'y',
  low: number,
  high: number,
): void {
  const axisValues = from[axis]
  const crossValues = axis === 'x' ? from.y : from.x
  const { weight, endOffsets, labels } = from
  const minPoints = MIN_POINTS[kind]
  const addClippedPoint = (i: number, axisCoordinate: number): void => {
    const fraction = (axisCoordinate - axisValues[i]) / (axisValues[i + 1] - axisValues[i])
    const crossCoordinate = crossValues[i] + (crossValues[i + 1] - crossValues[i]) * fraction
    if (axis === 'x') clippedPaths.add(axisCoordinate, crossCoordinate, CLIPPED_POINT_WEIGHT)
    else clippedPaths.add(crossCoordinate, axisCoordinate, CLIPPED_POINT_WEIGHT)
  }
  clippedPaths.clear()
  let start = 0
  for (let path = 0; path < from.count; path++) {
    const last = endOffsets[path] - 1
    const first = clippedPaths.length
    for (let i = start; i < last; i++) {
      const a = axisValues[i]
      const b = axisValues[i + 1]
      if (a < low) {
        if (b > low) addClippedPoint(i, low)
      } else if (a > high) {
        if (b < high) addClippedPoint(i, high)
      } else clippedPaths.add(from.x[i], from.y[i], weight[i])
      if (b < low && a >= low) addClippedPoint(i, low)
      else if (b > high && a <= high) addClippedPoint(i, high)
      else continue
      if (kind === 'lines') clippedPaths.endPath(labels[path], minPoints)
    }
    const a = axisValues[last]
    if (a >= low && a <= high) {
      const continuesRing = kind === 'rings' && clippedPaths.length > first
      if (!continuesRing) clippedPaths.add(from.x[last], from.y[last], weight[last])
    }
    if (kind === 'rings' && clippedPaths.length > first)
      clippedPaths.add(clippedPaths.x[first], clippedPaths.y[first], clippedPaths.weight[first])
    clippedPaths.endPath(labels[path], minPoints)
    start = last + 1
  }
}

/** Clips paths to a box and reuses its buffers. */
export class BoxClipper {
  private readonly clippedToColumns = new Paths()
  private readonly clippedToBox = new Paths()

  /** Returns the clipped paths, valid until the next call. */
  clip(from: Paths, kind: PathKind, { west, north, east, south }: TileBox): Paths {
    clipBetween(from, this.clippedToColumns, kind, 'x', west, east)
    clipBetween(this.clippedToColumns, this.clippedToBox, kind, 'y', north, south)
    return this.clippedToBox
  }
}
