import { metersBetween, toVector } from '@fairway/geo'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import { type AssetKind, kindLimits } from './kinds.ts'
import type { Progress } from './state.ts'

const FIXES_TO_LEAVE = 3

/**
 * Checks whether a fix means arrival. The asset must be near the end, must have driven most of the route, and must be
 * slow or have been there for a while.
 */
export function updateArrival(
  route: AssetRoute,
  progress: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): Progress {
  const { arriveM, arriveDwellS, slowMs } = kindLimits[kind]
  const metersToEndOfRoute = metersToEnd(route, fix)
  const toleranceM = Math.min(getAccuracyM(fix, kind), arriveM)
  if (metersToEndOfRoute > arriveM + toleranceM || !hasCompletedMost(route, progress, fix, kind))
    return { ...progress, nearEndSinceMs: null }
  const nearEndSinceMs = progress.nearEndSinceMs ?? fix.timeMs
  const isAtEnd = metersToEndOfRoute <= (arriveM + toleranceM) / 2 && motion.speedMs <= slowMs
  if (!isAtEnd && fix.timeMs - nearEndSinceMs < 1000 * arriveDwellS) return { ...progress, nearEndSinceMs }
  return {
    ...progress,
    phase: 'arrived',
    alongM: route.lengthM,
    alongMs: fix.timeMs,
    beyondFixCount: 0,
    offRouteSinceMs: null,
    wrongWay: false,
    rejoin: null,
    nearEndSinceMs,
    awayFixCount: 0,
  }
}

/**
 * Returns whether the asset has completed most of the route. This check is needed because the end of a round trip is
 * also near its beginning.
 */
function hasCompletedMost(route: AssetRoute, { phase, alongM, blurM }: Progress, fix: Fix, kind: AssetKind): boolean {
  const { arriveM } = kindLimits[kind]
  if (route.lengthM <= arriveM) return true
  if (phase === 'before') return false
  // An asset that left the route may have arrived by another route.
  if (phase === 'off') return alongM >= route.lengthM / 2
  // A coarse fix at the end does not count as arrival if a better fix shows the asset farther back.
  const accuracy = getAccuracyM(fix, kind)
  return route.lengthM - alongM <= 2 * (arriveM + Math.min(accuracy, blurM ?? accuracy))
}

/**
 * Updates an asset that has arrived. The asset counts as arrived until several fixes are clearly away from the end. The
 * route is then done.
 */
export function updateDeparture(route: AssetRoute, progress: Progress, fix: Fix, kind: AssetKind): Progress {
  const metersToEndOfRoute = metersToEnd(route, fix)
  const isFarFromEnd = metersToEndOfRoute > 2 * (kindLimits[kind].arriveM + getAccuracyM(fix, kind))
  const awayFixCount = isFarFromEnd ? progress.awayFixCount + 1 : 0
  const phase = progress.phase === 'done' || awayFixCount >= FIXES_TO_LEAVE ? 'done' : 'arrived'
  return { ...progress, phase, awayFixCount, driftM: metersToEndOfRoute, verticalM: null }
}

function metersToEnd({ vectors }: AssetRoute, { latitude, longitude }: Fix): number {
  return metersBetween(vectors[vectors.length - 1], toVector(latitude, longitude))
}
