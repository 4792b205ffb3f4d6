import { bearingDegrees, flatDistanceMeters, rulerAt } from '@fairway/geo'
import type { Point } from '../../../points.ts'
import type { PlannedRoute } from '../route-lines.ts'

/** Line with the time in seconds at which the vehicle passes each point. */
export interface TimedPath {
  readonly points: readonly Point[]
  readonly secondsAt: readonly number[]
}

export interface PathPosition {
  readonly at: Point
  readonly heading: number
  readonly speedMs: number
  readonly isEnd: boolean
}

/** Assumed speed from the current position to the start of the line, in meters per second. */
const APPROACH_SPEED_MS = 8

/** Converts a planned route to a timed path. Each step has a duration, and the speed within a step is constant. */
export function toTimedPath({ geometry, steps = [], eta_min }: PlannedRoute, from?: Point): TimedPath {
  const lengths = geometry.map((point, index) => distanceMeters(geometry[index - 1] ?? point, point))
  const isTimed = steps.length > 0 && steps.every(({ geometry_range }) => geometry_range !== undefined)
  const timedSteps = isTimed ? steps : [{ duration_s: eta_min * 60, geometry_range: [0, geometry.length - 1] as const }]
  const secondsAtPoint = new Array<number>(geometry.length).fill(0)
  let elapsedS = 0
  for (const { duration_s, geometry_range: [first, last] = [0, 0] } of timedSteps) {
    const stepMeters = lengths.slice(first + 1, last + 1).reduce((sum, length) => sum + length, 0)
    let passedMeters = 0
    for (let index = first + 1; index <= last; index++) {
      passedMeters += lengths[index] ?? 0
      secondsAtPoint[index] = elapsedS + (stepMeters > 0 ? (duration_s * passedMeters) / stepMeters : duration_s)
    }
    elapsedS += duration_s
  }
  const firstPoint = geometry[0]
  if (from === undefined || firstPoint === undefined) return { points: geometry, secondsAt: secondsAtPoint }
  const approachS = distanceMeters(from, firstPoint) / APPROACH_SPEED_MS
  return { points: [from, ...geometry], secondsAt: [0, ...secondsAtPoint.map((seconds) => seconds + approachS)] }
}

export function positionAt({ points, secondsAt }: TimedPath, seconds: number): PathPosition | undefined {
  const lastIndex = points.length - 1
  let next = secondsAt.findIndex((pointSeconds) => pointSeconds > seconds)
  const isEnd = next < 0
  if (isEnd) next = lastIndex
  const [a, b] = [points[Math.max(0, next - 1)], points[next]]
  if (a === undefined || b === undefined) return undefined
  const [startS, endS] = [secondsAt[Math.max(0, next - 1)] ?? 0, secondsAt[next] ?? 0]
  const fraction = isEnd || endS <= startS ? 1 : Math.max(0, seconds - startS) / (endS - startS)
  return {
    at: [a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction],
    heading: bearingDegrees(...a, ...b),
    speedMs: isEnd || endS <= startS ? 0 : distanceMeters(a, b) / (endS - startS),
    isEnd,
  }
}

export function distanceMeters(a: Point, b: Point): number {
  return flatDistanceMeters(...a, ...b)
}

export function movePoint([latitude, longitude]: Point, heading: number, meters: number): Point {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  const angle = (heading * Math.PI) / 180
  return [
    latitude + (Math.cos(angle) * meters) / perLatitudeDegree,
    longitude + (Math.sin(angle) * meters) / perLongitudeDegree,
  ]
}
