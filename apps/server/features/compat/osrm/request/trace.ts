import { flatDistanceMeters } from '@fairway/geo'
import type { Point } from './coordinates.ts'

/** `tidy=true` drops points that are closer than this to the last kept point. */
const MIN_METERS = 15
const MIN_SECONDS = 5
/** A trace with timestamps is split where it has no points for more than this many times the median interval. */
const MAX_MISSING_POINTS = 10

/** The indexes of the points that `tidy=true` keeps: always the first and the last. */
export function listTidyPoints(points: readonly Point[], timestamps: readonly number[]): number[] {
  const last = points.length - 1
  const kept = [0]
  let meters = 0
  let seconds = 0
  for (let index = 1; index < last; index++) {
    const [a, b] = [points[index - 1] ?? [0, 0], points[index] ?? [0, 0]]
    meters += flatDistanceMeters(a[0], a[1], b[0], b[1])
    seconds += (timestamps[index] ?? 0) - (timestamps[index - 1] ?? 0)
    if (meters < MIN_METERS || (timestamps.length > 0 && seconds < MIN_SECONDS)) continue
    kept.push(index)
    meters = 0
    seconds = 0
  }
  return last > 0 ? [...kept, last] : kept
}

/** The parts of a trace between gaps in time, as OSRM finds them: ten times the median interval. */
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
