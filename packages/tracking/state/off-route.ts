import { accuracyOf, type Fix } from '../fixes/fix.ts'
import { type Kind, kindLimits } from './kinds.ts'

/**
 * Below this share of the limit the asset counts as back on the route. Between the two thresholds the state does not
 * change.
 */
export const RETURN_SHARE = 0.6
/** Accuracy is the radius that contains two of three fixes. Three times that is about 4.5 standard deviations. */
const ACCURACIES = 3

/** Maximum distance of a fix from the route before it counts as evidence of leaving. */
export function limitOf(fix: Fix, kind: Kind): number {
  return Math.max(kindLimits[kind].offRouteM, ACCURACIES * accuracyOf(fix, kind))
}

/** Too low counts as well. */
export function isTooHigh(kind: Kind, verticalM: number | null): boolean {
  return Math.abs(verticalM ?? 0) > kindLimits[kind].verticalM
}

export function isOutside(fix: Fix, kind: Kind, driftM: number, verticalM: number | null): boolean {
  return driftM > limitOf(fix, kind) || isTooHigh(kind, verticalM)
}
