import { toVector } from '@fairway/geo'
import { estimatePosition, maxBackwardM, nextAlongM } from '../fixes/dead-reckoning.ts'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { getOffRouteLimit, isOffRouteConfirmed, isOutsideLimits } from '../state/off-route.ts'
import { addToPace, type Pace } from '../state/pace.ts'
import type { Progress } from '../state/state.ts'
import { computeVerticalM } from '../state/vertical.ts'
import { secondsAt } from './along.ts'
import type { AssetRoute } from './asset-route.ts'
import { computeDivergenceEvidence, movesAgainstRoute, nextMinAlongM } from './elsewhere.ts'
import { isRejoined, nextRejoin } from './join-route.ts'
import { projectInWindow, projectOnRoute } from './project.ts'

/** Maximum wait that traffic can cause, in seconds. The pace ignores longer waits. */
const MAX_WAIT_S = 180

/**
 * Weight of a fix that is three times as coarse as the current estimate. A fix with less weight does not cancel earlier
 * evidence that the asset is leaving the route.
 */
const MIN_FIX_WEIGHT = 1 / 9

/** Processes the next fix of an asset that follows its route. */
export function followRoute(
  route: AssetRoute,
  previousProgress: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): Progress {
  const estimate = estimatePosition(route, previousProgress, fix, motion, kind)
  const { projection, blurM, driftM } = estimate
  const verticalM = computeVerticalM(route, estimate.alongM, fix)
  const seconds = (fix.timeMs - previousProgress.seenMs) / 1000
  const leastM = nextMinAlongM(previousProgress.leastM, estimate.alongM, seconds, fix, motion, kind)
  // The asset is near the line of the route but has moved back by almost the full allowance, so it may be driving in
  // the wrong direction.
  const hasTurned = projection.alongM <= previousProgress.alongM - 0.9 * maxBackwardM(fix, kind)
  const wrongWay = hasTurned && movesAgainstRoute(route, projection.alongM, motion, kind)
  const divergence = computeDivergenceEvidence(route, leastM, { alongM: projection.alongM, driftM }, fix, motion, kind)
  const evidence = wrongWay || isOutsideLimits(fix, kind, driftM, verticalM) ? 1 : divergence
  const isFixTooCoarse = estimate.fixWeight < MIN_FIX_WEIGHT && previousProgress.beyondFixCount > 0
  if (evidence === 0 && isFixTooCoarse) return { ...previousProgress, driftM, leastM, seenMs: fix.timeMs, verticalM }
  if (evidence === 0) {
    const alongM = nextAlongM(previousProgress, estimate, fix, kind)
    return {
      ...previousProgress,
      alongM,
      alongMs: fix.timeMs,
      blurM,
      driftM,
      leastM: Math.min(leastM, estimate.alongM),
      seenMs: fix.timeMs,
      verticalM,
      beyondFixCount: 0,
      wrongWay,
      rejoin: null,
      pace: nextPace(route, previousProgress, alongM, fix, motion),
    }
  }
  const divergedProgress: Progress = {
    ...previousProgress,
    driftM,
    leastM,
    seenMs: fix.timeMs,
    verticalM,
    wrongWay,
    beyondFixCount: previousProgress.beyondFixCount + evidence,
    beyondSinceMs: previousProgress.beyondFixCount === 0 ? fix.timeMs : previousProgress.beyondSinceMs,
    rejoin: nextRejoin(route, previousProgress, fix, motion, kind),
  }
  if (isRejoined(divergedProgress.rejoin, kind)) return rejoinRoute(route, divergedProgress, fix, kind)
  if (!isOffRouteConfirmed(divergedProgress, fix, kind)) return divergedProgress
  // The asset may have turned several fixes ago, when it was last on the route.
  const backM = nextBackM(route, { ...divergedProgress, seenMs: previousProgress.alongMs }, wrongWay, fix, motion, kind)
  return { ...divergedProgress, phase: 'off', offRouteSinceMs: divergedProgress.beyondSinceMs, backM }
}

/** Processes the next fix of an asset that has left its route. */
export function continueOffRoute(
  route: AssetRoute,
  previousProgress: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): Progress {
  const { alongM, distanceM } = projectOnRoute(route, toVector(fix.latitude, fix.longitude))
  const rejoin = nextRejoin(route, previousProgress, fix, motion, kind)
  const wrongWay = distanceM <= getOffRouteLimit(fix, kind) && movesAgainstRoute(route, alongM, motion, kind)
  const nextProgress = {
    ...previousProgress,
    seenMs: fix.timeMs,
    driftM: distanceM,
    verticalM: computeVerticalM(route, alongM, fix),
    wrongWay,
    backM: nextBackM(route, previousProgress, wrongWay, fix, motion, kind),
    rejoin,
  }
  return isRejoined(rejoin, kind) ? rejoinRoute(route, nextProgress, fix, kind) : nextProgress
}

/**
 * Returns how far an asset that turned around has moved back. Only reachable parts are checked, because a route may
 * pass the same position twice. An asset that also leaves the line keeps its last value.
 */
function nextBackM(
  route: AssetRoute,
  previousProgress: Progress,
  wrongWay: boolean,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): number {
  const { alongM, backM = 0, seenMs } = previousProgress
  if (!wrongWay && backM === 0) return 0
  const accuracy = getAccuracyM(fix, kind)
  const movedM = (motion.speedMs * (fix.timeMs - seenMs)) / 1000
  const toleranceM = maxBackwardM(fix, kind) + 0.5 * movedM
  const { best } = projectInWindow(
    route,
    {
      fromM: alongM - backM - movedM - toleranceM,
      toM: alongM,
      expectedM: alongM - backM - (wrongWay ? movedM : 0),
      expectedSigmaM: toleranceM,
      sigmaM: accuracy,
      courseDeg: null,
      courseSigmaDeg: 1,
    },
    toVector(fix.latitude, fix.longitude),
  )
  return best.distanceM <= getOffRouteLimit(fix, kind) ? Math.max(0, alongM - best.alongM) : backM
}

function rejoinRoute(route: AssetRoute, previousProgress: Progress, fix: Fix, kind: AssetKind): Progress {
  const alongM = previousProgress.rejoin?.alongM ?? previousProgress.alongM
  return {
    ...previousProgress,
    phase: 'on',
    alongM,
    blurM: getAccuracyM(fix, kind),
    leastM: 0,
    seenMs: fix.timeMs,
    alongMs: fix.timeMs,
    driftM: projectOnRoute(route, toVector(fix.latitude, fix.longitude)).distanceM,
    beyondFixCount: 0,
    offRouteSinceMs: null,
    wrongWay: false,
    backM: 0,
    rejoin: null,
  }
}

/** Updates the pace. Planned stops and long waits are ignored, because they say nothing about traffic. */
function nextPace(route: AssetRoute, previousProgress: Progress, alongM: number, fix: Fix, motion: Motion): Pace {
  const elapsedS = (fix.timeMs - previousProgress.alongMs) / 1000
  const isWaiting = fix.timeMs - motion.movedMs > 1000 * MAX_WAIT_S
  const stopRadiusM = kindLimits[route.kind].arriveM
  const isAtStop = route.stops.some((stop) => Math.abs(route.alongM[stop] - alongM) <= stopRadiusM)
  if (isWaiting || isAtStop || elapsedS <= 0) return previousProgress.pace
  return addToPace(
    previousProgress.pace,
    elapsedS,
    secondsAt(route, alongM) - secondsAt(route, previousProgress.alongM),
  )
}
