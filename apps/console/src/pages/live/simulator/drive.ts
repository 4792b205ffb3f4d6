import { bearingDegrees, flatDistanceMeters, rulerAt } from '@fairway/geo'
import type { Point } from '../../../points.ts'
import type { PlannedRoute } from '../plan-lines.ts'

/** A line with the time in seconds at which each point is passed. */
export interface Drive {
  readonly points: readonly Point[]
  readonly atS: readonly number[]
}

export interface Place {
  readonly at: Point
  readonly heading: number
  readonly speedMs: number
  readonly isEnd: boolean
}

/** The assumed speed from the current position to the line, which is not planned. */
const APPROACH_MS = 8

/** Follows the planned route: steps give their durations, and the speed within a step is constant. */
export function makeDrive({ geometry, steps = [], eta_min }: PlannedRoute, from?: Point): Drive {
  const lengths = geometry.map((point, at) => metersBetween(geometry[at - 1] ?? point, point))
  const isTimed = steps.length > 0 && steps.every(({ geometry_range }) => geometry_range !== undefined)
  const parts = isTimed ? steps : [{ duration_s: eta_min * 60, geometry_range: [0, geometry.length - 1] as const }]
  const atS = new Array<number>(geometry.length).fill(0)
  let gone = 0
  for (const { duration_s, geometry_range: [first, last] = [0, 0] } of parts) {
    const total = lengths.slice(first + 1, last + 1).reduce((sum, length) => sum + length, 0)
    let passed = 0
    for (let at = first + 1; at <= last; at++) {
      passed += lengths[at] ?? 0
      atS[at] = gone + (total > 0 ? (duration_s * passed) / total : duration_s)
    }
    gone += duration_s
  }
  const first = geometry[0]
  if (from === undefined || first === undefined) return { points: geometry, atS }
  const approachS = metersBetween(from, first) / APPROACH_MS
  return { points: [from, ...geometry], atS: [0, ...atS.map((seconds) => seconds + approachS)] }
}

export function placeAt({ points, atS }: Drive, seconds: number): Place | undefined {
  const end = points.length - 1
  let next = atS.findIndex((at) => at > seconds)
  const isEnd = next < 0
  if (isEnd) next = end
  const [a, b] = [points[Math.max(0, next - 1)], points[next]]
  if (a === undefined || b === undefined) return undefined
  const [startS, endS] = [atS[Math.max(0, next - 1)] ?? 0, atS[next] ?? 0]
  const share = isEnd || endS <= startS ? 1 : Math.max(0, seconds - startS) / (endS - startS)
  return {
    at: [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share],
    heading: bearingDegrees(...a, ...b),
    speedMs: isEnd || endS <= startS ? 0 : metersBetween(a, b) / (endS - startS),
    isEnd,
  }
}

export function metersBetween(a: Point, b: Point): number {
  return flatDistanceMeters(...a, ...b)
}

export function moved([latitude, longitude]: Point, heading: number, meters: number): Point {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  const angle = (heading * Math.PI) / 180
  return [
    latitude + (Math.cos(angle) * meters) / perLatitudeDegree,
    longitude + (Math.sin(angle) * meters) / perLongitudeDegree,
  ]
}
