import { type AssetKind, kindLimits } from '../state/kinds.ts'
import { type LiveView, type TrackerState, toLiveView } from '../state/tracker.ts'

/** Conditions that an account monitors in addition to geofences. */
export interface ConditionSettings {
  readonly offRoute: boolean
  readonly arrived: boolean
  readonly stale: boolean
  /**
   * Delay, in seconds, above which an asset is reported as late. The delay is the predicted arrival minus the planned
   * arrival.
   */
  readonly lateS?: number | undefined
  readonly stoppedS?: number | undefined
  /** Battery charge, in percent, at or below which a low battery is reported. */
  readonly batteryPct?: number | undefined
  readonly maxSpeedMs?: number | undefined
}

/**
 * Conditions that were reported and still apply. A route condition stores the route ID, so that it is reported again
 * for the next route.
 */
export interface ReportedConditions {
  readonly offRoute?: string
  readonly arrived?: string
  readonly late?: string
  readonly stopped?: true
  readonly battery?: true
  readonly stale?: true
  /** Start of the current period above the speed limit, until a second fix confirms it. */
  readonly fastMs?: number
  readonly speeding?: true
}

export const conditionTypes = ['off_route', 'late', 'arrived', 'stopped', 'battery', 'stale', 'speeding'] as const
export interface ConditionEvent {
  readonly type: (typeof conditionTypes)[number]
  readonly timeMs: number
  readonly driftM?: number
  readonly arriveMs?: number
  readonly plannedMs?: number
  readonly sinceMs?: number
  readonly batteryPct?: number
  readonly maxSpeedMs?: number
}

/** Data about an asset that is not part of its tracker state. */
export interface ConditionContext {
  /** Route that the state refers to. Undefined if there is none. */
  readonly route: Parameters<typeof toLiveView>[0]
  readonly plannedArrivalMs?: number | undefined
  readonly departMs?: number | undefined
  readonly trafficFactor?: number | undefined
  /** Current time, used to decide whether the asset is silent. */
  readonly nowMs: number
}

interface Outcome {
  readonly reported: ReportedConditions
  readonly events: ConditionEvent[]
}

/** Increase in charge before a low battery can be reported again, in percentage points. */
const BATTERY_MARGIN_PCT = 5
const SPEEDING_END_SHARE = 0.95
/** Share of the allowed delay. An asset is no longer late when its delay falls below this share. */
const LATE_END_SHARE = 0.5

/** Updates the conditions after a fix that moved the live position. */
export function advanceConditions(
  settings: ConditionSettings,
  previousConditions: ReportedConditions,
  state: TrackerState,
  context: ConditionContext,
): Outcome {
  const events: ConditionEvent[] = []
  const { fix, kind } = state
  const view = toLiveView(context.route, state, fix.timeMs, { trafficFactor: context.trafficFactor })
  // A fix that was sent long after it was taken does not end the silence.
  const isSilent = isStale(fix.timeMs, kind, context.nowMs)
  const reportedConditions = {
    ...reportRoute(settings, previousConditions, state, view, context, events),
    ...reportStopped(settings, previousConditions, state, fix.timeMs, events),
    ...reportBattery(settings, previousConditions, state, events),
    ...(previousConditions.stale && isSilent && { stale: true as const }),
    ...reportSpeed(settings, previousConditions, state, events),
  }
  return { reported: reportedConditions, events }
}

/** Updates the conditions that can arise without a new fix. */
export function advanceConditionsInTime(
  settings: ConditionSettings,
  previousConditions: ReportedConditions,
  state: TrackerState,
  { route, nowMs }: Pick<ConditionContext, 'route' | 'nowMs'>,
): Outcome {
  const events: ConditionEvent[] = []
  const { fix, kind } = state
  const reportedConditions = {
    ...previousConditions,
    ...reportArrival(settings, previousConditions, toLiveView(route, state, nowMs), state, events),
  }
  const isSlow = state.motion.speedMs <= kindLimits[kind].slowMs
  const stoppedConditions = isSlow ? reportStopped(settings, previousConditions, state, nowMs, events) : {}
  if (!settings.stale || previousConditions.stale || !isStale(fix.timeMs, kind, nowMs))
    return { reported: { ...reportedConditions, ...stoppedConditions }, events }
  events.push({ type: 'stale', timeMs: toStaleMs(fix.timeMs, kind), sinceMs: fix.timeMs })
  return { reported: { ...reportedConditions, ...stoppedConditions, stale: true }, events }
}

/** Returns the time when `advanceConditionsInTime` may report an event, or undefined if it never will. */
export function findNextConditionMs(
  settings: ConditionSettings,
  reportedConditions: ReportedConditions,
  state: TrackerState,
): number | undefined {
  const { fix, kind, motion, progress } = state
  const { staleS, slowMs } = kindLimits[kind]
  const times: number[] = []
  if (settings.stale && !reportedConditions.stale) times.push(toStaleMs(fix.timeMs, kind))
  if (settings.stoppedS !== undefined && !reportedConditions.stopped && motion.speedMs <= slowMs)
    times.push(motion.movedMs + 1000 * settings.stoppedS)
  const nearEndMs = progress?.nearEndSinceMs ?? null
  if (settings.arrived && progress && nearEndMs !== null && reportedConditions.arrived !== progress.planId)
    times.push(1000 * Math.ceil(nearEndMs / 1000 + staleS))
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Returns the start of the first second in which the live view is stale. */
function toStaleMs(fixMs: number, kind: AssetKind): number {
  return 1000 * (Math.floor(fixMs / 1000) + kindLimits[kind].staleS + 1)
}

function isStale(fixMs: number, kind: AssetKind, nowMs: number): boolean {
  return nowMs >= toStaleMs(fixMs, kind)
}

function reportRoute(
  settings: ConditionSettings,
  previousConditions: ReportedConditions,
  state: TrackerState,
  view: LiveView,
  context: ConditionContext,
  events: ConditionEvent[],
): ReportedConditions {
  const { progress, fix } = state
  if (!progress || view.progressPct === null) return {}
  const { planId } = progress
  let offRoute: string | undefined
  if (settings.offRoute && view.lastState === 'off_route') {
    offRoute = planId
    if (previousConditions.offRoute !== planId) {
      const sinceMs = progress.offRouteSinceMs ?? fix.timeMs
      events.push({ type: 'off_route', timeMs: fix.timeMs, driftM: progress.driftM, sinceMs })
    }
  }
  return {
    ...(offRoute !== undefined && { offRoute }),
    ...reportLateness(settings, previousConditions, state, view, context, events),
    ...reportArrival(settings, previousConditions, view, state, events),
  }
}

function reportArrival(
  { arrived }: ConditionSettings,
  previousConditions: ReportedConditions,
  view: LiveView,
  { progress, fix }: TrackerState,
  events: ConditionEvent[],
): Pick<ReportedConditions, 'arrived'> {
  if (!arrived || !progress || view.progressPct === null) return {}
  const { planId } = progress
  if (previousConditions.arrived === planId) return { arrived: planId }
  if (view.lastState !== 'arrived') return {}
  events.push({ type: 'arrived', timeMs: progress.nearEndSinceMs ?? fix.timeMs })
  return { arrived: planId }
}

/**
 * Compares the predicted arrival with the planned arrival. The prediction includes current traffic and the pace of the
 * asset.
 */
function reportLateness(
  { lateS }: ConditionSettings,
  previousConditions: ReportedConditions,
  { progress, fix }: TrackerState,
  view: LiveView,
  { plannedArrivalMs, departMs }: ConditionContext,
  events: ConditionEvent[],
): Pick<ReportedConditions, 'late'> {
  if (lateS === undefined || plannedArrivalMs === undefined || !progress || view.arriveAtMs === null) return {}
  const { planId, phase } = progress
  if (phase === 'arrived' || phase === 'done') return previousConditions.late === planId ? { late: planId } : {}
  // The asset is not expected to depart early. Until the departure, it can travel to the start of the route.
  const waitMs = phase === 'before' ? Math.max(0, (departMs ?? 0) - fix.timeMs - 1000 * (view.toRouteSeconds ?? 0)) : 0
  const arriveMs = view.arriveAtMs + waitMs
  const delayMs = arriveMs - plannedArrivalMs
  if (previousConditions.late === planId) return delayMs < 1000 * lateS * LATE_END_SHARE ? {} : { late: planId }
  if (delayMs <= 1000 * lateS) return {}
  events.push({ type: 'late', timeMs: fix.timeMs, arriveMs, plannedMs: plannedArrivalMs })
  return { late: planId }
}

function reportStopped(
  { stoppedS }: ConditionSettings,
  previousConditions: ReportedConditions,
  { motion }: TrackerState,
  nowMs: number,
  events: ConditionEvent[],
): Pick<ReportedConditions, 'stopped'> {
  if (stoppedS === undefined) return {}
  const dueMs = motion.movedMs + 1000 * stoppedS
  if (nowMs < dueMs) return {}
  if (!previousConditions.stopped) events.push({ type: 'stopped', timeMs: dueMs, sinceMs: motion.movedMs })
  return { stopped: true }
}

function reportBattery(
  { batteryPct }: ConditionSettings,
  previousConditions: ReportedConditions,
  { fix }: TrackerState,
  events: ConditionEvent[],
): Pick<ReportedConditions, 'battery'> {
  if (batteryPct === undefined) return {}
  const charge = fix.batteryPct
  if (charge === undefined) return previousConditions.battery ? { battery: true } : {}
  if (previousConditions.battery) return charge > batteryPct + BATTERY_MARGIN_PCT ? {} : { battery: true }
  if (charge > batteryPct) return {}
  events.push({ type: 'battery', timeMs: fix.timeMs, batteryPct: charge })
  return { battery: true }
}

/** Reports speeding after two consecutive fixes above the limit, because a single fix may be an error. */
function reportSpeed(
  { maxSpeedMs }: ConditionSettings,
  previousConditions: ReportedConditions,
  { fix, motion }: TrackerState,
  events: ConditionEvent[],
): Pick<ReportedConditions, 'fastMs' | 'speeding'> {
  if (maxSpeedMs === undefined || motion.speedMs <= maxSpeedMs * SPEEDING_END_SHARE) return {}
  if (previousConditions.speeding) return { speeding: true }
  if (motion.speedMs <= maxSpeedMs)
    return previousConditions.fastMs === undefined ? {} : { fastMs: previousConditions.fastMs }
  if (previousConditions.fastMs === undefined) return { fastMs: fix.timeMs }
  events.push({ type: 'speeding', timeMs: fix.timeMs, maxSpeedMs })
  return { speeding: true }
}
