import type { DraftStep } from './draft-step.ts'

/** A stop within the first or last meter of an arc is at the junction itself, so there is no turn. */
const AT_JUNCTION_METERS = 1

export function trimStepsAtStops(drafts: DraftStep[]): void {
  if (drafts.length > 2 && drafts[0].meters <= AT_JUNCTION_METERS) {
    const [first, second] = drafts
    second.becomeDeparture(first.meters + second.meters)
    drafts.shift()
  }
  if (drafts.length <= 2) return
  const [before, last, arrival] = drafts.slice(-3)
  if (last.meters > AT_JUNCTION_METERS) return
  // The arrival is on the road before the stop, not on the road that begins there.
  arrival.becomeArrival(before, last)
  drafts.splice(-2, 1)
}
