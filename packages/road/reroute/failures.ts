import { ArcFlag } from '../network/attributes.ts'
import { Drive } from '../network/metric-snapshot.ts'
import type { RoadNetwork } from '../network/network.ts'

/** What speaks against a reading of the line: a point that leads nowhere, a stop that may be a shape's point. */
export const STANDING = 1
export const STOPPING = 0.5
/** A way that would begin with an arc it does not drive along. */
export const BEGINS_AT_END = 0.1
/** Of two readings the one that is nearer to the line, if nothing else tells them apart. */
export const PER_MICRODEGREE = 1e-3
/** And of two streets along the same line, the faster one (per hundredth of a second), and not that of residents. */
export const PER_DURATION = 1e-10
const FOR_RESIDENTS = 3e-5

/** Nobody is led along the slower of two streets on the same line. */
export function slownessOf({ arcs: { drive, flags } }: RoadNetwork, arc: number): number {
  const isForResidents = (flags[arc] & ArcFlag.restricted) !== 0
  return drive[arc * Drive.SIZE + Drive.DURATION] * PER_DURATION + (isForResidents ? FOR_RESIDENTS : 0)
}
