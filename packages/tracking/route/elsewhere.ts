import { turnBetween } from '@fairway/geo'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { bearingAt } from './along.ts'
import type { AssetRoute } from './asset-route.ts'

/**
 * Detects an asset that heads in a different direction from its route, well before the distance alone would show it. A
 * receiver's course is accurate even when its position is not. The possible places on the route are those around the
 * projected one, within the accuracy. The earliest of them advances as the asset moves. Otherwise, an asset that goes
 * straight on where the route turns would seem to stay just before the corner.
 */

/** A course from a Doppler shift is accurate to a few degrees. A course derived from positions is not. */
interface CourseReliability {
  /** Closer to the route than this multiple of the accuracy, the course is not checked. */
  readonly minDistanceAccuracies: number
  /** The asset heads in a different direction if its course and the route differ by more than this. */
  readonly divergenceDeg: number
  /** The share of the asset's movement that counts as progress along the route. */
  readonly movementShare: number
  /** Strength of the evidence when the directions differ by more than half of that angle. */
  readonly halfDivergenceEvidence: number
  /** Below this multiple of the slow speed, the course is unreliable. */
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
/**
 * Reported headings of slow receivers are less accurate: by this many degrees at a standstill, and by half as many at 1
 * m/s.
 */
const SLOW_HEADING_ERROR_DEG = 40

/** Range before and after the projected place where the asset may be: about two standard deviations. */
const RANGE_ACCURACY_RATIO = 1.3
/** Number of places within the range at which the route's bearing is checked. */
const BEARING_SAMPLES = 8

function getCourseReliability({ headingDeg }: Fix): CourseReliability {
  return headingDeg === undefined ? derivedCourse : reportedCourse
}

/** The earliest possible place on the route after a fix projected to `alongM`. */
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
 * How strongly a fix suggests that the asset heads in a different direction: 1 is as strong as a fix beyond the limit,
 * 0 is no evidence.
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

/** Smallest angle between the asset's course and any part of the route where the asset can be. */
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
  const step = Math.max(1, (2 * reach) / BEARING_SAMPLES)
  for (let positionM = Math.max(0, fromM); positionM <= toM; positionM += step) {
    // A course observed over some meters is compared with the route over the same length.
    const from = Math.max(0, positionM - courseOverM)
    smallestTurnDeg = Math.min(
      smallestTurnDeg,
      turnBetween(courseDeg ?? 0, bearingAt(route, from, Math.max(aheadM, courseOverM))),
    )
  }
  return smallestTurnDeg
}

/** A course that differs from the route's direction by at least this much is against it. */
const OPPOSITE_DIRECTION_DEG = 120

/** Whether the asset moves against the route's direction there. */
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
