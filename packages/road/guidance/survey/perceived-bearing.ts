import { isCurve } from './curves.ts'
import { bearingOf, type EdgeShape } from './edge-shape.ts'
import { type FittedLine, fitLine } from './line-fit.ts'

/**
 * The perceived bearing of a road for an observer at its start. Maps draw the centerline, so the first meters often
 * only lead from the middle of the other road to its edge. Points farther along count, unless the road really bends
 * there.
 */
export const LANE_METERS = 3.25
/** Tolerance for small mapping errors. */
const SLOPPINESS_METERS = 2
const NEAR_METERS = 10
const FAR_METERS = 40

export interface SeenRoad {
  /** Lanes of the widest road at the junction, 0 when unknown. */
  readonly lanesAcross: number
  /** How obliquely this type of road departs: ramps run along the main road before they diverge. */
  readonly obliqueness: number
  /** A service road: mapped imprecisely, but so short that its first meters suffice. */
  readonly minor: boolean
  readonly circle: boolean
}

export function nearBearing(shape: EdgeShape): number {
  return shape.bearing(0, Math.min(shape.length, SLOPPINESS_METERS))
}

/** Requires at least `lookaheadOf(road)` meters of shape, or all of it. */
export function perceivedBearing(shape: EdgeShape, road: SeenRoad): number {
  const { length } = shape
  if (shape.count <= 2) return shape.bearing(0, length)
  if (road.circle) return nearBearing(shape)
  if (road.minor) return shape.bearing(0, Math.min(length, NEAR_METERS))
  const width = widthOf(road)
  if (shape.along[1] > width + NEAR_METERS) return shape.bearing(0, shape.along[1])
  if (shape.x[shape.count - 1] === 0 && shape.y[shape.count - 1] === 0) return nearBearing(shape)
  if (length <= SLOPPINESS_METERS || shape.straying(0, length) < 0.5 * LANE_METERS) return shape.bearing(0, length)
  if (shape.along[straightEnd(shape)] >= width + NEAR_METERS) return shape.bearing(0, 5)

  const whole = fitFrom(shape, 0)
  if (whole.strayMeters < 0.35 * LANE_METERS) return whole.bearing
  const offset = offsetEnd(shape, width)
  if (offset !== -1) return bearingBeyond(shape, offset)
  if (isCurve(shape, width)) return shape.bearing(0, 3 * SLOPPINESS_METERS)
  if (length >= 0.8 * width + SLOPPINESS_METERS) {
    const beyond = fitFrom(shape, 0.64 * width)
    if (beyond.strayMeters < 0.5 * LANE_METERS) return beyond.bearing
  }
  return shape.bearing(0, Math.min(length, NEAR_METERS))
}

export function lookaheadOf(road: SeenRoad): number {
  return FAR_METERS + widthOf(road)
}

const widthOf = ({ obliqueness, lanesAcross }: SeenRoad): number => obliqueness * (lanesAcross || 2) * LANE_METERS

const sampleX = new Float64Array(FAR_METERS + 1)
const sampleY = new Float64Array(FAR_METERS + 1)

/**
 * Fits a line to the visible part from a distance on. Uses resampled points, so that the mapper's point density does
 * not matter.
 */
function fitFrom(shape: EdgeShape, meters: number): FittedLine {
  const count = Math.max(2, Math.min(FAR_METERS, Math.floor(shape.length - meters)) + 1)
  const { x, y, along } = shape
  let piece = 1
  for (let i = 0; i < count; i++) {
    const at = Math.min(meters + i, shape.length)
    while (piece + 1 < shape.count && along[piece] < at) piece++
    const part = (at - along[piece - 1]) / (along[piece] - along[piece - 1])
    sampleX[i] = x[piece - 1] + part * (x[piece] - x[piece - 1])
    sampleY[i] = y[piece - 1] + part * (y[piece] - y[piece - 1])
  }
  return fitLine(sampleX, sampleY, 0, count)
}

/** The last point before the road leaves a straight line. */
function straightEnd(shape: EdgeShape): number {
  let i = 2
  while (i < shape.count && shape.straying(0, shape.along[i]) < 0.25 * LANE_METERS) i++
  return i - 1
}

/** Bearing after a point. A small part of the offset still counts, so that two adjacent roads stay distinct. */
function bearingBeyond({ x, y }: EdgeShape, point: number): number {
  return bearingOf(x[point + 1] - 0.9 * x[point], y[point + 1] - 0.9 * y[point])
}

/**
 * If the first segment only leads off the centerline of the other road before a straight section, returns the point
 * between them; otherwise -1.
 */
function offsetEnd(shape: EdgeShape, width: number): number {
  const { length, along } = shape
  const end = straightEnd(shape)
  if (end + 1 >= shape.count || along[end] - 0.5 * width >= LANE_METERS) return -1
  if (length < 0.4 * FAR_METERS || length - along[end] < 0.1 * length) return -1
  let last = end + 1
  while (last + 1 < shape.count && along[last] - along[last - 1] < 30) last++
  return shape.straying(along[end], along[last]) < 0.5 * LANE_METERS ? end : -1
}
