import { Drive, touchPath, turnFrom } from '../network/drive.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import type { PlannedLeg } from './leg.ts'

/** Distance and time from the beginning of a leg to the beginning of each of its arcs; the last entry is the whole. */
export interface LegMeasure {
  readonly distanceCm: readonly number[]
  /** Hundredths of a second without other traffic, turns included: a turn counts with the arc it leads into. */
  readonly durationCs: readonly number[]
  /** The same way for one who never has to slow down or stop. */
  readonly freeFlowCs: number
}

/** Plain arrays: a typed array of this size lies outside the heap, and to make two would cost more than to fill them. */
export function measureLeg(network: RoadNetwork, leg: PlannedLeg): LegMeasure {
  const { drive } = network.arcs
  touchPath(network, leg.arcs)
  const count = leg.arcs.length
  const distanceCm = [0]
  const durationCs = [0]
  let distance = 0
  let duration = 0
  let freeFlowCs = 0
  let before = 0
  for (let i = 0; i < count; i++) {
    const arc = leg.arcs[i] * Drive.SIZE
    const from = i === 0 ? leg.startFraction : 0
    const to = i === count - 1 ? leg.endFraction : 1
    const share = to > from ? to - from : 0
    const turn = i === 0 ? NO_ID : leg.turns[i - 1]
    const whole = drive[arc + Drive.DURATION]
    distance += drive[arc + Drive.LENGTH_CM] * share
    freeFlowCs += (whole - drive[arc + Drive.DELAY]) * share
    duration += whole * share + (turn === NO_ID ? 0 : turnFrom(network, before, turn) & 0xffff)
    distanceCm.push(distance)
    durationCs.push(duration)
    before = arc
  }
  return { distanceCm, durationCs, freeFlowCs }
}
