import { Drive } from '../network/drive.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { PlannedLeg } from './leg.ts'

/** Distance and time from the beginning of a leg to the beginning of each of its arcs; the last entry is the whole. */
export interface LegMeasure {
  readonly distanceCm: Float64Array
  /** Hundredths of a second without other traffic, turns included: a turn counts with the arc it leads into. */
  readonly durationCs: Float64Array
  /** The same way for one who never has to slow down or stop. */
  readonly freeFlowCs: number
}

export function measureLeg({ arcs: { drive }, turns }: RoadNetwork, leg: PlannedLeg): LegMeasure {
  const count = leg.arcs.length
  const distanceCm = new Float64Array(count + 1)
  const durationCs = new Float64Array(count + 1)
  let freeFlowCs = 0
  for (let i = 0; i < count; i++) {
    const arc = leg.arcs[i] * Drive.SIZE
    const from = i === 0 ? leg.startFraction : 0
    const to = i === count - 1 ? leg.endFraction : 1
    const share = to > from ? to - from : 0
    const turn = i === 0 ? NO_ID : leg.turns[i - 1]
    const duration = drive[arc + Drive.DURATION]
    distanceCm[i + 1] = distanceCm[i] + drive[arc + Drive.LENGTH_CM] * share
    freeFlowCs += (duration - drive[arc + Drive.DELAY]) * share
    durationCs[i + 1] = durationCs[i] + duration * share + (turn === NO_ID ? 0 : turns.duration[turn])
  }
  return { distanceCm, durationCs, freeFlowCs }
}
