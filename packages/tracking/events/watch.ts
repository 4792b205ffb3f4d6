import type { Fence, FenceEvent, FenceSet, FenceStates } from '../geofences/watch-fences.ts'
import type { AssetRoute } from '../route/asset-route.ts'
import type { TrackerState } from '../state/tracker.ts'
import {
  advanceConditions,
  advanceConditionsInTime,
  type ConditionContext,
  type ConditionEvent,
  type ConditionSettings,
  findNextConditionMs,
  type ReportedConditions,
} from './conditions.ts'

/** Events that an account monitors for its assets. */
export interface WatchRules {
  readonly fences: FenceSet
  /** Monitored conditions. Undefined if only geofences are monitored. */
  readonly conditions: ConditionSettings | undefined
}

/** State derived from the earlier fixes of an asset, as plain JSON. Any process can continue from this state. */
export interface WatchState {
  readonly fences?: FenceStates
  readonly reported?: ReportedConditions
}

export type WatchEvent = FenceEvent | ConditionEvent

export interface WatchContext extends Omit<ConditionContext, 'route'> {
  readonly route: AssetRoute | undefined
  /** Returns whether a geofence applies to the asset. */
  readonly isWatchedBy: (fence: Fence) => boolean
}

export interface WatchOutcome {
  readonly watch: WatchState
  readonly events: readonly WatchEvent[]
}

const NO_CONDITIONS = { reported: {}, events: [] } as const

/**
 * Evaluates a fix that moved the live position. Callers must not pass late fixes or jumps, because such fixes do not
 * move the live position.
 */
export function advanceWatch(
  rules: WatchRules,
  previousState: WatchState,
  state: TrackerState,
  context: WatchContext,
): WatchOutcome {
  const { fix, kind, motion } = state
  const { route, isWatchedBy } = context
  const watchedFix = { fix, kind, speedMs: motion.speedMs, route, isWatchedBy }
  const fences = rules.fences.advance(previousState.fences ?? {}, watchedFix)
  const conditions = rules.conditions
    ? advanceConditions(rules.conditions, previousState.reported ?? {}, state, context)
    : NO_CONDITIONS
  return toOutcome(fences, conditions)
}

/** Evaluates the time that has passed since the last fix. */
export function advanceWatchInTime(
  rules: WatchRules,
  previousState: WatchState,
  state: TrackerState,
  context: Pick<WatchContext, 'route' | 'nowMs'>,
): WatchOutcome {
  const fences = rules.fences.advanceTime(previousState.fences ?? {}, context.nowMs)
  const conditions = rules.conditions
    ? advanceConditionsInTime(rules.conditions, previousState.reported ?? {}, state, context)
    : NO_CONDITIONS
  return toOutcome(fences, conditions)
}

/** Returns the time when `advanceWatchInTime` may report an event, or undefined if it never will. */
export function findNextWatchMs(rules: WatchRules, watch: WatchState, state: TrackerState): number | undefined {
  const nextFenceMs = rules.fences.findNextMs(watch.fences ?? {})
  const nextConditionMs = rules.conditions && findNextConditionMs(rules.conditions, watch.reported ?? {}, state)
  if (nextFenceMs === undefined || nextConditionMs === undefined) return nextFenceMs ?? nextConditionMs
  return Math.min(nextFenceMs, nextConditionMs)
}

function toOutcome(
  fences: { readonly states: FenceStates; readonly events: readonly FenceEvent[] },
  conditions: { readonly reported: ReportedConditions; readonly events: readonly ConditionEvent[] },
): WatchOutcome {
  const hasFences = Object.keys(fences.states).length > 0
  const hasReported = Object.keys(conditions.reported).length > 0
  return {
    watch: { ...(hasFences && { fences: fences.states }), ...(hasReported && { reported: conditions.reported }) },
    events: [...fences.events, ...conditions.events].sort((a, b) => a.timeMs - b.timeMs),
  }
}
