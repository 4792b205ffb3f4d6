import { metersBetween, toVector } from '../geometry/ellipsoid.ts'
import type { Position } from '../model.ts'
import { positionsAlong } from './heights.ts'
import type { FlightPlanner } from './planner.ts'
import type { Piece } from './trace.ts'

/** A point of the way, how high it is flown there, and how long it took to come from the point before. */
export interface ProfilePoint {
  readonly at: Position
  readonly altitudeM: number
  readonly seconds: number
}

/** Straight lines on charts are no great circles; up to this length they differ by less than a metre. */
const LONGEST_METERS = 5000
/** With terrain: how often it is looked at, and how far the line may be off the wished height above it. */
const TERRAIN_STEP_METERS = 60
const TERRAIN_TOLERANCE_M = 5

/** All points of a piece after its first one. Terrain is followed; where that is steeper than the aircraft climbs, it takes longer. */
export function profileOf(planner: FlightPlanner, piece: Piece): ProfilePoint[] {
  const { ground, altitudeM, aircraft } = planner
  const base = ground.isKnown ? undefined : altitudeM
  const step = ground.isKnown ? TERRAIN_STEP_METERS : LONGEST_METERS
  const positions = positionsAlong(piece.from, piece.to, step)
  const altitudes = positions.map((position) => base ?? ground.at(position) + altitudeM)
  const kept = ground.isKnown ? keepNeeded(altitudes) : altitudes.map((_, at) => at)
  return kept.slice(1).map((at, index) => {
    const before = kept[index]
    const share = (at - before) / (positions.length - 1)
    const climb = Math.abs(altitudes[at] - altitudes[before]) / aircraft.climbRateMs
    return { at: positions[at], altitudeM: altitudes[at], seconds: Math.max(piece.seconds * share, climb) }
  })
}

/** The fewest samples, taken greedily, between which straight lines stay within the tolerance of all others. */
function keepNeeded(altitudes: readonly number[]): number[] {
  const kept = [0]
  const longest = Math.floor(LONGEST_METERS / TERRAIN_STEP_METERS)
  for (let start = 0; start < altitudes.length - 1; ) {
    let [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    let end = start + 1
    for (let at = start + 1; at < altitudes.length && at - start <= longest; at++) {
      const slope = (altitudes[at] - altitudes[start]) / (at - start)
      if (slope >= low && slope <= high) end = at
      low = Math.max(low, slope - TERRAIN_TOLERANCE_M / (at - start))
      high = Math.min(high, slope + TERRAIN_TOLERANCE_M / (at - start))
      if (low > high) break
    }
    kept.push(end)
    start = end
  }
  return kept
}

export function lengthOfLine(line: readonly Position[]): number {
  const vectors = line.map(toVector)
  return vectors.reduce((sum, vector, at) => (at === 0 ? 0 : sum + metersBetween(vectors[at - 1], vector)), 0)
}
