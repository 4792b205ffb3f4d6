import { accuracyOf, type Fix } from '../fixes/fix.ts'
import { type Kind, kindLimits } from './kinds.ts'

/** Nearer than this share of the limit counts as back on the plan: between the two nothing changes. */
export const RETURN_SHARE = 0.6
/** Accuracy is the radius of two fixes in three; three of them are some 4.5 standard deviations. */
const ACCURACIES = 3

/** How far from the plan a fix may be without speaking for having left it. */
export function limitOf(fix: Fix, kind: Kind): number {
  return Math.max(kindLimits[kind].offRouteM, ACCURACIES * accuracyOf(fix, kind))
}

/** Too low is no better. */
export function isTooHigh(kind: Kind, verticalM: number | null): boolean {
  return Math.abs(verticalM ?? 0) > kindLimits[kind].verticalM
}

export function isOutside(fix: Fix, kind: Kind, driftM: number, verticalM: number | null): boolean {
  return driftM > limitOf(fix, kind) || isTooHigh(kind, verticalM)
}
