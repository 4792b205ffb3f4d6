import {
  applyDelta,
  type DeltaReply,
  type Geometry,
  type LiveAssetReply,
  readGeometry,
  writeGeometry,
} from '@fairway/client'
import { computed, effect } from '@preact/signals'
import type { Point } from '../../points.ts'
import { createAsking } from '../../state/asked.ts'
import type { Call } from '../../state/calls.ts'
import { chosen, limits } from './fleet.ts'
import { chosenLine, pointsOf } from './plan-lines.ts'

/** The fields used of a `POST /v1/reroute` reply. */
export interface Reroute {
  readonly kind: 'unchanged' | 'delta' | 'full'
  readonly reason: string
  readonly distance_km?: number
  readonly eta_min?: number
  readonly delta?: { readonly ops: readonly { readonly op: string; readonly from?: number; readonly to?: number }[] }
  /** Its geometry has the same format as that of the asset route. */
  readonly route?: { readonly geometry: Geometry; readonly distance_km: number; readonly eta_min: number }
}

const asking = createAsking<LiveAssetReply>()
export const rerouteAsked = asking.state

/** Streams send positions only. A reroute is returned only when one asset is requested. */
const ASK_AGAIN_MS = 4_000

/**
 * The stream uses up the web polling limit of the pricing plan. If the plan has the API channel, this call uses it and
 * does not wait.
 */
export function liveCall(id: string): Call {
  const channel = limits.value?.api_live_polls_per_s == null ? 'web' : 'api'
  return { method: 'GET', path: `/v1/assets/${id}/live`, headers: { 'x-service-live-channel': channel } }
}

/** Requests a reroute while the selected asset is off its route. */
export function followReroute(): () => void {
  let askedAtMs = 0
  return effect(() => {
    const live = chosen.value
    if (live === undefined || live.state !== 'off_route') {
      askedAtMs = 0
      if (asking.state.peek().call !== undefined) asking.clear()
      return
    }
    if (askedAtMs > 0 && performance.now() - askedAtMs < ASK_AGAIN_MS) return
    askedAtMs = performance.now()
    void asking.ask(liveCall(live.asset.id))
  })
}

export const offered = computed((): Reroute | undefined => {
  const { answer } = asking.state.value
  const live = chosen.value
  if (answer === undefined || live?.state !== 'off_route' || answer.asset.id !== live.asset.id) return undefined
  return answer.reroute as Reroute | undefined
})

/** The new line, built from the old one. Undefined when the old line is not loaded yet or has changed. */
export const offeredLine = computed((): readonly Point[] | undefined => {
  const reroute = offered.value
  const format = chosen.value?.plan?.delta_format ?? 'points'
  if (reroute?.kind === 'full') return reroute.route && pointsOf(reroute.route.geometry, format)
  const line = chosenLine.value
  const read = line && readGeometry(line, 'points')
  if (reroute?.kind !== 'delta' || read === undefined) return undefined
  try {
    return pointsOf(applyDelta(writeGeometry(read, format), format, reroute as unknown as DeltaReply), format)
  } catch {
    return undefined
  }
})
