/**
 * Conformance of a flight with its volume, with the constants from ASTM F3548-21. A flight must be inside for 95 % of
 * the time, with excursions of up to 10 s. Beyond either limit, the flight is nonconforming. After 60 s of
 * nonconformance, it becomes contingent until it gets a new route.
 */
export interface ConformanceState {
  readonly timeMs: number
  readonly outsideSinceMs: number | null
  readonly nonconformingSinceMs: number | null
  readonly isContingent: boolean
  /** Seconds outside and seconds observed, in about the last five minutes. Older seconds have less weight. */
  readonly outsideS: number
  readonly observedS: number
}

export type Conformance = 'conforming' | 'nonconforming' | 'contingent'

const MAX_EXCURSION_S = 10
const MAX_NONCONFORMING_S = 60
const MIN_INSIDE_SHARE = 0.95
/** Minimum observation time. With less, a single allowed excursion would exceed the allowed share. */
const MIN_OBSERVED_S = MAX_EXCURSION_S / (1 - MIN_INSIDE_SHARE)
const DECAY_S = 300

export function initConformance(timeMs: number, isOutside: boolean): ConformanceState {
  const outsideSinceMs = isOutside ? timeMs : null
  return { timeMs, outsideSinceMs, nonconformingSinceMs: null, isContingent: false, outsideS: 0, observedS: 0 }
}

export function updateConformance(
  previousConformance: ConformanceState,
  timeMs: number,
  isOutside: boolean,
): ConformanceState {
  const advancedState = advanceConformance(previousConformance, timeMs)
  if (!isOutside) return { ...advancedState, outsideSinceMs: null, nonconformingSinceMs: null }
  return advanceConformance({ ...advancedState, outsideSinceMs: advancedState.outsideSinceMs ?? timeMs }, timeMs)
}

/** Returns the conformance at an instant without new data. A flight that was outside is assumed to still be outside. */
export function conformanceAt(conformity: ConformanceState, nowMs: number): Conformance {
  const { isContingent, nonconformingSinceMs } = advanceConformance(conformity, Math.max(nowMs, conformity.timeMs))
  if (isContingent) return 'contingent'
  return nonconformingSinceMs === null ? 'conforming' : 'nonconforming'
}

function advanceConformance(previousConformance: ConformanceState, timeMs: number): ConformanceState {
  const seconds = (timeMs - previousConformance.timeMs) / 1000
  const decay = Math.exp(-seconds / DECAY_S)
  const outsideS = previousConformance.outsideS * decay + (previousConformance.outsideSinceMs === null ? 0 : seconds)
  const observedS = previousConformance.observedS * decay + seconds
  const nonconformingSinceMs =
    previousConformance.nonconformingSinceMs ?? findBreachMs(previousConformance, timeMs, outsideS, observedS)
  const isContingent =
    previousConformance.isContingent ||
    (nonconformingSinceMs !== null && timeMs - nonconformingSinceMs > 1000 * MAX_NONCONFORMING_S)
  return { ...previousConformance, timeMs, outsideS, observedS, nonconformingSinceMs, isContingent }
}

/** Returns the time when the flight became nonconforming, or null if it is conforming. */
function findBreachMs(
  { outsideSinceMs }: ConformanceState,
  timeMs: number,
  outsideS: number,
  observedS: number,
): number | null {
  if (outsideSinceMs === null) return null
  const maxExcursionEndMs = outsideSinceMs + 1000 * MAX_EXCURSION_S
  if (timeMs > maxExcursionEndMs) return maxExcursionEndMs
  const isOutsideTooOften = observedS >= MIN_OBSERVED_S && outsideS > (1 - MIN_INSIDE_SHARE) * observedS
  return isOutsideTooOften ? timeMs : null
}
