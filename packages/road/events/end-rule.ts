import type { Stretches } from '../match/matched-track.ts'
import type { RoadNetwork } from '../network/network.ts'
import type { StretchSet } from './stretch-set.ts'

const LEAST_SHARE = 0.3
const LEAST_METERS = 30
/** Less is no stretch of road, but a line across it. */
const SOMETHING_METERS = 1

/**
 * Adds what was driven in a row, without what its ends merely touch: a line that begins or ends at a junction lies some
 * metres on arcs that are not meant, and a closure would close those as well. So the first and the last arc count only
 *
 * - if at least 30 % of the arc or at least 30 m of it are covered,
 * - or if it is the only one,
 * - or if nothing else would be left: then the one of which most metres are covered.
 *
 * Arcs between them count always. Returns how many arcs were added.
 */
export function addWithoutEnds({ arcs, edges }: RoadNetwork, driven: Stretches, into: StretchSet): number {
  const { count, arc, from, to } = driven
  const lengthOf = (i: number) => edges.lengthCm[arcs.edgeSide[arc[i]] >>> 1] / 100
  const metersOf = (i: number) => (to[i] - from[i]) * lengthOf(i)
  const isEnd = (i: number) => i === 0 || i === count - 1
  const isEnough = (i: number) => to[i] - from[i] >= LEAST_SHARE || metersOf(i) >= LEAST_METERS
  // Where a line turns around at the very end of an arc, nothing of that arc is covered.
  const counts = (i: number) => to[i] > from[i] && (!isEnd(i) || isEnough(i))
  let added = 0
  let longest = 0
  for (let i = 0; i < count; i++) {
    if (metersOf(i) > metersOf(longest)) longest = i
    if (!counts(i)) continue
    into.add(arc[i], from[i], to[i])
    added++
  }
  if (added > 0 || count === 0 || metersOf(longest) < SOMETHING_METERS) return added
  into.add(arc[longest], from[longest], to[longest])
  return 1
}
