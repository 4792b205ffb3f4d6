import { accuracyOf, type Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import { isTooHigh, limitOf, RETURN_SHARE } from '../state/off-route.ts'
import type { Progress } from '../state/state.ts'
import { verticalOf } from '../state/vertical.ts'
import { bearingAt } from './along.ts'
import type { Plan } from './asset-route.ts'
import { nearestPlace, type Place, placesWithin, projectInWindow } from './project.ts'
import { metersBetween, toVector, turnBetween } from './sphere.ts'

/** Coming onto the plan: for the first time, or again anywhere along it. */

/** Who follows a plan goes its way, give or take this many degrees. */
const SAME_WAY_DEG = 60
/** So many fixes in a row that follow another part of the plan. */
const FIXES_TO_REJOIN = 3

/** Whether it goes the way the plan does there. What does not move, or of which no course is known, might. */
export function goesTheWay(plan: Plan, alongM: number, { courseDeg, speedMs }: Motion, kind: Kind): boolean {
  if (courseDeg === null || speedMs <= kindLimits[kind].slowMs || plan.lengthM < 1) return true
  return turnBetween(courseDeg, bearingAt(plan, alongM, kindLimits[kind].offRouteM)) <= SAME_WAY_DEG
}

/**
 * Where a fix lies when nothing is known from before: around the start if that is near, or else the earliest of the places that are about as near as the nearest.
 * A round trip begins at its beginning, not at its end.
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
 * The part of the plan that a fix off the plan seems to follow, with how many fixes have said so in a row: clearly near,
 * moving, and in its direction. Of several the one that is least far from where it left, ahead rather than behind.
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

/** As for leaving: of rare fixes two are enough. */
export function isRejoined(rejoin: Progress['rejoin'], kind: Kind): boolean {
  if (rejoin === null) return false
  const { fixes, sinceMs, timeMs } = rejoin
  return fixes >= FIXES_TO_REJOIN || (fixes >= 2 && timeMs - sinceMs >= 1000 * kindLimits[kind].offRouteS)
}

/** Whether it has come from one place of the plan to the other as it moved. */
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
