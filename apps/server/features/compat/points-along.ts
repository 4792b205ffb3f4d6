import { flatDistanceMeters } from '@fairway/geo'

/** Point as [latitude, longitude]. */
type Point = readonly [number, number]

/** Returns the distance from the start of a line to each of its points, in meters. */
export function measureAlong(line: readonly Point[]): number[] {
  let meters = 0
  return line.map(([latitude, longitude], index) => {
    const previousPoint = line[index - 1]
    if (previousPoint) meters += flatDistanceMeters(previousPoint[0], previousPoint[1], latitude, longitude)
    return meters
  })
}

/** Returns the points of a line at the given distances from its start, in ascending order. */
export function findPointsAlong(line: readonly Point[], distances: readonly number[]): Point[] {
  const alongMeters = measureAlong(line)
  let next = 0
  return distances.map((meters): Point => {
    while (next < line.length - 2 && (alongMeters[next + 1] ?? 0) < meters) next++
    const [a, b] = [line[next] ?? [0, 0], line[next + 1] ?? line[next] ?? [0, 0]]
    const [start, end] = [alongMeters[next] ?? 0, alongMeters[next + 1] ?? 0]
    const share = end > start ? Math.min(1, (meters - start) / (end - start)) : 0
    const mix = (from: number, to: number) => Math.round((from + (to - from) * share) * 1e6) / 1e6
    return [mix(a[0], b[0]), mix(a[1], b[1])]
  })
}
