import { TOUCHED_CM } from '../../route/path-to-leg.ts'
import type { PathMeasures } from '../attributes/path-attributes.ts'
import type { PointEnds } from '../points/point-searches.ts'

/** Sources drive away from where they are, up arcs; targets are driven to, down arcs. */
export type Side = 'source' | 'target'

/** What an end adds to a path that begins or ends there, as numbers in a row. */
export const Begin = {
  SIZE: 4,
  LENGTH: 0,
  DURATION: 1,
  GROWTH: 2,
  /** What the duration of the turn is multiplied with before it is added: not 0 where the arc is only touched. */
  TURN_FACTOR: 3,
} as const

/**
 * Arcs of the hierarchy begin with a whole arc of the road. So a source adds what lies behind it, below zero: where
 * durations grow, so much that whoever is at the end of the arc has driven just the rest of it. A target adds what lies
 * before it. Where the arc is only touched it is all of it or nothing, and the turn besides.
 */
export function writeBegin(
  { arcLengthCm, arcDurationCs, arcGrowth }: PathMeasures,
  { arc, along }: PointEnds,
  end: number,
  side: Side,
  to: Float64Array,
  at: number,
): void {
  const lengthCm = arcLengthCm[arc[end]]
  const durationCs = arcDurationCs[arc[end]]
  const growth = arcGrowth ? arcGrowth[arc[end]] : 0
  const isSource = side === 'source'
  const isTouched = (isSource ? 1 - along[end] : along[end]) * lengthCm <= TOUCHED_CM
  const pace = 1 / (1 + growth)
  const share = isTouched ? (isSource ? -1 : 0) : isSource ? -along[end] : along[end]
  to[at + Begin.LENGTH] = share * lengthCm
  to[at + Begin.DURATION] = isSource
    ? share * durationCs * (Math.abs(pace) < PACE_LIMIT ? pace : Number.NaN)
    : share * durationCs
  to[at + Begin.GROWTH] = isSource ? 0 : share * growth
  to[at + Begin.TURN_FACTOR] = isTouched ? (isSource ? -pace : -1) : 0
}

/** An arc that takes an hour longer than usual, no matter when one enters it one leaves it at the same time: NaN. */
const PACE_LIMIT = 1e6

/** Whether a path from or to here may begin or end on an arc that cannot be measured before its next arc is known. */
export function hasTouched(measures: PathMeasures, ends: PointEnds, side: Side): boolean {
  for (let end = 0; end < ends.count; end++) {
    writeBegin(measures, ends, end, side, scratch, 0)
    if (scratch[Begin.TURN_FACTOR] !== 0 || Number.isNaN(scratch[Begin.DURATION])) return true
  }
  return false
}

const scratch = new Float64Array(Begin.SIZE)
