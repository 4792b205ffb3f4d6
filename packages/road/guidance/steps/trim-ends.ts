import type { DraftStep } from './draft-step.ts'

/** A stop within this many meters of a junction counts as being at the junction and needs no turn. */
const AT_JUNCTION_METERS = 1

export function trimStepsAtStops(drafts: DraftStep[]): void {
  if (drafts.length > 2 && drafts[0].meters <= AT_JUNCTION_METERS) {
    const [first, second] = drafts
    second.becomeDeparture(first.meters + second.meters)
    drafts.shift()
  }
  if (drafts.length <= 2) return
  const [previousStep, last, arrival] = drafts.slice(-3)
  if (last.meters > AT_JUNCTION_METERS) return
  // The arrival is on the road before the stop, not on the road that begins at the stop.
  arrival.becomeArrival(previousStep, last)
  drafts.splice(-2, 1)
}
