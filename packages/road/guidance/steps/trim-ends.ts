import type { Stretch } from './stretch.ts'

/** Nobody turns within the first or the last metre: there the stop is at the junction itself. */
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
  // One arrives on the road that one came on, not on the one that begins at the stop.
  arrival.arriveOn(before, last)
  stretches.splice(-2, 1)
}
