import { kindLimits, type LiveView } from '@fairway/tracking'
import type { Asset } from '../assets/asset.ts'

/** The part of a way on that says how long it is: `POST /v1/reroute` says it beside a delta, other engines in the route. */
interface MeasuredWay {
  readonly distance_km?: number
  readonly eta_min?: number
  readonly route?: { readonly distance_km: number; readonly eta_min: number }
}

export type RestToTell = Pick<LiveView, 'remainingM' | 'remainingSeconds' | 'arriveAtMs'>

/**
 * What is left for one who has left its plan: by the way on from where it is now, at its own pace. What was left of the
 * plan where it was left says nothing about that. Counts down between fixes like all that is live.
 */
export function restByWayOn(view: LiveView, { kind }: Asset, wayOn: object | undefined, nowMs: number): RestToTell {
  const { distance_km, eta_min, route } = (wayOn ?? {}) as MeasuredWay
  const [km, minutes] = [distance_km ?? route?.distance_km, eta_min ?? route?.eta_min]
  if (km === undefined || minutes === undefined) return view
  const passedS = Math.min(view.ageS ?? 0, kindLimits[kind].staleS)
  const remainingSeconds = Math.max(0, Math.round(60 * minutes * (view.paceFactor ?? 1)) - passedS)
  return { remainingM: 1000 * km, remainingSeconds, arriveAtMs: 1000 * (Math.floor(nowMs / 1000) + remainingSeconds) }
}
