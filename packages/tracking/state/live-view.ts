import type { AssetRoute } from '../route/asset-route.ts'
import { computeRemainingRoute } from '../route/remaining-route.ts'
import { type Conformance, conformanceAt } from './conformance.ts'
import { estimateRemainingSeconds } from './eta.ts'
import { kindLimits } from './kinds.ts'
import { getOffRouteLimit, REJOIN_LIMIT_SHARE } from './off-route.ts'
import { computePaceFactor } from './pace.ts'
import type { Progress, RemainingRoute, TrackerState } from './state.ts'

type LiveState = 'no_fix' | 'idle' | 'on_route' | 'drifting' | 'off_route' | 'arrived' | 'stale'

export interface EtaContext {
  /** Ratio of the remaining duration in current traffic to the planned remaining duration. */
  readonly trafficFactor?: number | undefined
}

export interface LiveView {
  readonly state: LiveState
  /** State without regard to staleness. */
  readonly lastState: Exclude<LiveState, 'stale'>
  readonly ageS: number | null
  /** Distance from the route, in three dimensions where altitudes are available. */
  readonly driftM: number | null
  readonly verticalM: number | null
  readonly progressPct: number | null
  readonly remainingM: number | null
  readonly remainingSeconds: number | null
  /** Part of the remaining seconds that the asset needs to reach its route. 0 if it is on the route. */
  readonly toRouteSeconds: number | null
  readonly arriveAtMs: number | null
  readonly paceFactor: number | null
  readonly offRouteSinceMs: number | null
  readonly wrongWay: boolean
  readonly speedMs: number | null
  readonly courseDeg: number | null
  readonly conformance: Conformance | null
}

/**
 * Returns the view of a state at a given time. The view is constant within one second. Only the ID of the route is
 * needed, unless an older version stored the state. Reads are therefore cheap, regardless of the number of routes.
 */
export function toLiveView(
  route: AssetRoute | Pick<AssetRoute, 'id'> | undefined,
  state: TrackerState | undefined,
  nowMs: number,
  { trafficFactor = 1 }: EtaContext = {},
): LiveView {
  if (state === undefined) return unknownView
  const { kind } = state
  const nowS = Math.floor(nowMs / 1000)
  const ageS = Math.max(0, nowS - Math.floor(state.fix.timeMs / 1000))
  const { speedMs, courseDeg } = state.motion
  const observedMotion = { ageS, speedMs, courseDeg }
  const progress = route !== undefined && state.progress?.planId === route.id ? state.progress : null
  const lastState = toLiveState(progress, state, nowS)
  const isStale = ageS > kindLimits[kind].staleS && lastState !== 'arrived'
  const baseView = { ...unknownView, ...observedMotion, state: isStale ? 'stale' : lastState, lastState } as const
  if (route === undefined || progress === null) return baseView
  const { verticalM, phase } = progress
  const hasArrived = lastState === 'arrived' || phase === 'done'
  const remainingRoute = hasArrived
    ? completedRoute
    : (progress.rest ?? computeRemainingRoute(route as AssetRoute, progress, state.fix, kind))
  const toRouteSeconds = Math.round(remainingRoute.toPlanM / kindLimits[kind].cruiseMs)
  const remainingSeconds = hasArrived
    ? 0
    : estimateRemainingSeconds(remainingRoute, progress, ageS, kind, trafficFactor)
  return {
    ...baseView,
    driftM: Math.hypot(progress.driftM, verticalM ?? 0),
    verticalM,
    progressPct: remainingRoute.donePct,
    remainingM: remainingRoute.alongM + remainingRoute.toPlanM,
    remainingSeconds,
    toRouteSeconds,
    arriveAtMs: 1000 * (hasArrived ? Math.floor(progress.alongMs / 1000) : nowS + remainingSeconds),
    paceFactor: computePaceFactor(progress.pace, kind),
    offRouteSinceMs: phase === 'off' ? progress.offRouteSinceMs : null,
    // The wrong direction is not confirmed until the asset is off the route.
    wrongWay: phase === 'off' && progress.wrongWay,
    conformance: progress.conformity && conformanceAt(progress.conformity, 1000 * nowS),
  }
}

const completedRoute: RemainingRoute = { donePct: 100, alongM: 0, plannedS: 0, toPlanM: 0 }

const unknownView: LiveView = {
  state: 'no_fix',
  lastState: 'no_fix',
  ageS: null,
  driftM: null,
  verticalM: null,
  progressPct: null,
  remainingM: null,
  remainingSeconds: null,
  toRouteSeconds: null,
  arriveAtMs: null,
  paceFactor: null,
  offRouteSinceMs: null,
  wrongWay: false,
  speedMs: null,
  courseDeg: null,
  conformance: null,
}

function toLiveState(progress: Progress | null, state: TrackerState, nowS: number): LiveView['lastState'] {
  if (progress === null || progress.phase === 'before' || progress.phase === 'done') return 'idle'
  const { kind } = state
  const { phase, nearEndSinceMs, driftM, verticalM, beyondFixCount } = progress
  if (phase === 'arrived') return 'arrived'
  // Trackers go silent when the engine is switched off, so an asset last seen at the end has arrived.
  if (nearEndSinceMs !== null && nowS - nearEndSinceMs / 1000 >= kindLimits[kind].staleS) return 'arrived'
  if (phase === 'off') return 'off_route'
  const isFar = driftM > REJOIN_LIMIT_SHARE * getOffRouteLimit(state.fix, kind)
  const isHigh = Math.abs(verticalM ?? 0) > REJOIN_LIMIT_SHARE * kindLimits[kind].verticalM
  return beyondFixCount > 0 || isFar || isHigh ? 'drifting' : 'on_route'
}
