import { firstProgress, waitForStart } from '../fixes/begin-track.ts'
import { type Fix, isJump, isNewer } from '../fixes/fix.ts'
import { firstMotion, type Motion, nextMotion } from '../fixes/motion.ts'
import type { Plan } from '../route/asset-route.ts'
import { follow, stray } from '../route/follow-route.ts'
import { restOf } from '../route/remaining-route.ts'
import { arrive, leave } from './arrival.ts'
import { firstConformity, nextConformity } from './conformance.ts'
import type { Kind } from './kinds.ts'
import { isOutside } from './off-route.ts'
import type { Progress, TrackerState } from './state.ts'

export { type EtaContext, type LiveState, type LiveView, observe } from './observe.ts'
export type { TrackerState } from './state.ts'

/**
 * The next state after a fix that has passed `checkFix`. A different route starts over from the live position. Without
 * a route only position and motion are kept.
 */
export function advance(plan: Plan | undefined, state: TrackerState | undefined, fix: Fix, kind: Kind): TrackerState {
  if (state === undefined) return moved(plan, null, fix, firstMotion(fix, kind), kind)
  if (!isNewer(fix, state.fix)) return { ...attach(plan, state, kind), last: 'late' }
  if (isJump(state.fix, fix, kind) && !isConfirmed(state, fix, kind))
    return { ...attach(plan, state, kind), last: 'jump', suspect: fix }
  return moved(plan, progressOn(plan, state), fix, nextMotion(state.motion, fix, kind), kind)
}

/** Assigns a route (or none) to an asset without a new fix. Assigning the same route again changes nothing. */
export function attach(plan: Plan | undefined, state: TrackerState, kind: Kind): TrackerState {
  if (plan === undefined) return state.progress === null ? state : { ...state, progress: null }
  if (state.progress?.planId === plan.id) return state
  return { ...state, progress: told(plan, null, firstStep(plan, state.fix, state.motion, kind), state.fix, kind) }
}

/** The fix after a jump confirms it when the asset can have moved from there. */
function isConfirmed({ suspect }: TrackerState, fix: Fix, kind: Kind): boolean {
  return suspect !== null && fix.timeMs > suspect.timeMs && !isJump(suspect, fix, kind)
}

function progressOn(plan: Plan | undefined, { progress }: TrackerState): Progress | null {
  return plan !== undefined && progress?.planId === plan.id ? progress : null
}

function moved(plan: Plan | undefined, before: Progress | null, fix: Fix, motion: Motion, kind: Kind): TrackerState {
  const state = { version: 1, kind, fix, last: 'live', suspect: null, motion } as const
  if (plan === undefined) return { ...state, progress: null }
  const after = before === null ? firstStep(plan, fix, motion, kind) : step(plan, before, fix, motion, kind)
  return { ...state, progress: told(plan, before, after, fix, kind) }
}

function firstStep(plan: Plan, fix: Fix, motion: Motion, kind: Kind): Progress {
  return arrive(plan, firstProgress(plan, fix, motion, kind), fix, motion, kind)
}

function step(plan: Plan, before: Progress, fix: Fix, motion: Motion, kind: Kind): Progress {
  switch (before.phase) {
    case 'before':
      return arrive(plan, waitForStart(plan, before, fix, motion, kind), fix, motion, kind)
    case 'on':
      return arrive(plan, follow(plan, before, fix, motion, kind), fix, motion, kind)
    case 'off':
      return arrive(plan, stray(plan, before, fix, motion, kind), fix, motion, kind)
    case 'arrived':
    case 'done':
      return leave(plan, before, fix, kind)
  }
}

/** Adds everything that is reported until the next fix. */
function told(plan: Plan, before: Progress | null, after: Progress, fix: Fix, kind: Kind): Progress {
  return withConformity(before, { ...after, rest: restOf(plan, after, fix, kind) }, fix, kind)
}

/** Only drones have a volume, and only between joining their route and landing. */
function withConformity(before: Progress | null, after: Progress, fix: Fix, kind: Kind): Progress {
  if (kind !== 'drone' || (after.phase !== 'on' && after.phase !== 'off')) return after
  const outside = after.phase === 'off' || isOutside(fix, kind, after.driftM, after.verticalM)
  const known = before?.conformity ?? null
  const conformity = known === null ? firstConformity(fix.timeMs, outside) : nextConformity(known, fix.timeMs, outside)
  return { ...after, conformity }
}
