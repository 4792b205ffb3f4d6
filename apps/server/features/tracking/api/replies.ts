import { type Fix, toLiveView } from '@fairway/tracking'
import type { PlanTerms } from '../../../platform/config/plans.ts'
import type { Asset } from '../assets/asset.ts'
import { toAssetRouteSummary } from '../assets/route-reply.ts'
import { findPolledRoute } from '../assets/stored-routes.ts'
import { toStopsReply } from '../dispatch/tour-progress.ts'
import { toRemainingByReroute } from '../live/reroute-remaining.ts'

const round = (value: number, decimals: number) => Math.round(value * 10 ** decimals) / 10 ** decimals
const roundOrNull = (value: number | null, decimals: number) => (value === null ? null : round(value, decimals))
const toIsoTime = (ms: number) => new Date(ms).toISOString()

export function toAssetReply(asset: Asset) {
  const { id, name, kind, category, reference, group = null, profile, createdAtMs } = asset
  return {
    id,
    name,
    kind,
    category,
    ...(reference !== null && { reference }),
    ...(group !== null && { group }),
    ...(profile !== undefined && { profile }),
    ...(asset.mmsi !== undefined && { mmsi: String(asset.mmsi).padStart(9, '0') }),
    created_at: toIsoTime(createdAtMs),
    plan: toAssetRouteSummary(asset),
  }
}

export function toLimitsReply({ live }: PlanTerms) {
  return {
    max_assets: live.maxAssets,
    track_days: live.trackDays,
    web_polls_per_s: live.webPollsPerSecond,
    api_live_polls_per_s: live.apiLivePollsPerSecond,
    gps_push_per_s: live.gpsPushPerSecond,
  }
}

interface PositionReply {
  at: number[]
  time: string
  speed_ms?: number
  heading?: number
  battery_pct?: number
  altitude_m?: number
  accuracy_m?: number
}

/** Converts a position to its reply. Spreading the optional fields would copy the reply once for each of them. */
export function toPositionReply(fix: Fix): PositionReply {
  const reply: PositionReply = {
    at: [round(fix.latitude, 7), round(fix.longitude, 7)],
    time: toIsoTime(fix.timeMs),
  }
  if (fix.speedMs !== undefined) reply.speed_ms = fix.speedMs
  if (fix.headingDeg !== undefined) reply.heading = fix.headingDeg
  if (fix.batteryPct !== undefined) reply.battery_pct = fix.batteryPct
  if (fix.altitudeM !== undefined) reply.altitude_m = fix.altitudeM
  if (fix.accuracyM !== undefined) reply.accuracy_m = fix.accuracyM
  return reply
}

/** Converts an asset to the live reply, which is identical for all requests within the same second. */
export function toLiveReply(asset: Asset, nowMs: number, reroute?: object) {
  const liveView = toLiveView(findPolledRoute(asset), asset.state, nowMs, {
    trafficFactor: asset.plan?.traffic?.factor,
  })
  const remainingRoute = toRemainingByReroute(liveView, asset, reroute, nowMs)
  const isWaiting = asset.state?.progress?.phase === 'before'
  // The asset can travel to the start of the route before the departure, so the travel time reduces the wait.
  const waitSeconds = isWaiting ? Math.max(0, secondsUntilDeparture(asset, nowMs) - (liveView.toRouteSeconds ?? 0)) : 0
  return {
    asset: toAssetReply(asset),
    position: asset.state ? toPositionReply(asset.state.fix) : null,
    age_s: liveView.ageS,
    state: liveView.state,
    ...(liveView.state === 'stale' && { last_state: liveView.lastState }),
    drift_m: roundOrNull(liveView.driftM, 1),
    progress_pct: roundOrNull(liveView.progressPct, 2),
    remaining_km: remainingRoute.remainingM === null ? null : round(remainingRoute.remainingM / 1000, 3),
    eta_min:
      remainingRoute.remainingSeconds === null ? null : round((remainingRoute.remainingSeconds + waitSeconds) / 60, 2),
    arrive_at: remainingRoute.arriveAtMs === null ? null : toIsoTime(remainingRoute.arriveAtMs + 1000 * waitSeconds),
    pace: roundOrNull(liveView.paceFactor, 3),
    ...(liveView.wrongWay && { wrong_way: true }),
    ...(liveView.offRouteSinceMs !== null && { off_route_since: toIsoTime(liveView.offRouteSinceMs) }),
    ...(liveView.conformance !== null && { conformance: liveView.conformance }),
    plan: toAssetRouteSummary(asset),
    ...toStopsReply(asset, nowMs, remainingRoute.remainingSeconds),
    ...(reroute && { reroute }),
  }
}

/** Returns the whole seconds until departure. An asset that has not started is not expected to start earlier. */
function secondsUntilDeparture({ plan }: Asset, nowMs: number): number {
  const departMs = plan ? Date.parse(plan.route.departAt) : 0
  return Math.max(0, Math.ceil(departMs / 1000) - Math.floor(nowMs / 1000))
}
