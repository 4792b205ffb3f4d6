import { plannedSpeed, secondsAt } from './along.ts'
import { evidenceOfElsewhere, goesAgainst, nextLeast } from './elsewhere.ts'
import { accuracyOf, type Fix } from './fix.ts'
import { isRejoined, nextRejoin } from './join.ts'
import { isOutside, limitOf } from './judge.ts'
import { type Kind, kindLimits } from './kinds.ts'
import type { Motion } from './motion.ts'
import { addToPace, type Pace } from './pace.ts'
import type { Plan } from './plan.ts'
import { nearestPlace, type Projection, projectInWindow, type Window } from './project.ts'
import { toVector } from './sphere.ts'
import type { Progress } from './state.ts'
import { verticalOf } from './vertical.ts'

/** Over this much of a plan its speed is averaged. */
const STRETCH_M = 300
/** After so long without a fix the last speed says less than the plan's. */
const GAP_S = 10
/** Longer than this nobody stands for the traffic's sake: the pace does not learn from it. */
const LONGEST_WAIT_S = 180

/** So many degrees off the plan's way are as bad as one accuracy off its line. */
const TOLD_COURSE_DEG = 40
const SEEN_COURSE_DEG = 60

/** The next fix of one who follows the plan. */
export function follow(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Progress {
  const { best, driftM } = projectAhead(plan, before, fix, motion, kind)
  const verticalM = verticalOf(plan, best.alongM, fix)
  const seconds = (fix.timeMs - before.seenMs) / 1000
  const leastM = nextLeast(before.leastM, best.alongM, seconds, fix, motion, kind)
  // Back by all that is allowed, and still going back: on the plan's line, but not on the plan.
  const hasTurned = best.alongM <= before.alongM - 0.9 * backOf(fix, kind)
  const wrongWay = hasTurned && goesAgainst(plan, best.alongM, motion, kind)
  const elsewhere = evidenceOfElsewhere(plan, leastM, { alongM: best.alongM, driftM }, fix, motion, kind)
  const evidence = wrongWay || isOutside(fix, kind, driftM, verticalM) ? 1 : elsewhere
  if (evidence === 0) {
    const alongM = Math.max(before.alongM, best.alongM)
    return {
      ...before,
      alongM,
      alongMs: fix.timeMs,
      driftM,
      leastM: Math.min(leastM, best.alongM),
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
  if (isRejoined(beyond.rejoin, kind)) return rejoined(plan, beyond, fix)
  if (!isLongEnough(beyond, fix, kind)) return beyond
  // It may have turned several fixes ago, when it was last on the plan.
  const backM = nextBack(plan, { ...beyond, seenMs: before.alongMs }, wrongWay, fix, motion, kind)
  return { ...beyond, phase: 'off', offSinceMs: beyond.beyondSinceMs, backM }
}

/** The next fix of one who has left the plan. */
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
  return isRejoined(rejoin, kind) ? rejoined(plan, next, fix) : next
}

/**
 * How far one who has turned around has come back by now. Only parts that it can have come to are looked at: a plan may
 * pass the same place again. Who leaves its line as well stays where it did.
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

function rejoined(plan: Plan, before: Progress, fix: Fix): Progress {
  const alongM = before.rejoin?.alongM ?? before.alongM
  return {
    ...before,
    phase: 'on',
    alongM,
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

/** How far it may have come back, or only seem to: progress is that of the fix farthest ahead. */
function backOf(fix: Fix, kind: Kind): number {
  return Math.max(kindLimits[kind].backM, 2 * accuracyOf(fix, kind))
}

/** From a little behind to as far ahead as it can have come since it was last on the plan. */
export function projectAhead(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Projection {
  const { backM, topSpeedMs } = kindLimits[kind]
  const accuracy = accuracyOf(fix, kind)
  const backwards = backOf(fix, kind)
  const seconds = Math.max(0, (fix.timeMs - before.alongMs) / 1000)
  const planned = plannedSpeed(plan, before.alongM, STRETCH_M)
  const speed = seconds > GAP_S ? Math.max(motion.speedMs, planned) : motion.speedMs
  const fastest = Math.min(topSpeedMs, 5 + 1.5 * Math.max(speed, planned))
  const window: Window = {
    fromM: before.alongM - backwards,
    toM: before.alongM + fastest * seconds + backwards,
    expectedM: before.alongM + speed * seconds,
    expectedSigmaM: backM / 2 + accuracy + 0.5 * speed * seconds,
    sigmaM: accuracy,
    courseDeg: motion.speedMs > kindLimits[kind].slowMs ? motion.courseDeg : null,
    courseSigmaDeg: fix.headingDeg === undefined ? SEEN_COURSE_DEG : TOLD_COURSE_DEG,
  }
  return projectInWindow(plan, window, toVector(fix.latitude, fix.longitude))
}

/** Planned stops and long waits teach nothing about the road. */
function nextPace(plan: Plan, before: Progress, alongM: number, fix: Fix, motion: Motion): Pace {
  const taken = (fix.timeMs - before.alongMs) / 1000
  const isWaiting = fix.timeMs - motion.movedMs > 1000 * LONGEST_WAIT_S
  const reach = kindLimits[plan.kind].arriveM
  const isAtStop = plan.stops.some((stop) => Math.abs(plan.alongM[stop] - alongM) <= reach)
  if (isWaiting || isAtStop || taken <= 0) return before.pace
  return addToPace(before.pace, taken, secondsAt(plan, alongM) - secondsAt(plan, before.alongM))
}
