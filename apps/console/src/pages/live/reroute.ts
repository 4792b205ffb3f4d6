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
import { createApiRequest } from '../../state/api-request.ts'
import type { ApiCall } from '../../state/calls.ts'
import { limits, selectedAsset } from './fleet.ts'
import { selectedRouteLine, toPoints } from './route-lines.ts'

/** The fields of a `POST /v1/reroute` reply that are used here. */
export interface Reroute {
  readonly kind: 'unchanged' | 'delta' | 'full'
  readonly reason: string
  readonly distance_km?: number
  readonly eta_min?: number
  readonly delta?: { readonly ops: readonly { readonly op: string; readonly from?: number; readonly to?: number }[] }
  /** Its geometry has the same format as that of the asset route. */
  readonly route?: { readonly geometry: Geometry; readonly distance_km: number; readonly eta_min: number }
}

const liveRequest = createApiRequest<LiveAssetReply>()
export const rerouteState = liveRequest.state

/** Streams send positions only. A reroute is returned only when one asset is requested. */
const REFRESH_MS = 4_000

/**
 * The stream counts against the web polling limit of the pricing plan. If the plan includes the API channel, this call
 * uses that channel and does not wait.
 */
export function toLiveCall(id: string): ApiCall {
  const channel = limits.value?.api_live_polls_per_s == null ? 'web' : 'api'
  return { method: 'GET', path: `/v1/assets/${id}/live`, headers: { 'x-service-live-channel': channel } }
}

/** Requests a reroute while the selected asset is off its route. */
export function followReroute(): () => void {
  let requestedAtMs = 0
  return effect(() => {
    const liveAsset = selectedAsset.value
    if (liveAsset === undefined || liveAsset.state !== 'off_route') {
      requestedAtMs = 0
      if (liveRequest.state.peek().call !== undefined) liveRequest.clear()
      return
    }
    if (requestedAtMs > 0 && performance.now() - requestedAtMs < REFRESH_MS) return
    requestedAtMs = performance.now()
    void liveRequest.send(toLiveCall(liveAsset.asset.id))
  })
}

export const offeredReroute = computed((): Reroute | undefined => {
  const { answer } = liveRequest.state.value
  const live = selectedAsset.value
  if (answer === undefined || live?.state !== 'off_route' || answer.asset.id !== live.asset.id) return undefined
  return answer.reroute as Reroute | undefined
})

/** The new line, built from the old one. Undefined when the old line is not loaded yet or has changed. */
export const offeredLine = computed((): readonly Point[] | undefined => {
  const reroute = offeredReroute.value
  const geometryFormat = selectedAsset.value?.plan?.delta_format ?? 'points'
  if (reroute?.kind === 'full') return reroute.route && toPoints(reroute.route.geometry, geometryFormat)
  const line = selectedRouteLine.value
  const decodedLine = line && readGeometry(line, 'points')
  if (reroute?.kind !== 'delta' || decodedLine === undefined) return undefined
  try {
    return toPoints(
      applyDelta(writeGeometry(decodedLine, geometryFormat), geometryFormat, reroute as unknown as DeltaReply),
      geometryFormat,
    )
  } catch {
    return undefined
  }
})
