import { type Kind, kindLimits } from './kinds.ts'

/**
 * How much longer (or shorter) it takes than planned: seconds really taken over seconds planned for the same metres, of
 * the last ten minutes or so (older ones fade), beginning with a minute exactly as planned so that the first metres do
 * not decide.
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
