import { type Kind, kindLimits } from './kinds.ts'

/**
 * The ratio of actual to planned seconds over the same meters, for about the last ten minutes (older ones fade). It
 * starts with one minute exactly as planned, so that the first meters do not dominate.
 */
export interface Pace {
  readonly takenS: number
  readonly plannedS: number
}

const FADE_S = 600
const AS_PLANNED_S = 60

export const noPace: Pace = { takenS: 0, plannedS: 0 }

export function addToPace({ takenS, plannedS }: Pace, moreTakenS: number, morePlannedS: number): Pace {
  const kept = Math.exp(-Math.max(moreTakenS, morePlannedS) / FADE_S)
  return { takenS: takenS * kept + moreTakenS, plannedS: plannedS * kept + morePlannedS }
}

export function paceFactor({ takenS, plannedS }: Pace, kind: Kind): number {
  const [fastest, slowest] = kindLimits[kind].paces
  const factor = (takenS + AS_PLANNED_S) / (plannedS + AS_PLANNED_S)
  return Math.min(slowest, Math.max(fastest, factor))
}
