import { metersBetween, toVector, turnBetween } from '@fairway/geo'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { getOffRouteLimit, isOutsideAltitudeLimit, REJOIN_LIMIT_SHARE } from '../state/off-route.ts'
import type { Progress } from '../state/state.ts'
import { computeVerticalM } from '../state/vertical.ts'
import { bearingAt } from './along.ts'
import type { AssetRoute } from './asset-route.ts'
import { listProjectionsWithin, projectInWindow, projectOnRoute, type RouteProjection } from './project.ts'

/** Maximum angle between the course of an asset and the route that it follows. */
const MAX_COURSE_DIFFERENCE_DEG = 60
/** Number of consecutive fixes that must follow another part of the route. */
const FIXES_TO_REJOIN = 3

/**
 * Returns whether the asset moves in the route's direction at this position. True if the asset is stationary or its
 * course is unknown.
 */
function movesAlongRoute(route: AssetRoute, alongM: number, { courseDeg, speedMs }: Motion, kind: AssetKind): boolean {
  if (courseDeg === null || speedMs <= kindLimits[kind].slowMs || route.lengthM < 1) return true
  return turnBetween(courseDeg, bearingAt(route, alongM, kindLimits[kind].offRouteM)) <= MAX_COURSE_DIFFERENCE_DEG
}

/**
 * Projects the first fix of an asset onto the route. If the start is near, the result is around the start. Otherwise,
 * the result is the earliest position that is about as near as the nearest one. A round trip therefore starts at its
 * beginning, not at its end.
 */
export function projectFirstFix(
  route: AssetRoute,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): RouteProjection & { readonly fits: boolean } {
  const point = toVector(fix.latitude, fix.longitude)
  const limit = getOffRouteLimit(fix, kind)
  if (metersBetween(point, route.vectors[0]) <= limit) return { ...projectAroundStart(route, fix, kind), fits: true }
  const nearbyProjections = listProjectionsWithin(route, point, limit)
  const projectionsInDirection = nearbyProjections.filter(({ alongM }) => movesAlongRoute(route, alongM, motion, kind))
  const minDistance = Math.min(...projectionsInDirection.map(({ distanceM }) => distanceM))
  const firstProjection = projectionsInDirection.find(
    ({ distanceM }) => distanceM <= minDistance + getAccuracyM(fix, kind),
  )
  return firstProjection ? { ...firstProjection, fits: true } : { ...projectOnRoute(route, point), fits: false }
}

function projectAroundStart(route: AssetRoute, fix: Fix, kind: AssetKind): RouteProjection {
  const accuracy = getAccuracyM(fix, kind)
  const toM = 2 * accuracy + kindLimits[kind].backM
  const window = { fromM: 0, toM, expectedM: 0, expectedSigmaM: accuracy, sigmaM: accuracy }
  const unknownCourse = { courseDeg: null, courseSigmaDeg: 1 }
  return projectInWindow(route, { ...window, ...unknownCourse }, toVector(fix.latitude, fix.longitude)).best
}

/**
 * Finds the part of the route that an off-route asset seems to follow. Also counts the consecutive fixes at which the
 * asset is near this part and moves in its direction. Of multiple parts, chooses the one closest to where the asset
 * left the route, and prefers parts ahead.
 */
export function nextRejoin(
  route: AssetRoute,
  progress: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): Progress['rejoin'] {
  if (motion.speedMs <= kindLimits[kind].slowMs) return null
  const point = toVector(fix.latitude, fix.longitude)
  let bestProjection: RouteProjection | undefined
  let minCost = Number.POSITIVE_INFINITY
  for (const projection of listProjectionsWithin(route, point, REJOIN_LIMIT_SHARE * getOffRouteLimit(fix, kind))) {
    if (!movesAlongRoute(route, projection.alongM, motion, kind)) continue
    const aheadM = projection.alongM - progress.alongM
    const cost = aheadM >= 0 ? aheadM : -2 * aheadM
    if (cost < minCost) {
      minCost = cost
      bestProjection = projection
    }
  }
  if (bestProjection === undefined || isOutsideAltitudeLimit(kind, computeVerticalM(route, bestProjection.alongM, fix)))
    return null
  const { alongM } = bestProjection
  const { timeMs } = fix
  const { rejoin } = progress
  if (rejoin === null || !matchesMotion(rejoin, alongM, fix, motion, kind))
    return { alongM, timeMs, fixCount: 1, sinceMs: timeMs }
  return { alongM, timeMs, fixCount: rejoin.fixCount + 1, sinceMs: rejoin.sinceMs }
}

/**
 * Returns whether the asset has rejoined the route. Two fixes are enough if fixes are infrequent, as for leaving the
 * route.
 */
export function isRejoined(rejoin: Progress['rejoin'], kind: AssetKind): boolean {
  if (rejoin === null) return false
  const { fixCount, sinceMs, timeMs } = rejoin
  return fixCount >= FIXES_TO_REJOIN || (fixCount >= 2 && timeMs - sinceMs >= 1000 * kindLimits[kind].offRouteS)
}

/** Returns whether the movement between two positions on the route matches the asset's motion. */
function matchesMotion(
  previousPosition: { readonly alongM: number; readonly timeMs: number },
  alongM: number,
  fix: Fix,
  { speedMs }: Motion,
  kind: AssetKind,
): boolean {
  const movedM = (speedMs * (fix.timeMs - previousPosition.timeMs)) / 1000
  const toleranceM = 2 * getAccuracyM(fix, kind) + kindLimits[kind].backM + 0.5 * movedM
  return Math.abs(alongM - previousPosition.alongM - movedM) <= toleranceM
}
