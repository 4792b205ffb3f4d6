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

/** What is used of a reply of `POST /v1/reroute`. */
export interface Reroute {
  readonly kind: 'unchanged' | 'delta' | 'full'
  readonly reason: string
  readonly distance_km?: number
  readonly eta_min?: number
  readonly delta?: { readonly ops: readonly { readonly op: string; readonly from?: number; readonly to?: number }[] }
  /** Its line is written as that of the plan was. */
  readonly route?: { readonly geometry: Geometry; readonly distance_km: number; readonly eta_min: number }
}

const asking = createAsking<LiveAssetReply>()
export const rerouteAsked = asking.state

/** Streams tell where it is; the way back is told to who asks for one asset. */
const ASK_AGAIN_MS = 4_000

/** The stream takes all that the plan lets pages ask; where the plan has the other channel, this does not wait for it. */
export function liveCall(id: string): Call {
  const channel = limits.value?.api_live_polls_per_s == null ? 'web' : 'api'
  return { method: 'GET', path: `/v1/assets/${id}/live`, headers: { 'x-service-live-channel': channel } }
}

/** Asks for the way back as long as the chosen asset is off its plan. */
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

/** The new line, made from the old one; undefined when that is not known yet, or is another one by now. */
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
