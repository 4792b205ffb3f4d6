import { metersBetween, toVector } from '../../geometry/ellipsoid.ts'
import type { Position } from '../../model.ts'
import { GROUND_LINE_TOLERANCE_M, type GroundPoint } from '../../terrain/ground-line.ts'
import type { FlightPlanner } from '../planner.ts'
import { positionsAlong, TERRAIN_TOLERANCE_M } from './heights.ts'
import type { Piece } from './trace.ts'

/** A point of the way, how high it is flown there, and how long it took to come from the point before. */
export interface ProfilePoint {
  readonly at: Position
  readonly altitudeM: number
  readonly seconds: number
}

/** Straight lines on charts are no great circles; up to this length they differ by less than a metre. */
const LONGEST_METERS = 5000
/** Between the points of the ground that are looked at, it is off the straight line by a little, too. */
const KEPT_TOLERANCE_M = TERRAIN_TOLERANCE_M - GROUND_LINE_TOLERANCE_M

/** All points of a piece after its first one. Terrain is followed; where that is steeper than the aircraft climbs, it takes longer. */
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

/** The fewest points, taken greedily, between which straight lines stay within the tolerance of all others. */
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
