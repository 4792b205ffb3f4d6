import { flatDistanceMeters, longitudeDifference, rulerAt } from '@fairway/geo'
import type { Point } from '../../points.ts'

/** Position on a line, with the index of the preceding point and the distance to the query point. */
export interface PointOnLine {
  readonly at: Point
  readonly segment: number
  readonly meters: number
}

/** Returns the position on the line nearest to a point. */
export function findNearestOnLine(points: readonly Point[], to: Point): PointOnLine | undefined {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(to[0])
  let bestPoint: PointOnLine | undefined
  for (let segment = 0; segment + 1 < points.length; segment++) {
    const [a, b] = [points[segment] as Point, points[segment + 1] as Point]
    const ax = longitudeDifference(to[1], a[1]) * perLongitudeDegree
    const ay = (a[0] - to[0]) * perLatitudeDegree
    const dx = longitudeDifference(a[1], b[1]) * perLongitudeDegree
    const dy = (b[0] - a[0]) * perLatitudeDegree
    const squaredLength = dx * dx + dy * dy
    const fraction = squaredLength === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / squaredLength))
    const meters = Math.hypot(ax + fraction * dx, ay + fraction * dy)
    if (bestPoint !== undefined && meters >= bestPoint.meters) continue
    bestPoint = { at: interpolatePoint(a, b, fraction), segment, meters }
  }
  return bestPoint
}

/** Returns the index of the leg that contains a segment of the line. Legs end at points of the line, in order. */
export function findLeg(points: readonly Point[], legEnds: readonly Point[], segment: number): number {
  let leg = 0
  for (let index = 1; index <= segment && leg < legEnds.length - 1; index++) {
    const [point, end] = [points[index] as Point, legEnds[leg] as Point]
    // Longitudes of the line may exceed 180 degrees.
    if (Math.abs(point[0] - end[0]) < 1e-6 && Math.abs(longitudeDifference(point[1], end[1])) < 1e-6) leg += 1
  }
  return leg
}

/**
 * Returns the distance from the start to every point, in kilometers. The error on long sea legs is small enough for a
 * plot.
 */
export function cumulativeKilometers(points: readonly Point[]): number[] {
  let totalKilometers = 0
  return points.map((point, index) => {
    const previousPoint = points[index - 1] ?? point
    totalKilometers += flatDistanceMeters(previousPoint[0], previousPoint[1], point[0], point[1]) / 1_000
    return totalKilometers
  })
}

/** Returns the point at this distance from the start. */
export function pointAlong(points: readonly Point[], cumulativeKm: readonly number[], km: number): Point | undefined {
  const index = cumulativeKm.findIndex((passedKm) => passedKm >= km)
  const [previousPoint, nextPoint] = [points[Math.max(0, index - 1)], points[index]]
  if (previousPoint === undefined || nextPoint === undefined) return points.at(-1)
  const [from, to] = [cumulativeKm[Math.max(0, index - 1)] ?? 0, cumulativeKm[index] ?? 0]
  return interpolatePoint(previousPoint, nextPoint, to === from ? 0 : (km - from) / (to - from))
}

function interpolatePoint(a: Point, b: Point, fraction: number): Point {
  return [a[0] + fraction * (b[0] - a[0]), a[1] + fraction * longitudeDifference(a[1], b[1])]
}
