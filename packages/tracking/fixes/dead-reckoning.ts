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
 * The place along the route after a fix, as a one-dimensional filter. Between fixes the asset continues as before, with
 * growing uncertainty. A fix shifts the estimate in proportion to its accuracy relative to that uncertainty. A single
 * coarse fix among accurate ones therefore changes almost nothing. Several coarse fixes in a row, or one after a
 * tunnel, determine the result.
 */
export interface PositionEstimate {
  /** The place on the route that fits the fix best. */
  readonly projection: RouteProjection
  /** The estimated place, from the fix and all earlier data. */
  readonly alongM: number
  /** Uncertainty of the estimate, in the same unit as the accuracy of a fix. */
  readonly blurM: number
  /**
   * Weight of the fix relative to earlier data: 1 if it is at least as accurate, close to 0 if it is far less accurate.
   */
  readonly fixWeight: number
  /** Minimum distance to any part of the route where the asset can be. */
  readonly driftM: number
}

/** Length over which the route's speed is averaged. */
const SPEED_WINDOW_M = 300
/** After this long without a fix, the planned speed is more reliable than the last known speed. */
const MAX_FIX_GAP_S = 10
/** Relative uncertainty of the speed. */
const SPEED_UNCERTAINTY = 0.5
/** A fix this many times more accurate than the estimate corrects it. */
const CORRECTION_ACCURACY_RATIO = 2
/** Deviations from the route's direction that count as much as being off its line by the accuracy of the fix. */
const REPORTED_COURSE_SIGMA_DEG = 40
const DERIVED_COURSE_SIGMA_DEG = 60

export function estimatePosition(
  route: AssetRoute,
  before: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): PositionEstimate {
  const accuracy = getAccuracyM(fix, kind)
  const seconds = Math.max(0, (fix.timeMs - before.alongMs) / 1000)
  const plannedSpeedMs = averagePlannedSpeed(route, before.alongM, SPEED_WINDOW_M)
  const speed = seconds > MAX_FIX_GAP_S ? Math.max(motion.speedMs, plannedSpeedMs) : motion.speedMs
  // An asset that turned around does not continue forward.
  const onwardM = movesAgainstRoute(route, before.alongM, motion, kind) ? 0 : speed * seconds
  const expectedM = Math.min(route.lengthM, before.alongM + onwardM)
  const window = makeWindow(before, { seconds, planned: plannedSpeedMs, speed }, fix, motion, kind)
  const { best, driftM } = projectInWindow(route, window, toVector(fix.latitude, fix.longitude))
  // A stationary asset may also move on at any time.
  const uncertaintyM = (before.blurM ?? accuracy) + SPEED_UNCERTAINTY * Math.max(speed, plannedSpeedMs) * seconds
  const fixWeight = Math.min(1, (uncertaintyM / accuracy) ** 2)
  if (fixWeight === 1) return { projection: best, alongM: best.alongM, blurM: accuracy, fixWeight, driftM }
  const correctionM = fixWeight * (best.alongM - expectedM)
  // The whole shift may be an error: the next coarse fix from the same location has the same error.
  const blurM = Math.min(accuracy, uncertaintyM + Math.abs(correctionM))
  return { projection: best, alongM: expectedM + correctionM, blurM, fixWeight, driftM }
}

/**
 * The window extends from slightly behind to as far ahead as the asset can have moved since it was last on the route.
 */
function makeWindow(
  before: Progress,
  { seconds, planned, speed }: { readonly seconds: number; readonly planned: number; readonly speed: number },
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): ProjectionWindow {
  const { backM, topSpeedMs, slowMs } = kindLimits[kind]
  const backwardM = Math.max(maxBackwardM(fix, kind), 2 * uncertaintyOf(before, fix, kind))
  const maxSpeedMs = Math.min(topSpeedMs, 5 + 1.5 * Math.max(speed, planned))
  return {
    fromM: before.alongM - backwardM,
    toM: before.alongM + maxSpeedMs * seconds + backwardM,
    expectedM: before.alongM + speed * seconds,
    expectedSigmaM: backM / 2 + uncertaintyOf(before, fix, kind) + SPEED_UNCERTAINTY * speed * seconds,
    sigmaM: getAccuracyM(fix, kind),
    courseDeg: motion.speedMs > slowMs ? motion.courseDeg : null,
    courseSigmaDeg: fix.headingDeg === undefined ? DERIVED_COURSE_SIGMA_DEG : REPORTED_COURSE_SIGMA_DEG,
  }
}

/** How far the asset may have moved back, or may seem to have. Progress is measured at the fix farthest ahead. */
export function maxBackwardM(fix: Fix, kind: AssetKind): number {
  return Math.max(kindLimits[kind].backM, 2 * getAccuracyM(fix, kind))
}

/** The previous estimate may be less accurate than the fix. */
function uncertaintyOf({ blurM = 0 }: Progress, fix: Fix, kind: AssetKind): number {
  return Math.max(blurM, getAccuracyM(fix, kind))
}

/**
 * Progress does not decrease when an asset parks or fixes scatter. A coarse estimate is corrected backward when a more
 * accurate fix lies farther back than `maxBackwardM`. Otherwise the asset would later seem to have turned around.
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
