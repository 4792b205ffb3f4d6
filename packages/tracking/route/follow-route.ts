import { toVector } from '@fairway/geo'
import { backOf, nextAlong, reckon } from '../fixes/dead-reckoning.ts'
import { accuracyOf, type Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type Kind, kindLimits } from '../state/kinds.ts'
import { isOutside, limitOf } from '../state/off-route.ts'
import { addToPace, type Pace } from '../state/pace.ts'
import type { Progress } from '../state/state.ts'
import { verticalOf } from '../state/vertical.ts'
import { secondsAt } from './along.ts'
import type { Plan } from './asset-route.ts'
import { evidenceOfElsewhere, goesAgainst, nextLeast } from './elsewhere.ts'
import { isRejoined, nextRejoin } from './join-route.ts'
import { nearestPlace, projectInWindow } from './project.ts'

/** Longer waits are not caused by traffic, so the pace ignores them. */
const LONGEST_WAIT_S = 180

/** Three times as coarse as the current estimate. Such a fix does not clear an asset that better fixes saw leaving. */
const MIN_WORTH = 1 / 9

/** Processes the next fix of an asset that follows its route. */
export function follow(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Progress {
  const reckoning = reckon(plan, before, fix, motion, kind)
  const { fixed, blurM, driftM } = reckoning
  const verticalM = verticalOf(plan, reckoning.alongM, fix)
  const seconds = (fix.timeMs - before.seenMs) / 1000
  const leastM = nextLeast(before.leastM, reckoning.alongM, seconds, fix, motion, kind)
  // The asset moved back by the full allowance and still moves back: on the line of the route, but in the wrong
  // direction.
  const hasTurned = fixed.alongM <= before.alongM - 0.9 * backOf(fix, kind)
  const wrongWay = hasTurned && goesAgainst(plan, fixed.alongM, motion, kind)
  const elsewhere = evidenceOfElsewhere(plan, leastM, { alongM: fixed.alongM, driftM }, fix, motion, kind)
  const evidence = wrongWay || isOutside(fix, kind, driftM, verticalM) ? 1 : elsewhere
  const isSilent = reckoning.worth < MIN_WORTH && before.beyondFixes > 0
  if (evidence === 0 && isSilent) return { ...before, driftM, leastM, seenMs: fix.timeMs, verticalM }
  if (evidence === 0) {
    const alongM = nextAlong(before, reckoning, fix, kind)
    return {
      ...before,
      alongM,
      alongMs: fix.timeMs,
      blurM,
      driftM,
      leastM: Math.min(leastM, reckoning.alongM),
      seenMs: fix.timeMs,
      verticalM,
      beyondFixes: 0,
      wrongWay,
      rejoin: null,
      pace: nextPace(plan, before, alongM, fix, motion),
    }
  }
  const beyond: Progress = {
    ...before,
    driftM,
    leastM,
    seenMs: fix.timeMs,
    verticalM,
    wrongWay,
    beyondFixes: before.beyondFixes + evidence,
    beyondSinceMs: before.beyondFixes === 0 ? fix.timeMs : before.beyondSinceMs,
    rejoin: nextRejoin(plan, before, fix, motion, kind),
  }
  if (isRejoined(beyond.rejoin, kind)) return rejoined(plan, beyond, fix, kind)
  if (!isLongEnough(beyond, fix, kind)) return beyond
  // It may have turned several fixes ago, when it was last on the route.
  const backM = nextBack(plan, { ...beyond, seenMs: before.alongMs }, wrongWay, fix, motion, kind)
  return { ...beyond, phase: 'off', offSinceMs: beyond.beyondSinceMs, backM }
}

/** Processes the next fix of an asset that has left its route. */
export function stray(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Progress {
  const { alongM, distanceM } = nearestPlace(plan, toVector(fix.latitude, fix.longitude))
  const rejoin = nextRejoin(plan, before, fix, motion, kind)
  const wrongWay = distanceM <= limitOf(fix, kind) && goesAgainst(plan, alongM, motion, kind)
  const next = {
    ...before,
    seenMs: fix.timeMs,
    driftM: distanceM,
    verticalM: verticalOf(plan, alongM, fix),
    wrongWay,
    backM: nextBack(plan, before, wrongWay, fix, motion, kind),
    rejoin,
  }
  return isRejoined(rejoin, kind) ? rejoined(plan, next, fix, kind) : next
}

/**
 * How far an asset that turned around has moved back. Only reachable parts are checked, because a route may pass the
 * same place again. An asset that also leaves the line keeps its last value.
 */
function nextBack(plan: Plan, before: Progress, wrongWay: boolean, fix: Fix, motion: Motion, kind: Kind): number {
  const { alongM, backM = 0, seenMs } = before
  if (!wrongWay && backM === 0) return 0
  const accuracy = accuracyOf(fix, kind)
  const moved = (motion.speedMs * (fix.timeMs - seenMs)) / 1000
  const slack = backOf(fix, kind) + 0.5 * moved
  const { best } = projectInWindow(
    plan,
    {
      fromM: alongM - backM - moved - slack,
      toM: alongM,
      expectedM: alongM - backM - (wrongWay ? moved : 0),
      expectedSigmaM: slack,
      sigmaM: accuracy,
      courseDeg: null,
      courseSigmaDeg: 1,
    },
    toVector(fix.latitude, fix.longitude),
  )
  return best.distanceM <= limitOf(fix, kind) ? Math.max(0, alongM - best.alongM) : backM
}

function rejoined(plan: Plan, before: Progress, fix: Fix, kind: Kind): Progress {
  const alongM = before.rejoin?.alongM ?? before.alongM
  return {
    ...before,
    phase: 'on',
    alongM,
    blurM: accuracyOf(fix, kind),
    leastM: 0,
    seenMs: fix.timeMs,
    alongMs: fix.timeMs,
    driftM: nearestPlace(plan, toVector(fix.latitude, fix.longitude)).distanceM,
    beyondFixes: 0,
    offSinceMs: null,
    wrongWay: false,
    backM: 0,
    rejoin: null,
  }
}

function isLongEnough({ beyondFixes, beyondSinceMs }: Progress, fix: Fix, kind: Kind): boolean {
  const { offRouteFixes, offRouteS } = kindLimits[kind]
  return beyondFixes >= offRouteFixes || (beyondFixes >= 2 && fix.timeMs - beyondSinceMs >= 1000 * offRouteS)
}

/** Planned stops and long waits say nothing about the road, so the pace ignores them. */
function nextPace(plan: Plan, before: Progress, alongM: number, fix: Fix, motion: Motion): Pace {
  const taken = (fix.timeMs - before.alongMs) / 1000
  const isWaiting = fix.timeMs - motion.movedMs > 1000 * LONGEST_WAIT_S
  const reach = kindLimits[plan.kind].arriveM
  const isAtStop = plan.stops.some((stop) => Math.abs(plan.alongM[stop] - alongM) <= reach)
  if (isWaiting || isAtStop || taken <= 0) return before.pace
  return addToPace(before.pace, taken, secondsAt(plan, alongM) - secondsAt(plan, before.alongM))
}
