import type { Stretches } from '../match/matched-track.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { StretchSet } from './stretch-set.ts'

const MIN_COVERED_FRACTION = 0.3
const MIN_COVERED_METERS = 30
/** Minimum length of a stretch, in meters. A shorter overlap is treated as a crossing road. */
const MIN_STRETCH_METERS = 1

/**
 * Adds a sequence of driven arcs, except arcs that the ends of the line barely touch. A line that begins or ends at a
 * junction covers a few meters of unrelated arcs, and a closure would close those arcs as well. The first and the last
 * arc are therefore added only if the line covers at least 30 % or 30 m of the arc. All covered arcs between them are
 * added. If no arc would remain, the arc with the most covered meters is added, unless the line covers less than one
 * meter of it. Returns the number of added arcs.
 */
export function addTrimmedStretches(
  { arcs, edges }: RoadNetwork,
  drivenStretches: Stretches,
  stretchSet: StretchSet,
): number {
  const { count, arc, from, to } = drivenStretches
  const lengthOf = (i: number) => edges.lengthCm[arcs.edgeSide[arc[i]] >>> 1] / 100
  const metersOf = (i: number) => (to[i] - from[i]) * lengthOf(i)
  const isEnd = (i: number) => i === 0 || i === count - 1
  const isCoveredEnough = (i: number) => to[i] - from[i] >= MIN_COVERED_FRACTION || metersOf(i) >= MIN_COVERED_METERS
  // If a line turns around exactly at the end of an arc, it covers no part of that arc.
  const shouldAdd = (i: number) => to[i] > from[i] && (!isEnd(i) || isCoveredEnough(i))
  let addedCount = 0
  let longestIndex = 0
  for (let i = 0; i < count; i++) {
    if (metersOf(i) > metersOf(longestIndex)) longestIndex = i
    if (!shouldAdd(i)) continue
    stretchSet.add(arc[i], from[i], to[i])
    addedCount++
  }
  if (addedCount > 0 || count === 0 || metersOf(longestIndex) < MIN_STRETCH_METERS) return addedCount
  stretchSet.add(arc[longestIndex], from[longestIndex], to[longestIndex])
  return 1
}
