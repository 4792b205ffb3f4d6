import { toVector } from '@fairway/geo'
import { averagePlannedSpeed } from '../route/along.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import { movesAgainstRoute } from '../route/elsewhere.ts'
import { type ProjectionWindow, projectInWindow, type RouteProjection } from '../route/project.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import type { Progress } from '../state/state.ts'
import { type Fix, getAccuracyM } from './fix.ts'
import type { Motion } from './motion.ts'

/**
 * Estimated position along the route after a fix, computed with a one-dimensional filter. Between fixes, the estimate
 * moves at the last known speed, and its uncertainty grows. A fix shifts the estimate in proportion to its accuracy
 * relative to that uncertainty. A single coarse fix among accurate fixes therefore changes almost nothing. Several
 * coarse fixes in a row, or a coarse fix after a tunnel, determine the result.
 */
export interface PositionEstimate {
  /** Position on the route that matches the fix best. */
  readonly projection: RouteProjection
  /** Estimated position along the route, based on the fix and all earlier data. */
  readonly alongM: number
  /** Uncertainty of the estimate, in the same unit as the accuracy of a fix. */
  readonly blurM: number
  /**
   * Weight of the fix relative to earlier data. The weight is 1 if the fix is at least as accurate as earlier data, and
   * close to 0 if it is far less accurate.
   */
  readonly fixWeight: number
  /** Minimum distance from the fix to any part of the route where the asset could be. */
  readonly driftM: number
}

/** Length, in meters, of the stretch over which the planned speed is averaged. */
const SPEED_WINDOW_M = 300
/**
 * Maximum time between fixes for which the last known speed is used alone. After a longer gap, the planned speed is
 * more reliable.
 */
const MAX_FIX_GAP_S = 10
/** Relative uncertainty of the speed. */
const SPEED_UNCERTAINTY = 0.5
/** Accuracy ratio above which a fix corrects the estimate backward. */
const CORRECTION_ACCURACY_RATIO = 2
/**
 * Deviation from the route's direction that has the same weight as a distance from the line equal to the accuracy of
 * the fix.
 */
const REPORTED_COURSE_SIGMA_DEG = 40
const DERIVED_COURSE_SIGMA_DEG = 60

export function estimatePosition(
  route: AssetRoute,
  previousProgress: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): PositionEstimate {
  const accuracy = getAccuracyM(fix, kind)
  const seconds = Math.max(0, (fix.timeMs - previousProgress.alongMs) / 1000)
  const plannedSpeedMs = averagePlannedSpeed(route, previousProgress.alongM, SPEED_WINDOW_M)
  const speed = seconds > MAX_FIX_GAP_S ? Math.max(motion.speedMs, plannedSpeedMs) : motion.speedMs
  // An asset that turned around does not continue forward.
  const onwardM = movesAgainstRoute(route, previousProgress.alongM, motion, kind) ? 0 : speed * seconds
  const expectedM = Math.min(route.lengthM, previousProgress.alongM + onwardM)
  const window = makeWindow(previousProgress, { seconds, planned: plannedSpeedMs, speed }, fix, motion, kind)
  const { best, driftM } = projectInWindow(route, window, toVector(fix.latitude, fix.longitude))
  // A stationary asset may also start to move at any time, so the planned speed is included.
  const uncertaintyM =
    (previousProgress.blurM ?? accuracy) + SPEED_UNCERTAINTY * Math.max(speed, plannedSpeedMs) * seconds
  const fixWeight = Math.min(1, (uncertaintyM / accuracy) ** 2)
  if (fixWeight === 1) return { projection: best, alongM: best.alongM, blurM: accuracy, fixWeight, driftM }
  const correctionM = fixWeight * (best.alongM - expectedM)
  // The whole correction may be an error, because the next coarse fix from the same location has the same error.
  const blurM = Math.min(accuracy, uncertaintyM + Math.abs(correctionM))
  return { projection: best, alongM: expectedM + correctionM, blurM, fixWeight, driftM }
}

/**
 * Returns the window of possible positions. It extends from slightly behind the last position to the farthest position
 * that the asset can have reached.
 */
function makeWindow(
  previousProgress: Progress,
  { seconds, planned, speed }: { readonly seconds: number; readonly planned: number; readonly speed: number },
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): ProjectionWindow {
  const { backM, topSpeedMs, slowMs } = kindLimits[kind]
  const backwardM = Math.max(maxBackwardM(fix, kind), 2 * uncertaintyOf(previousProgress, fix, kind))
  const maxSpeedMs = Math.min(topSpeedMs, 5 + 1.5 * Math.max(speed, planned))
  return {
    fromM: previousProgress.alongM - backwardM,
    toM: previousProgress.alongM + maxSpeedMs * seconds + backwardM,
    expectedM: previousProgress.alongM + speed * seconds,
    expectedSigmaM: backM / 2 + uncertaintyOf(previousProgress, fix, kind) + SPEED_UNCERTAINTY * speed * seconds,
    sigmaM: getAccuracyM(fix, kind),
    courseDeg: motion.speedMs > slowMs ? motion.courseDeg : null,
    courseSigmaDeg: fix.headingDeg === undefined ? DERIVED_COURSE_SIGMA_DEG : REPORTED_COURSE_SIGMA_DEG,
  }
}

/**
 * Returns the maximum distance that an asset can appear to have moved back. Progress is measured at the position
 * farthest ahead.
 */
export function maxBackwardM(fix: Fix, kind: AssetKind): number {
  return Math.max(kindLimits[kind].backM, 2 * getAccuracyM(fix, kind))
}

/** Returns the larger uncertainty, because the previous estimate may be less accurate than the fix. */
function uncertaintyOf({ blurM = 0 }: Progress, fix: Fix, kind: AssetKind): number {
  return Math.max(blurM, getAccuracyM(fix, kind))
}

/**
 * Returns the new progress along the route. Progress does not decrease when an asset parks or fixes scatter. A coarse
 * estimate is corrected backward if a more accurate fix is farther back than `maxBackwardM` allows. Otherwise, the
 * asset would later seem to have turned around.
 */
export function nextAlongM(
  { alongM, blurM = 0 }: Progress,
  reckoning: PositionEstimate,
  fix: Fix,
  kind: AssetKind,
): number {
  const isCorrected =
    blurM > CORRECTION_ACCURACY_RATIO * getAccuracyM(fix, kind) && reckoning.alongM < alongM - maxBackwardM(fix, kind)
  return isCorrected ? reckoning.alongM : Math.max(alongM, reckoning.alongM)
}
