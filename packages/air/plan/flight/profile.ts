import type { Position } from '@fairway/geo'
import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import { GROUND_LINE_TOLERANCE_M, type GroundPoint } from '../../terrain/ground-line.ts'
import type { FlightPlanner } from '../planner.ts'
import type { FlightSegment } from './flight-segment.ts'
import { samplePositions, TERRAIN_TOLERANCE_M } from './heights.ts'

/** A point of the path, with its altitude and the flight time from the previous point. */
export interface ProfilePoint {
  readonly at: Position
  readonly altitudeM: number
  readonly seconds: number
}

/**
 * Maximum step between points. Straight lines on charts are not great circles, but up to this length they differ by
 * less than a meter.
 */
const MAX_PROFILE_STEP_METERS = 5000
/**
 * Tolerance of the profile. The sampled ground line also deviates slightly from the ground between samples, so its
 * tolerance is subtracted.
 */
const PROFILE_TOLERANCE_M = TERRAIN_TOLERANCE_M - GROUND_LINE_TOLERANCE_M

/**
 * Returns all points of a segment after its first point. The flight follows the terrain and takes longer where the
 * terrain is steeper than the aircraft can climb.
 */
export function buildProfile(planner: FlightPlanner, segment: FlightSegment): ProfilePoint[] {
  const { groundElevation, altitudeM, aircraft } = planner
  if (!groundElevation.hasTerrain) {
    const positions = samplePositions(segment.from, segment.to, MAX_PROFILE_STEP_METERS)
    const seconds = segment.seconds / (positions.length - 1)
    return positions.slice(1).map((position) => ({ at: position, altitudeM, seconds }))
  }
  const points = simplifyProfile(
    groundElevation.profileBetween(segment.from, segment.to),
    MAX_PROFILE_STEP_METERS / Math.max(segment.meters, 1),
  )
  return points.slice(1).map(({ position, share, meters }, index) => {
    const previousPoint = points[index]
    const climbSeconds = Math.abs(meters - previousPoint.meters) / aircraft.climbRateMs
    return {
      at: position,
      altitudeM: meters - groundElevation.referenceMeters + altitudeM,
      seconds: Math.max(segment.seconds * (share - previousPoint.share), climbSeconds),
    }
  })
}

/** Greedily selects the fewest points whose connecting lines stay within the tolerance of all other points. */
function simplifyProfile(points: readonly GroundPoint[], longestShare: number): GroundPoint[] {
  const keptPoints = [points[0]]
  for (let start = 0; start < points.length - 1; ) {
    let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    let end = start + 1
    for (let index = start + 1; index < points.length; index++) {
      const length = points[index].share - points[start].share
      if (length > longestShare || low > high) break
      const slope = (points[index].meters - points[start].meters) / length
      if (slope >= low && slope <= high) end = index
      low = Math.max(low, slope - PROFILE_TOLERANCE_M / length)
      high = Math.min(high, slope + PROFILE_TOLERANCE_M / length)
    }
    keptPoints.push(points[end])
    start = end
  }
  return keptPoints
}

export function lineLengthMeters(line: readonly Position[]): number {
  const vectors = line.map(toVector)
  return vectors.reduce((sum, vector, index) => (index === 0 ? 0 : sum + metersBetween(vectors[index - 1], vector)), 0)
}
