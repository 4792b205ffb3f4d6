import { isCurve } from './curves.ts'
import { type EdgeShape, toBearing } from './edge-shape.ts'
import { type FittedLine, fitLine } from './line-fit.ts'

/**
 * The perceived bearing of a road is its direction for an observer at its start. Maps contain centerlines, so the first
 * meters often only lead from the middle of the other road to its edge. Points farther along determine the bearing,
 * unless the road really bends there.
 */
const LANE_WIDTH_METERS = 3.25
/** Tolerance for small mapping errors, in meters. */
const MAPPING_ERROR_METERS = 2
const NEAR_METERS = 10
const FAR_METERS = 40

export interface PerceivedRoad {
  /** Number of lanes of the widest road at the junction, or 0 if it is unknown. */
  readonly lanesAcross: number
  /**
   * Factor that describes how obliquely roads of this type leave the junction. Ramps run along the main road before
   * they diverge.
   */
  readonly obliqueness: number
  /**
   * True for a service road. Service roads are mapped imprecisely, but they are so short that the first meters suffice.
   */
  readonly isMinor: boolean
  readonly isCircular: boolean
}

export function computeInitialBearing(shape: EdgeShape): number {
  return shape.bearing(0, Math.min(shape.length, MAPPING_ERROR_METERS))
}

/** Computes the perceived bearing. The shape must include at least `lookaheadMeters(road)` meters or the whole edge. */
export function computePerceivedBearing(shape: EdgeShape, road: PerceivedRoad): number {
  const { length } = shape
  if (shape.count <= 2) return shape.bearing(0, length)
  if (road.isCircular) return computeInitialBearing(shape)
  if (road.isMinor) return shape.bearing(0, Math.min(length, NEAR_METERS))
  const width = junctionWidth(road)
  if (shape.along[1] > width + NEAR_METERS) return shape.bearing(0, shape.along[1])
  if (shape.x[shape.count - 1] === 0 && shape.y[shape.count - 1] === 0) return computeInitialBearing(shape)
  if (length <= MAPPING_ERROR_METERS || shape.maxDeviation(0, length) < 0.5 * LANE_WIDTH_METERS)
    return shape.bearing(0, length)
  if (shape.along[findStraightEnd(shape)] >= width + NEAR_METERS) return shape.bearing(0, 5)

  const wholeFit = fitLineFrom(shape, 0)
  if (wholeFit.maxDeviationMeters < 0.35 * LANE_WIDTH_METERS) return wholeFit.bearing
  const offsetEnd = findLateralOffsetEnd(shape, width)
  if (offsetEnd !== -1) return bearingBeyond(shape, offsetEnd)
  if (isCurve(shape, width)) return shape.bearing(0, 3 * MAPPING_ERROR_METERS)
  if (length >= 0.8 * width + MAPPING_ERROR_METERS) {
    const farLine = fitLineFrom(shape, 0.64 * width)
    if (farLine.maxDeviationMeters < 0.5 * LANE_WIDTH_METERS) return farLine.bearing
  }
  return shape.bearing(0, Math.min(length, NEAR_METERS))
}

export function lookaheadMeters(road: PerceivedRoad): number {
  return FAR_METERS + junctionWidth(road)
}

const junctionWidth = ({ obliqueness, lanesAcross }: PerceivedRoad): number =>
  obliqueness * (lanesAcross || 2) * LANE_WIDTH_METERS

const sampleX = new Float64Array(FAR_METERS + 1)
const sampleY = new Float64Array(FAR_METERS + 1)

/**
 * Fits a line to the visible part of a road, starting at a given distance. The points are resampled, so that the
 * mapper's point density does not matter.
 */
function fitLineFrom(shape: EdgeShape, meters: number): FittedLine {
  const count = Math.max(2, Math.min(FAR_METERS, Math.floor(shape.length - meters)) + 1)
  const { x, y, along } = shape
  let segment = 1
  for (let i = 0; i < count; i++) {
    const sampleMeters = Math.min(meters + i, shape.length)
    while (segment + 1 < shape.count && along[segment] < sampleMeters) segment++
    const fraction = (sampleMeters - along[segment - 1]) / (along[segment] - along[segment - 1])
    sampleX[i] = x[segment - 1] + fraction * (x[segment] - x[segment - 1])
    sampleY[i] = y[segment - 1] + fraction * (y[segment] - y[segment - 1])
  }
  return fitLine(sampleX, sampleY, 0, count)
}

/** Returns the last point before the road leaves a straight line. */
function findStraightEnd(shape: EdgeShape): number {
  let i = 2
  while (i < shape.count && shape.maxDeviation(0, shape.along[i]) < 0.25 * LANE_WIDTH_METERS) i++
  return i - 1
}

/**
 * Returns the bearing after a point. The bearing includes a small part of the offset, so that two adjacent roads stay
 * distinct.
 */
function bearingBeyond({ x, y }: EdgeShape, point: number): number {
  return toBearing(x[point + 1] - 0.9 * x[point], y[point + 1] - 0.9 * y[point])
}

/**
 * Returns the point at which a straight section begins after a first segment that only leads off the centerline of the
 * other road. Returns -1 if the road has no such segment.
 */
function findLateralOffsetEnd(shape: EdgeShape, width: number): number {
  const { length, along } = shape
  const end = findStraightEnd(shape)
  if (end + 1 >= shape.count || along[end] - 0.5 * width >= LANE_WIDTH_METERS) return -1
  if (length < 0.4 * FAR_METERS || length - along[end] < 0.1 * length) return -1
  let last = end + 1
  while (last + 1 < shape.count && along[last] - along[last - 1] < 30) last++
  return shape.maxDeviation(along[end], along[last]) < 0.5 * LANE_WIDTH_METERS ? end : -1
}
