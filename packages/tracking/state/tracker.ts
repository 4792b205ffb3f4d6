import { type Fix, isJump, isNewer } from '../fixes/fix.ts'
import { firstMotion, type Motion, nextMotion } from '../fixes/motion.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import { continueOffRoute, followRoute } from '../route/follow-route.ts'
import { computeRemainingRoute } from '../route/remaining-route.ts'
import { firstProgress, waitForStart } from '../route/wait-for-start.ts'
import { updateArrival, updateDeparture } from './arrival.ts'
import { initConformance, updateConformance } from './conformance.ts'
import type { AssetKind } from './kinds.ts'
import { isOutsideLimits } from './off-route.ts'
import type { Progress, TrackerState } from './state.ts'

export { type LiveView, toLiveView } from './live-view.ts'
export type { TrackerState } from './state.ts'

/**
 * Returns the next state after a fix that has passed `checkFix`. If the route has changed, tracking starts over from
 * the live position. Without a route, only position and motion are kept.
 */
export function advanceTracker(
  route: AssetRoute | undefined,
  state: TrackerState | undefined,
  fix: Fix,
  kind: AssetKind,
): TrackerState {
  if (state === undefined) return updatePosition(route, null, fix, firstMotion(fix, kind), kind)
  if (!isNewer(fix, state.fix)) return { ...attachRoute(route, state, kind), last: 'late' }
  if (isJump(state.fix, fix, kind) && !isJumpConfirmed(state, fix, kind))
    return { ...attachRoute(route, state, kind), last: 'jump', suspect: fix }
  return updatePosition(route, findProgress(route, state), fix, nextMotion(state.motion, fix, kind), kind)
}

/** Assigns a route (or none) to an asset without a new fix. Assigning the same route again changes nothing. */
export function attachRoute(route: AssetRoute | undefined, state: TrackerState, kind: AssetKind): TrackerState {
  if (route === undefined) return state.progress === null ? state : { ...state, progress: null }
  if (state.progress?.planId === route.id) return state
  return {
    ...state,
    progress: addReportedValues(route, null, startProgress(route, state.fix, state.motion, kind), state.fix, kind),
  }
}

/**
 * Returns whether a fix confirms the previous jump. The asset must be able to move from the jump to the new position.
 */
function isJumpConfirmed({ suspect }: TrackerState, fix: Fix, kind: AssetKind): boolean {
  return suspect !== null && fix.timeMs > suspect.timeMs && !isJump(suspect, fix, kind)
}

function findProgress(route: AssetRoute | undefined, { progress }: TrackerState): Progress | null {
  return route !== undefined && progress?.planId === route.id ? progress : null
}

function updatePosition(
  route: AssetRoute | undefined,
  previousProgress: Progress | null,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): TrackerState {
  const state = { version: 1, kind, fix, last: 'live', suspect: null, motion } as const
  if (route === undefined) return { ...state, progress: null }
  const progress =
    previousProgress === null
      ? startProgress(route, fix, motion, kind)
      : updateProgress(route, previousProgress, fix, motion, kind)
  return { ...state, progress: addReportedValues(route, previousProgress, progress, fix, kind) }
}

function startProgress(route: AssetRoute, fix: Fix, motion: Motion, kind: AssetKind): Progress {
  return updateArrival(route, firstProgress(route, fix, motion, kind), fix, motion, kind)
}

function updateProgress(
  route: AssetRoute,
  previousProgress: Progress,
  fix: Fix,
  motion: Motion,
  kind: AssetKind,
): Progress {
  switch (previousProgress.phase) {
    case 'before':
      return updateArrival(route, waitForStart(route, previousProgress, fix, motion, kind), fix, motion, kind)
    case 'on':
      return updateArrival(route, followRoute(route, previousProgress, fix, motion, kind), fix, motion, kind)
    case 'off':
      return updateArrival(route, continueOffRoute(route, previousProgress, fix, motion, kind), fix, motion, kind)
    case 'arrived':
    case 'done':
      return updateDeparture(route, previousProgress, fix, kind)
  }
}

/** Adds the values that are reported until the next fix. */
function addReportedValues(
  route: AssetRoute,
  previousProgress: Progress | null,
  progress: Progress,
  fix: Fix,
  kind: AssetKind,
): Progress {
  return updateConformity(
    previousProgress,
    { ...progress, rest: computeRemainingRoute(route, progress, fix, kind) },
    fix,
    kind,
  )
}

/** Updates the conformance. Only drones have a volume, and only between joining their route and landing. */
function updateConformity(previousProgress: Progress | null, progress: Progress, fix: Fix, kind: AssetKind): Progress {
  if (kind !== 'drone' || (progress.phase !== 'on' && progress.phase !== 'off')) return progress
  const isOutsideVolume = progress.phase === 'off' || isOutsideLimits(fix, kind, progress.driftM, progress.verticalM)
  const previous = previousProgress?.conformity ?? null
  const conformity =
    previous === null
      ? initConformance(fix.timeMs, isOutsideVolume)
      : updateConformance(previous, fix.timeMs, isOutsideVolume)
  return { ...progress, conformity }
}
