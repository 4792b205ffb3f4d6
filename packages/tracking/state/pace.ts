import { type AssetKind, kindLimits } from './kinds.ts'

/**
 * Actual and planned seconds over the same distance, for about the last ten minutes. Older data has less weight. The
 * computed pace includes one extra minute at the planned pace, so that the first meters do not dominate.
 */
export interface Pace {
  readonly takenS: number
  readonly plannedS: number
}

const DECAY_S = 600
const PRIOR_WEIGHT_S = 60

export const initialPace: Pace = { takenS: 0, plannedS: 0 }

export function addToPace({ takenS, plannedS }: Pace, addedTakenS: number, addedPlannedS: number): Pace {
  const decay = Math.exp(-Math.max(addedTakenS, addedPlannedS) / DECAY_S)
  return { takenS: takenS * decay + addedTakenS, plannedS: plannedS * decay + addedPlannedS }
}

export function computePaceFactor({ takenS, plannedS }: Pace, kind: AssetKind): number {
  const [fastestPace, slowest] = kindLimits[kind].paceRange
  const factor = (takenS + PRIOR_WEIGHT_S) / (plannedS + PRIOR_WEIGHT_S)
  return Math.min(slowest, Math.max(fastestPace, factor))
}
