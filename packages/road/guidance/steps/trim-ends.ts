import { TurnKind } from '../maneuver-code.ts'
import type { Stretch } from './stretch.ts'

/** Nobody turns within the first or the last metre: there the stop is at the junction itself. */
const AT_JUNCTION_METERS = 1

export function trimEnds(stretches: Stretch[]): void {
  const [first, second] = stretches
  if (stretches.length > 2 && first.meters <= AT_JUNCTION_METERS) {
    const meters = first.meters + second.meters
    stretches.splice(0, 2, {
      ...second,
      role: 'depart',
      kind: TurnKind.none,
      firstArc: 0,
      meters,
      bearingIn: 0,
      lanesArc: -1,
    })
  }
  if (stretches.length <= 2) return
  const [before, last, arrival] = stretches.slice(-3)
  if (last.meters > AT_JUNCTION_METERS) return
  // One arrives on the road that one came on, not on the one that begins at the stop.
  stretches.splice(-2, 2, { ...arrival, sign: before.sign, bearingIn: last.bearingIn })
}
