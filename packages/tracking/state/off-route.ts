import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import { type AssetKind, kindLimits } from './kinds.ts'

/**
 * Below this share of the limit the asset counts as back on the route. Between the two thresholds the state does not
 * change.
 */
export const REJOIN_LIMIT_SHARE = 0.6
/** Accuracy is the radius that contains two out of three fixes. Three times that is about 4.5 standard deviations. */
const LIMIT_ACCURACY_RATIO = 3

/** Maximum distance of a fix from the route before it counts as evidence of leaving. */
export function getOffRouteLimit(fix: Fix, kind: AssetKind): number {
  return Math.max(kindLimits[kind].offRouteM, LIMIT_ACCURACY_RATIO * getAccuracyM(fix, kind))
}

/** Also true if the asset is too low. */
export function isOutsideAltitudeLimit(kind: AssetKind, verticalM: number | null): boolean {
  return Math.abs(verticalM ?? 0) > kindLimits[kind].verticalM
}

export function isOutsideLimits(fix: Fix, kind: AssetKind, driftM: number, verticalM: number | null): boolean {
  return driftM > getOffRouteLimit(fix, kind) || isOutsideAltitudeLimit(kind, verticalM)
}
