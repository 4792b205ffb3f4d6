import { bearingDegrees, flatDistanceMeters, longitudeDifference, rulerAt } from '@fairway/geo'
import type { Point } from '../../../points.ts'
import { findNearestOnLine } from '../along.ts'
import type { DisplayRoute } from '../display-routes.ts'
import type { DisplayStep } from '../steps.ts'

/** Length of the arrow before and after the turn, in meters. */
const ARM_METERS = 35
const HEAD_METERS = 12

export interface TurnGeometry {
  readonly at: Point
  /** Direction in which the vehicle approaches the turn, in degrees clockwise from north. */
  readonly bearing: number
  /** Line of the arrow, from the approach to the end of its head. Empty if the route has no length here. */
  readonly line: readonly Point[]
  /** Corners of the arrow head. */
  readonly head: readonly Point[]
}

/** Returns the turn at the start of a step. */
export function toTurnGeometry(
  { points }: Pick<DisplayRoute, 'points'>,
  step: Pick<DisplayStep, 'at' | 'range'>,
): TurnGeometry {
  const index = step.range?.[0] ?? findNearestOnLine(points, step.at)?.segment ?? 0
  const at = points[index] ?? step.at
  const before = takeAlong(points.slice(0, index + 1).reverse(), ARM_METERS).reverse()
  const after = takeAlong(points.slice(index), ARM_METERS)
  // The first step has no approach, and the last step has no exit.
  const [from, to] = before.length > 1 ? [before[0], at] : [at, after.at(-1)]
  const line = [...before.slice(0, -1), ...after]
  return { at, bearing: from === undefined || to === undefined ? 0 : toBearing(from, to), line, head: toHead(line) }
}

function toBearing(from: Point, to: Point): number {
  return bearingDegrees(from[0], from[1], to[0], to[1])
}

/** Returns the first meters of a line, which ends between two of its points. */
function takeAlong(points: readonly Point[], meters: number): Point[] {
  const taken: Point[] = points.slice(0, 1)
  let remainingMeters = meters
  for (let index = 1; index < points.length && remainingMeters > 0; index++) {
    const [a, b] = [points[index - 1], points[index]]
    if (a === undefined || b === undefined) break
    const length = flatDistanceMeters(a[0], a[1], b[0], b[1])
    const share = length === 0 ? 1 : Math.min(1, remainingMeters / length)
    taken.push([a[0] + share * (b[0] - a[0]), a[1] + share * longitudeDifference(a[1], b[1])])
    remainingMeters -= length
  }
  return taken
}

/** Returns a triangle at the end of the line. */
function toHead(line: readonly Point[]): readonly Point[] {
  const [previous, tip] = [line.at(-2), line.at(-1)]
  if (previous === undefined || tip === undefined) return []
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(tip[0])
  const angle = (toBearing(previous, tip) * Math.PI) / 180
  const [east, north] = [Math.sin(angle), Math.cos(angle)]
  const toCorner = (ahead: number, right: number): Point => [
    tip[0] + (ahead * north - right * east) / perLatitudeDegree,
    tip[1] + (ahead * east + right * north) / perLongitudeDegree,
  ]
  return [toCorner(HEAD_METERS, 0), toCorner(0, HEAD_METERS * 0.7), toCorner(0, -HEAD_METERS * 0.7)]
}
