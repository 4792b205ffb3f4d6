import { kindLimits, type LiveView } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'

/**
 * Distance and duration of a reroute. `POST /v1/reroute` returns these values next to a delta, and other engines return
 * them in the route.
 */
interface RerouteTotals {
  readonly distance_km?: number
  readonly eta_min?: number
  readonly route?: { readonly distance_km: number; readonly eta_min: number }
}

export type RemainingFields = Pick<LiveView, 'remainingM' | 'remainingSeconds' | 'arriveAtMs'>

/**
 * Computes the remaining distance and duration of an asset that has left its route. The values follow the reroute from
 * the current position, at the pace of the asset. Like all live data, the values count down between fixes.
 */
export function toRemainingByReroute(
  view: LiveView,
  { kind }: Asset,
  reroute: object | undefined,
  nowMs: number,
): RemainingFields {
  const { distance_km, eta_min, route } = (reroute ?? {}) as RerouteTotals
  const [km, minutes] = [distance_km ?? route?.distance_km, eta_min ?? route?.eta_min]
  if (km === undefined || minutes === undefined) return view
  const passedS = Math.min(view.ageS ?? 0, kindLimits[kind].staleS)
  const remainingSeconds = Math.max(0, Math.round(60 * minutes * (view.paceFactor ?? 1)) - passedS)
  return { remainingM: 1000 * km, remainingSeconds, arriveAtMs: 1000 * (Math.floor(nowMs / 1000) + remainingSeconds) }
}
