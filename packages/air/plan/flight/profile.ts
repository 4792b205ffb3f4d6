import type { Position } from '@fairway/geo'
import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import { GROUND_LINE_TOLERANCE_M, type GroundPoint } from '../../terrain/ground-line.ts'
import type { FlightPlanner } from '../planner.ts'
import { positionsAlong, TERRAIN_TOLERANCE_M } from './heights.ts'
import type { Piece } from './trace.ts'

/** A point of the path, its altitude, and the flight time from the previous point. */
export interface ProfilePoint {
  readonly at: Position
  readonly altitudeM: number
  readonly seconds: number
}

/** Straight lines on charts are not great circles. Up to this length they differ by less than a meter. */
const LONGEST_METERS = 5000
/** Between sampled points the ground also deviates slightly from the straight line, so that tolerance is subtracted. */
const KEPT_TOLERANCE_M = TERRAIN_TOLERANCE_M - GROUND_LINE_TOLERANCE_M

/**
 * Returns all points of a piece after its first one. The flight follows the terrain and takes longer where it is
 * steeper than the aircraft can climb.
 */
export function profileOf(planner: FlightPlanner, piece: Piece): ProfilePoint[] {
  const { ground, altitudeM, aircraft } = planner
  if (!ground.isKnown) {
    const positions = positionsAlong(piece.from, piece.to, LONGEST_METERS)
    const seconds = piece.seconds / (positions.length - 1)
    return positions.slice(1).map((at) => ({ at, altitudeM, seconds }))
  }
  const kept = keepNeeded(ground.along(piece.from, piece.to), LONGEST_METERS / Math.max(piece.meters, 1))
  return kept.slice(1).map(({ at, share, meters }, index) => {
    const before = kept[index]
    const climb = Math.abs(meters - before.meters) / aircraft.climbRateMs
    return { at, altitudeM: meters + altitudeM, seconds: Math.max(piece.seconds * (share - before.share), climb) }
  })
}

/** Greedily selects the fewest points whose connecting lines stay within the tolerance of all other points. */
function keepNeeded(points: readonly GroundPoint[], longestShare: number): GroundPoint[] {
  const kept = [points[0]]
  for (let start = 0; start < points.length - 1; ) {
    let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    let end = start + 1
    for (let at = start + 1; at < points.length; at++) {
      const length = points[at].share - points[start].share
      if (length > longestShare || low > high) break
      const slope = (points[at].meters - points[start].meters) / length
      if (slope >= low && slope <= high) end = at
      low = Math.max(low, slope - KEPT_TOLERANCE_M / length)
      high = Math.min(high, slope + KEPT_TOLERANCE_M / length)
    }
    kept.push(points[end])
    start = end
  }
  return kept
}

export function lengthOfLine(line: readonly Position[]): number {
  const vectors = line.map(toVector)
  return vectors.reduce((sum, vector, at) => (at === 0 ? 0 : sum + metersBetween(vectors[at - 1], vector)), 0)
}
