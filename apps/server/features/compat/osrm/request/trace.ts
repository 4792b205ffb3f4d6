import { flatDistanceMeters } from '@fairway/geo'
import type { Point } from './coordinates.ts'

/** Minimum distance in meters between two points that `tidy=true` keeps. */
const MIN_METERS_BETWEEN_POINTS = 15
const MIN_SECONDS_BETWEEN_POINTS = 5
/** Maximum gap in a trace with timestamps, as a multiple of the median interval. The trace is split at longer gaps. */
const MAX_MISSING_POINTS = 10

/** Lists the indices of the points that `tidy=true` keeps. The first and the last point are always kept. */
export function listTidyPoints(points: readonly Point[], timestamps: readonly number[]): number[] {
  const last = points.length - 1
  const keptPoints = [0]
  let meters = 0
  let seconds = 0
  for (let index = 1; index < last; index++) {
    const [a, b] = [points[index - 1] ?? [0, 0], points[index] ?? [0, 0]]
    meters += flatDistanceMeters(a[0], a[1], b[0], b[1])
    seconds += (timestamps[index] ?? 0) - (timestamps[index - 1] ?? 0)
    if (meters < MIN_METERS_BETWEEN_POINTS || (timestamps.length > 0 && seconds < MIN_SECONDS_BETWEEN_POINTS)) continue
    keptPoints.push(index)
    meters = 0
    seconds = 0
  }
  return last > 0 ? [...keptPoints, last] : keptPoints
}

/** Splits a trace at gaps in time that exceed ten times the median interval, as OSRM does. */
export function listParts(points: readonly number[], timestamps: readonly number[]): number[][] {
  const intervals = points
    .slice(1)
    .map((point, index) => (timestamps[point] ?? 0) - (timestamps[points[index] ?? 0] ?? 0))
  const median = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? 0
  const maxSeconds = Math.max(1, median) * MAX_MISSING_POINTS
  const parts: number[][] = [[]]
  for (const [index, point] of points.entries()) {
    if (index > 0 && (intervals[index - 1] ?? 0) > maxSeconds) parts.push([])
    parts.at(-1)?.push(point)
  }
  return parts
}
