import type { Stretch } from './stretch.ts'

/** Within the first or last meter the stop is at the junction itself, so there is no turn. */
const AT_JUNCTION_METERS = 1

export function trimEnds(stretches: Stretch[]): void {
  if (stretches.length > 2 && stretches[0].meters <= AT_JUNCTION_METERS) {
    const [first, second] = stretches
    second.departFrom(first.meters + second.meters)
    stretches.shift()
  }
  if (stretches.length <= 2) return
  const [before, last, arrival] = stretches.slice(-3)
  if (last.meters > AT_JUNCTION_METERS) return
  // The arrival is on the road before the stop, not on the one that begins there.
  arrival.arriveOn(before, last)
  stretches.splice(-2, 1)
}
