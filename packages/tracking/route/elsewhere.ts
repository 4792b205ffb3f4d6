import { turnBetween } from '@fairway/geo'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { bearingAt } from './along.ts'
import type { AssetRoute } from './asset-route.ts'

/**
 * Detects that an asset heads in a different direction from its route, before the distance alone would show this. The
 * course from a receiver is accurate even when the position is not. The asset may be anywhere on the route around its
 * projected position, within the accuracy. The earliest of these positions advances as the asset moves. Otherwise, an
 * asset that goes straight where the route turns would seem to stay just before the corner.
 */

/**
 * Thresholds that depend on the source of the course. A course from a Doppler shift is accurate to a few degrees, but a
 * course derived from positions is not.
 */
interface CourseReliability {
  /** Minimum distance from the route at which the course is checked, as a multiple of the accuracy. */
  readonly minDistanceAccuracies: number
  /**
   * Maximum angle between the course and the route. A larger angle means that the asset heads in a different direction.
   */
  readonly divergenceDeg: number
  /** Share of the asset's movement that counts as progress along the route. */
  readonly movementShare: number
  /** Strength of the evidence if the directions differ by more than half of `divergenceDeg`. */
  readonly halfDivergenceEvidence: number
  /** Multiple of the slow speed below which the course is unreliable. */
  readonly minSpeedFactor: number
}
const reportedCourse: CourseReliability = {
  minDistanceAccuracies: 1.1,
  divergenceDeg: 23,
  halfDivergenceEvidence: 0.5,
  movementShare: 0.8,
  minSpeedFactor: 1,
}
const derivedCourse: CourseReliability = {
  minDistanceAccuracies: 1.3,
  divergenceDeg: 40,
  halfDivergenceEvidence: 0,
  movementShare: 0.6,
  minSpeedFactor: 3,
}
/** Additional error of reported headings at a standstill, in degrees. The error is half as large at 1 m/s. */
const SLOW_HEADING_ERROR_DEG = 40

/**
 * Range around the projected position where the asset may be, as a multiple of the accuracy. This range is about two
 * standard deviations.
 */
const RANGE_ACCURACY_RATIO = 1.3
/** Number of steps into which the range is divided to check the route's bearing. */
const BEARING_INTERVALS = 8

function getCourseReliability({ headingDeg }: Fix): CourseReliability {
  return headingDeg === undefined ? derivedCourse : reportedCourse
}

/** Returns the earliest possible position on the route after a fix projected to `alongM`. */
export function nextMinAlongM(
  leastM: number,
  alongM: number,
  seconds: number,
  fix: Fix,
  { speedMs }: Motion,
  kind: AssetKind,
): number {
  const movedM = getCourseReliability(fix).movementShare * speedMs * seconds
  return Math.max(leastM + movedM, alongM - RANGE_ACCURACY_RATIO * getAccuracyM(fix, kind))
}

/**
 * Returns how strongly a fix suggests that the asset heads in a different direction. 1 is as strong as a fix beyond the
 * limit, and 0 is no evidence.
 */
export function computeDivergenceEvidence(
  route: AssetRoute,
  leastM: number,
  projection: { readonly alongM: number; readonly driftM: number },
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): number {
  const { offRouteM, slowMs } = kindLimits[kind]
  const reliability = getCourseReliability(fix)
  const accuracy = getAccuracyM(fix, kind)
  if (motion.courseDeg === null || motion.speedMs <= reliability.minSpeedFactor * slowMs || route.lengthM < 1) return 0
  if (projection.driftM <= Math.max(offRouteM, reliability.minDistanceAccuracies * accuracy)) return 0
  const rangeM = RANGE_ACCURACY_RATIO * accuracy
  const minTurnDeg = computeMinTurn(
    route,
    leastM,
    Math.min(route.lengthM, projection.alongM + rangeM),
    rangeM,
    motion,
    offRouteM / 2,
  )
  const divergenceLimitDeg =
    reliability.divergenceDeg + (reliability === reportedCourse ? SLOW_HEADING_ERROR_DEG / (1 + motion.speedMs) : 0)
  if (minTurnDeg > divergenceLimitDeg) return 1
  return minTurnDeg > divergenceLimitDeg / 2 ? reliability.halfDivergenceEvidence : 0
}

/** Returns the smallest angle between the asset's course and any part of the route where the asset could be. */
function computeMinTurn(
  route: AssetRoute,
  fromM: number,
  toM: number,
  reach: number,
  motion: Motion,
  aheadM: number,
): number {
  const { courseDeg, courseOverM } = motion
  let smallestTurnDeg = 180
  const step = Math.max(1, (2 * reach) / BEARING_INTERVALS)
  for (let positionM = Math.max(0, fromM); positionM <= toM; positionM += step) {
    // A course observed over some distance is compared with the route over the same distance.
    const from = Math.max(0, positionM - courseOverM)
    smallestTurnDeg = Math.min(
      smallestTurnDeg,
      turnBetween(courseDeg ?? 0, bearingAt(route, from, Math.max(aheadM, courseOverM))),
    )
  }
  return smallestTurnDeg
}

/** Minimum angle between the course and the route's direction at which the asset moves against the route. */
const OPPOSITE_DIRECTION_DEG = 120

/** Returns whether the asset moves against the route's direction at this position. */
export function movesAgainstRoute(
  route: AssetRoute,
  alongM: number,
  { courseDeg, speedMs }: Motion,
  kind: AssetKind,
): boolean {
  const { offRouteM, slowMs } = kindLimits[kind]
  if (courseDeg === null || speedMs <= slowMs || route.lengthM < 1) return false
  return turnBetween(courseDeg, bearingAt(route, alongM, offRouteM / 2)) >= OPPOSITE_DIRECTION_DEG
}
