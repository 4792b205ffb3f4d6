import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import { type AssetKind, kindLimits } from './kinds.ts'
import type { Progress } from './state.ts'

/**
 * Share of the off-route limit up to which the asset counts as back on the route. Between this value and the limit, the
 * state does not change.
 */
export const REJOIN_LIMIT_SHARE = 0.6
/**
 * Multiple of the accuracy that the limit allows. Accuracy is the radius that contains two out of three fixes, so this
 * is about 4.5 standard deviations.
 */
const LIMIT_ACCURACY_RATIO = 3

/** Returns the distance from the route beyond which a fix counts as evidence that the asset has left it. */
export function getOffRouteLimit(fix: Fix, kind: AssetKind): number {
  return Math.max(kindLimits[kind].offRouteM, LIMIT_ACCURACY_RATIO * getAccuracyM(fix, kind))
}

/** Returns whether the altitude deviates too much, upward or downward. */
export function isOutsideAltitudeLimit(kind: AssetKind, verticalM: number | null): boolean {
  return Math.abs(verticalM ?? 0) > kindLimits[kind].verticalM
}

export function isOutsideLimits(fix: Fix, kind: AssetKind, driftM: number, verticalM: number | null): boolean {
  return driftM > getOffRouteLimit(fix, kind) || isOutsideAltitudeLimit(kind, verticalM)
}

/** Returns whether enough fixes, or fixes over enough time, show that an asset has left its route. */
export function isOffRouteConfirmed({ beyondFixCount, beyondSinceMs }: Progress, fix: Fix, kind: AssetKind): boolean {
  const { offRouteFixCount, offRouteS } = kindLimits[kind]
  return beyondFixCount >= offRouteFixCount || (beyondFixCount >= 2 && fix.timeMs - beyondSinceMs >= 1000 * offRouteS)
}

/** Returns whether enough fixes show that an asset moves away from a route that it has not joined. */
export function isOffRouteBeforeStart({ beyondFixCount }: Progress, kind: AssetKind): boolean {
  return beyondFixCount >= kindLimits[kind].offRouteFixCount
}
