/**
 * Conformance of a flight with its volume, by the constants of ASTM F3548-21: inside for 95 % of the time, with
 * excursions of up to 10 s. Beyond either limit the flight is nonconforming. After 60 s of that it becomes contingent,
 * until it gets a new route.
 */
export interface Conformity {
  readonly timeMs: number
  readonly outsideSinceMs: number | null
  readonly nonconformingSinceMs: number | null
  readonly isContingent: boolean
  /** Seconds outside, and seconds observed, in about the last five minutes. Older ones fade. */
  readonly outsideS: number
  readonly observedS: number
}

export type Conformance = 'conforming' | 'nonconforming' | 'contingent'

export const LONGEST_EXCURSION_S = 10
export const LONGEST_NONCONFORMING_S = 60
export const MIN_INSIDE_SHARE = 0.95
/** With less observation time, a single allowed excursion would exceed the share. */
const MIN_OBSERVED_S = LONGEST_EXCURSION_S / (1 - MIN_INSIDE_SHARE)
const FADE_S = 300

export function firstConformity(timeMs: number, isOutside: boolean): Conformity {
  const outsideSinceMs = isOutside ? timeMs : null
  return { timeMs, outsideSinceMs, nonconformingSinceMs: null, isContingent: false, outsideS: 0, observedS: 0 }
}

export function nextConformity(before: Conformity, timeMs: number, isOutside: boolean): Conformity {
  const until = at(before, timeMs)
  if (!isOutside) return { ...until, outsideSinceMs: null, nonconformingSinceMs: null }
  return at({ ...until, outsideSinceMs: until.outsideSinceMs ?? timeMs }, timeMs)
}

/** Conformance at an instant without new data. A flight that was outside is assumed to be still outside. */
export function conformanceAt(conformity: Conformity, nowMs: number): Conformance {
  const { isContingent, nonconformingSinceMs } = at(conformity, Math.max(nowMs, conformity.timeMs))
  if (isContingent) return 'contingent'
  return nonconformingSinceMs === null ? 'conforming' : 'nonconforming'
}

function at(before: Conformity, timeMs: number): Conformity {
  const seconds = (timeMs - before.timeMs) / 1000
  const kept = Math.exp(-seconds / FADE_S)
  const outsideS = before.outsideS * kept + (before.outsideSinceMs === null ? 0 : seconds)
  const observedS = before.observedS * kept + seconds
  const since = before.nonconformingSinceMs ?? breachMs(before, timeMs, outsideS, observedS)
  const isContingent = before.isContingent || (since !== null && timeMs - since > 1000 * LONGEST_NONCONFORMING_S)
  return { ...before, timeMs, outsideS, observedS, nonconformingSinceMs: since, isContingent }
}

/** When the flight became nonconforming, if it has. */
function breachMs({ outsideSinceMs }: Conformity, timeMs: number, outsideS: number, observedS: number): number | null {
  if (outsideSinceMs === null) return null
  const longest = outsideSinceMs + 1000 * LONGEST_EXCURSION_S
  if (timeMs > longest) return longest
  const isTooOften = observedS >= MIN_OBSERVED_S && outsideS > (1 - MIN_INSIDE_SHARE) * observedS
  return isTooOften ? timeMs : null
}
