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

/** Fields of the `POST /v1/reroute` reply that this page uses. */
export interface Reroute {
  readonly kind: 'unchanged' | 'delta' | 'full'
  readonly reason: string
  readonly distance_km?: number
  readonly eta_min?: number
  readonly delta?: { readonly ops: readonly { readonly op: string; readonly from?: number; readonly to?: number }[] }
  /** New route. Its geometry has the same format as the asset route. */
  readonly route?: { readonly geometry: Geometry; readonly distance_km: number; readonly eta_min: number }
}

const liveRequest = createApiRequest<LiveAssetReply>()
export const rerouteState = liveRequest.state

/**
 * Minimum interval between two requests for a reroute, in milliseconds. The stream contains no reroutes, so they need
 * separate requests.
 */
const REFRESH_MS = 4_000

/**
 * Returns the call for the live state of an asset. The stream counts against the web polling limit of the pricing plan,
 * so this call uses the API channel if the plan includes it.
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

/**
 * Line of the offered route. A delta is applied to the line of the asset route. Undefined if that line has not loaded
 * or does not match the delta.
 */
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
