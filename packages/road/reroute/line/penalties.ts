import { ArcFlag } from '../../network/attributes.ts'
import { DriveRecord } from '../../network/drive-column.ts'
import type { RoadNetwork } from '../../network/network.ts'

/** Penalties for one interpretation of a line: a point without progress, and a stop that may be a shape point. */
export const STANDING_PENALTY = 1
export const STOPPING_PENALTY = 0.5
/** Penalty for a path that begins at the end of its first arc. */
export const BEGINS_AT_END_PENALTY = 0.1
/** Tiebreaker that prefers the interpretation closer to the line. */
export const PENALTY_PER_MICRODEGREE = 1e-3
/**
 * Tiebreakers for two streets along the same line. These penalties prefer the faster street (per hundredth of a second)
 * and a street that is not restricted to residents.
 */
export const PENALTY_PER_DURATION = 1e-10
const RESIDENTS_ONLY_PENALTY = 3e-5

/** Returns a penalty for the slower of two streets along the same line, because routes never use it. */
export function slownessPenalty({ arcs: { drive, flags } }: RoadNetwork, arc: number): number {
  const isForResidents = (flags[arc] & ArcFlag.restricted) !== 0
  return (
    drive[arc * DriveRecord.SIZE + DriveRecord.DURATION] * PENALTY_PER_DURATION +
    (isForResidents ? RESIDENTS_ONLY_PENALTY : 0)
  )
}
