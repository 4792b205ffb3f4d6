import { bearingDegrees, flatDistanceMeters } from '@fairway/geo'
import type { Point } from '../request/coordinates.ts'
import type { NativeRoute, NativeStep } from './native-route.ts'

/** A cut is moved to a point of the line if that point is at most this distance in meters away. */
const SAME_POINT_METERS = 0.05

interface CutLine {
  readonly points: readonly Point[]
  /** Distance from the start to each point, in meters. */
  readonly meters: readonly number[]
  /** New index of each point of the given line. */
  readonly movedTo: readonly number[]
  /** Point index of each cut. */
  readonly cuts: readonly number[]
}

/**
 * Divides a route with one leg at positions along it, given in order as meters from the start. The first and the last
 * position are the ends of the route. The duration of a step is divided in proportion to length. The route must have
 * steps, and its line must be a list of points.
 */
export function cutRoute<R extends NativeRoute>(route: R, alongMeters: readonly number[]): R {
  const fullLine = Array.isArray(route.geometry) ? (route.geometry as readonly Point[]) : []
  const line = cutLine(fullLine, alongMeters, route.distance_km * 1000)
  const movedSteps = (route.steps ?? []).map((step): NativeStep => {
    const [from, to] = step.geometry_range ?? [0, 0]
    return { ...step, geometry_range: [line.movedTo[from] ?? 0, line.movedTo[to] ?? 0] }
  })
  const steps: NativeStep[] = []
  const legs = line.cuts.slice(1).map((end, leg) => {
    const cut = cutSteps(movedSteps, line, leg, [line.cuts[leg] ?? 0, end])
    steps.push(...cut)
    const sum = (field: 'distance_m' | 'duration_s') => cut.reduce((total, step) => total + step[field], 0)
    return { distance_km: sum('distance_m') / 1000, eta_min: sum('duration_s') / 60 }
  })
  return { ...route, geometry: line.points, legs, steps }
}

/** Inserts the cuts into a line. The length of the drawn line differs slightly from the given length. */
function cutLine(fullLine: readonly Point[], alongMeters: readonly number[], totalMeters: number): CutLine {
  const measuredLine = measureLine(fullLine)
  const scale = totalMeters > 0 ? (measuredLine.at(-1) ?? 0) / totalMeters : 1
  const points: Point[] = []
  const meters: number[] = []
  const movedTo: number[] = []
  const cuts: number[] = []
  const addPoint = (point: Point, alongM: number) => {
    points.push(point)
    meters.push(alongM)
    return points.length - 1
  }
  const isLastPoint = (alongM: number) =>
    meters.length > 0 && Math.abs(alongM - (meters.at(-1) ?? 0)) < SAME_POINT_METERS
  let next = 1
  for (const [index, point] of fullLine.entries()) {
    const end = measuredLine[index] ?? 0
    // The last cut is the last point of the line.
    for (; next < alongMeters.length - 1; next++) {
      const alongM = (alongMeters[next] ?? 0) * scale
      if (alongM > end - SAME_POINT_METERS || index === 0) break
      const previous = fullLine[index - 1] ?? point
      const start = measuredLine[index - 1] ?? 0
      cuts[next] = isLastPoint(alongM)
        ? points.length - 1
        : addPoint(interpolate(previous, point, (alongM - start) / (end - start)), alongM)
    }
    movedTo.push(addPoint(point, end))
    for (; next < alongMeters.length - 1 && (alongMeters[next] ?? 0) * scale <= end + SAME_POINT_METERS; next++)
      cuts[next] = points.length - 1
  }
  for (; next < alongMeters.length - 1; next++) cuts[next] = points.length - 1
  cuts[0] = 0
  cuts[alongMeters.length - 1] = points.length - 1
  return { points, meters, movedTo, cuts }
}

function measureLine(line: readonly Point[]): number[] {
  const meters = [0]
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1] ?? [0, 0], line[i] ?? [0, 0]]
    meters.push((meters[i - 1] ?? 0) + flatDistanceMeters(a[0], a[1], b[0], b[1]))
  }
  return meters
}

function interpolate(a: Point, b: Point, fraction: number): Point {
  const toMillionths = (value: number) => Math.round(value * 1e6) / 1e6
  return [toMillionths(a[0] + (b[0] - a[0]) * fraction), toMillionths(a[1] + (b[1] - a[1]) * fraction)]
}

/**
 * Returns the steps of a part of the line. Like every leg, the part begins with a departure and ends with an arrival.
 */
function cutSteps(
  steps: readonly NativeStep[],
  line: CutLine,
  leg: number,
  [from, to]: readonly [number, number],
): NativeStep[] {
  const cut: NativeStep[] = []
  for (const step of steps) {
    const [first, last] = step.geometry_range ?? [0, 0]
    const [start, end] = [Math.max(first, from), Math.min(last, to)]
    const isDriven = end > start || (from === to && cut.length === 0 && first <= from && from <= last)
    if (step.maneuver.type === 'arrive' || !isDriven) continue
    const lengthOf = (a: number, b: number) => (line.meters[b] ?? 0) - (line.meters[a] ?? 0)
    const wholeLength = lengthOf(first, last)
    const share = wholeLength > 0 ? lengthOf(start, end) / wholeLength : 0
    const part: NativeStep = {
      ...step,
      leg,
      distance_m: step.distance_m * share,
      duration_s: step.duration_s * share,
      geometry_range: [start, end],
    }
    cut.push(cut.length === 0 ? toDeparture(part, line, start) : part)
  }
  const end = cut.at(-1)
  if (end) cut.push(toArrival(end, steps, line, to))
  return cut
}

/** Converts a step to a departure. The route continues in the same direction at a cut, so there is no turn. */
function toDeparture(step: NativeStep, { points }: CutLine, pointIndex: number): NativeStep {
  if (step.maneuver.type === 'depart' && pointIndex === 0) return step
  const { lanes: _lanes, destinations: _destinations, exits: _exits, ...rest } = step
  const maneuver = {
    type: 'depart',
    bearing_before: 0,
    bearing_after: bearingAt(points, pointIndex, 1),
    at: points[pointIndex] ?? ([0, 0] as const),
  }
  return { ...rest, maneuver }
}

function toArrival(
  last: NativeStep,
  steps: readonly NativeStep[],
  { points }: CutLine,
  pointIndex: number,
): NativeStep {
  const end = steps.at(-1)
  if (end?.maneuver.type === 'arrive' && pointIndex === points.length - 1)
    return { ...end, leg: last.leg, geometry_range: [pointIndex, pointIndex] }
  const { lanes: _lanes, destinations: _destinations, exits: _exits, ...rest } = last
  const maneuver = {
    type: 'arrive',
    bearing_before: bearingAt(points, pointIndex, -1),
    bearing_after: 0,
    at: points[pointIndex] ?? ([0, 0] as const),
  }
  return { ...rest, maneuver, distance_m: 0, duration_s: 0, geometry_range: [pointIndex, pointIndex] }
}

/**
 * Returns the direction of travel after (1) or before (-1) a point. At an end of the line, the direction on the other
 * side is used.
 */
function bearingAt(points: readonly Point[], pointIndex: number, direction: 1 | -1): number {
  const other = points[pointIndex + direction] ? pointIndex + direction : pointIndex - direction
  const [a, b] = [points[Math.min(pointIndex, other)] ?? [0, 0], points[Math.max(pointIndex, other)] ?? [0, 0]]
  return Math.round(bearingDegrees(a[0], a[1], b[0], b[1])) % 360
}
