import { metersBetween, toVector } from '@fairway/geo'
import { type Fix, getAccuracyM } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { getOffRouteLimit, isOffRouteBeforeStart } from '../state/off-route.ts'
import { initialPace } from '../state/pace.ts'
import type { Progress } from '../state/state.ts'
import { computeVerticalM } from '../state/vertical.ts'
import type { AssetRoute } from './asset-route.ts'
import { projectFirstFix } from './join-route.ts'
import type { RouteProjection } from './project.ts'

/**
 * Minimum distance along the route, as a multiple of the off-route limit, after which an asset counts as having started
 * before its departure time.
 */
const MIN_EARLY_PROGRESS_RATIO = 3

export function firstProgress(route: AssetRoute, fix: Fix, motion: Motion, kind: AssetKind): Progress {
  const projection = projectFirstFix(route, fix, motion, kind)
  const { latitude, longitude } = fix
  const initialProgress: Progress = {
    planId: route.id,
    phase: 'before',
    alongM: projection.fits ? projection.alongM : 0,
    alongMs: fix.timeMs,
    blurM: getAccuracyM(fix, kind),
    leastM: 0,
    seenMs: fix.timeMs,
    driftM: projection.distanceM,
    verticalM: computeVerticalM(route, projection.alongM, fix),
    beyondFixCount: 0,
    beyondSinceMs: fix.timeMs,
    offRouteSinceMs: null,
    wrongWay: false,
    rejoin: null,
    origin: { latitude, longitude, driftM: projection.distanceM },
    nearEndSinceMs: null,
    awayFixCount: 0,
    pace: initialPace,
    conformity: null,
  }
  // Movement before the departure time belongs to another job, so the whole route remains.
  if (isBeforeDeparture(route, fix)) {
    return {
      ...initialProgress,
      alongM: 0,
      followsFromM: updateFollowedFrom(null, projection, getOffRouteLimit(fix, kind)),
    }
  }
  const isOnRoute = projection.distanceM <= getOffRouteLimit(fix, kind) && motion.speedMs > kindLimits[kind].slowMs
  return isOnRoute ? { ...initialProgress, phase: 'on' } : initialProgress
}

export function waitForStart(
  route: AssetRoute,
  previousProgress: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): Progress {
  const projection = projectFirstFix(route, fix, motion, kind)
  const updatedProgress: Progress = {
    ...previousProgress,
    driftM: projection.distanceM,
    verticalM: computeVerticalM(route, projection.alongM, fix),
    alongMs: fix.timeMs,
    blurM: getAccuracyM(fix, kind),
    leastM: 0,
    seenMs: fix.timeMs,
    alongM: projection.fits ? projection.alongM : previousProgress.alongM,
    beyondFixCount: 0,
  }
  if (isBeforeDeparture(route, fix)) {
    const limit = getOffRouteLimit(fix, kind)
    const followsFromM = updateFollowedFrom(previousProgress.followsFromM ?? null, projection, limit)
    if (!hasBegunEarly(route, followsFromM, projection.alongM, limit))
      return { ...updatedProgress, alongM: 0, followsFromM }
  }
  if (!isMoving(previousProgress, fix, motion, kind)) return updatedProgress
  // An asset that moves near the route is treated as on the route, regardless of its direction. Later fixes check its
  // direction.
  if (projection.distanceM <= getOffRouteLimit(fix, kind))
    return { ...updatedProgress, alongM: projection.alongM, phase: 'on' }
  if (!movesAwayFromRoute(previousProgress, fix, projection.distanceM, kind)) return updatedProgress
  const beyondFixCount = previousProgress.beyondFixCount + 1
  const beyondSinceMs = previousProgress.beyondFixCount === 0 ? fix.timeMs : previousProgress.beyondSinceMs
  const divergedProgress = { ...updatedProgress, beyondFixCount, beyondSinceMs }
  return isOffRouteBeforeStart(divergedProgress, kind)
    ? { ...divergedProgress, phase: 'off', offRouteSinceMs: beyondSinceMs }
    : divergedProgress
}

function isBeforeDeparture({ departMs }: AssetRoute, { timeMs }: Fix): boolean {
  return departMs !== undefined && timeMs < departMs
}

/**
 * Updates where the asset began to follow the route. The value is reset when the asset leaves the route or moves in the
 * opposite direction.
 */
function updateFollowedFrom(
  previousAlongM: number | null,
  projection: RouteProjection & { readonly fits: boolean },
  limit: number,
): number | null {
  if (!projection.fits || projection.distanceM > limit) return null
  return previousAlongM === null || previousAlongM > projection.alongM ? projection.alongM : previousAlongM
}

function hasBegunEarly({ lengthM }: AssetRoute, followsFromM: number | null, alongM: number, limit: number): boolean {
  return followsFromM !== null && alongM - followsFromM >= Math.min(MIN_EARLY_PROGRESS_RATIO * limit, lengthM / 2)
}

/** Returns whether the asset is moving or is too far from its origin to have been stationary. */
function isMoving({ origin }: Progress, fix: Fix, { speedMs }: Motion, kind: AssetKind): boolean {
  return speedMs > kindLimits[kind].slowMs || metersFromOrigin(origin, fix) > 2 * getOffRouteLimit(fix, kind)
}

function metersFromOrigin(origin: Progress['origin'], { latitude, longitude }: Fix): number {
  return metersBetween(toVector(origin.latitude, origin.longitude), toVector(latitude, longitude))
}

/** Returns whether the asset moves away from the route, or has moved a long distance without reaching it. */
function movesAwayFromRoute({ origin }: Progress, fix: Fix, driftM: number, kind: AssetKind): boolean {
  const limit = getOffRouteLimit(fix, kind)
  const isFar = metersFromOrigin(origin, fix) > 2 * origin.driftM + 4 * limit + getAccuracyM(fix, kind)
  return driftM > limit && (isFar || driftM > origin.driftM + 2 * limit)
}
