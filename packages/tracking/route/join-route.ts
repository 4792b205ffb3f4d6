import { metersBetween, toVector, turnBetween } from '@fairway/geo'
import { accuracyOf, type Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import { isTooHigh, limitOf, RETURN_SHARE } from '../state/off-route.ts'
import type { Progress } from '../state/state.ts'
import { verticalOf } from '../state/vertical.ts'
import { bearingAt } from './along.ts'
import type { Plan } from './asset-route.ts'
import { nearestPlace, type Place, placesWithin, projectInWindow } from './project.ts'

/** Joining the route: for the first time, or again anywhere along it. */

/** Maximum angle between the course of an asset and the route that it follows. */
const SAME_WAY_DEG = 60
/** Number of consecutive fixes that must follow another part of the route. */
const FIXES_TO_REJOIN = 3

/** Whether the asset moves in the route's direction there. True when it stands still or its course is unknown. */
export function goesTheWay(plan: Plan, alongM: number, { courseDeg, speedMs }: Motion, kind: Kind): boolean {
  if (courseDeg === null || speedMs <= kindLimits[kind].slowMs || plan.lengthM < 1) return true
  return turnBetween(courseDeg, bearingAt(plan, alongM, kindLimits[kind].offRouteM)) <= SAME_WAY_DEG
}

/**
 * The place of a fix without any history: around the start if that is near. Otherwise, the earliest of the places about
 * as near as the nearest. A round trip thus begins at its beginning, not at its end.
 */
export function firstPlace(plan: Plan, fix: Fix, motion: Motion, kind: Kind): Place & { readonly fits: boolean } {
  const point = toVector(fix.latitude, fix.longitude)
  const limit = limitOf(fix, kind)
  if (metersBetween(point, plan.vectors[0]) <= limit) return { ...aroundStart(plan, fix, kind), fits: true }
  const near = placesWithin(plan, point, limit)
  const right = near.filter(({ alongM }) => goesTheWay(plan, alongM, motion, kind))
  const least = Math.min(...right.map(({ distanceM }) => distanceM))
  const first = right.find(({ distanceM }) => distanceM <= least + accuracyOf(fix, kind))
  return first ? { ...first, fits: true } : { ...nearestPlace(plan, point), fits: false }
}

function aroundStart(plan: Plan, fix: Fix, kind: Kind): Place {
  const accuracy = accuracyOf(fix, kind)
  const toM = 2 * accuracy + kindLimits[kind].backM
  const window = { fromM: 0, toM, expectedM: 0, expectedSigmaM: accuracy, sigmaM: accuracy }
  const free = { courseDeg: null, courseSigmaDeg: 1 }
  return projectInWindow(plan, { ...window, ...free }, toVector(fix.latitude, fix.longitude)).best
}

/**
 * The part of the route that an off-route asset seems to follow, with the number of consecutive fixes: clearly near,
 * moving, and in its direction. Of several parts, the one closest to where the asset left, ahead rather than behind.
 */
export function nextRejoin(plan: Plan, progress: Progress, fix: Fix, motion: Motion, kind: Kind): Progress['rejoin'] {
  if (motion.speedMs <= kindLimits[kind].slowMs) return null
  const point = toVector(fix.latitude, fix.longitude)
  let best: Place | undefined
  let least = Number.POSITIVE_INFINITY
  for (const place of placesWithin(plan, point, RETURN_SHARE * limitOf(fix, kind))) {
    if (!goesTheWay(plan, place.alongM, motion, kind)) continue
    const ahead = place.alongM - progress.alongM
    const cost = ahead >= 0 ? ahead : -2 * ahead
    if (cost < least) {
      least = cost
      best = place
    }
  }
  if (best === undefined || isTooHigh(kind, verticalOf(plan, best.alongM, fix))) return null
  const { alongM } = best
  const { timeMs } = fix
  const { rejoin } = progress
  if (rejoin === null || !continues(rejoin, alongM, fix, motion, kind))
    return { alongM, timeMs, fixes: 1, sinceMs: timeMs }
  return { alongM, timeMs, fixes: rejoin.fixes + 1, sinceMs: rejoin.sinceMs }
}

/** As for leaving: two fixes are enough when fixes are rare. */
export function isRejoined(rejoin: Progress['rejoin'], kind: Kind): boolean {
  if (rejoin === null) return false
  const { fixes, sinceMs, timeMs } = rejoin
  return fixes >= FIXES_TO_REJOIN || (fixes >= 2 && timeMs - sinceMs >= 1000 * kindLimits[kind].offRouteS)
}

/** Whether the movement between two places of the route matches the asset's motion. */
function continues(
  before: { readonly alongM: number; readonly timeMs: number },
  alongM: number,
  fix: Fix,
  { speedMs }: Motion,
  kind: Kind,
): boolean {
  const moved = (speedMs * (fix.timeMs - before.timeMs)) / 1000
  const slack = 2 * accuracyOf(fix, kind) + kindLimits[kind].backM + 0.5 * moved
  return Math.abs(alongM - before.alongM - moved) <= slack
}
