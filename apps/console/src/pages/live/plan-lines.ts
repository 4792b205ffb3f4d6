import {
  type AssetRouteReply,
  decodePolyline,
  encodePolyline,
  type Geometry,
  type GeometryFormat,
  type LiveAssetReply,
  type RegisterAssetReply,
  readGeometry,
} from '@fairway/client'
import { computed, effect, signal } from '@preact/signals'
import type { Point } from '../../points.ts'
import { ask, type Call } from '../../state/calls.ts'
import { kept } from '../../state/kept.ts'
import { chosen, fleet, putAsset } from './fleet.ts'

/** The part of a route used here. All route operations return it. */
export interface PlannedRoute {
  readonly id: string
  readonly distance_km: number
  readonly eta_min: number
  readonly geometry: readonly Point[]
  readonly steps?: readonly { readonly duration_s: number; readonly geometry_range?: readonly [number, number] }[]
}

interface Attached {
  readonly asset: RegisterAssetReply
  readonly route: PlannedRoute
}

type Lines = Readonly<Record<string, string>>
const isLines = (value: unknown): value is Lines =>
  typeof value === 'object' && value !== null && Object.values(value).every((line) => typeof line === 'string')

/** Lines of asset routes by route id. They are stored when assigned here, and requested when assigned elsewhere. */
const lines = kept<Lines>('plan-lines', {}, isLines)
const MAX_LINES = 40

/** The asset route assigned last, for the simulator to follow. */
export const givenPlan = signal<Attached | undefined>(undefined)

export function attachCall(asset: string, body: object): Call {
  return { method: 'POST', path: `/v1/assets/${asset}/route`, body: { ...body, geometry: 'points' } }
}

export async function attachPlan(asset: string, body: object): Promise<Attached> {
  const attached = await ask<Attached>(attachCall(asset, body))
  keepLine(attached.route)
  putAsset(attached.asset)
  givenPlan.value = attached
  return attached
}

function keepLine({ id, geometry }: Pick<PlannedRoute, 'id' | 'geometry'>): void {
  const rest = Object.entries(lines.value).filter(([known]) => known !== id)
  lines.value = Object.fromEntries([...rest.slice(1 - MAX_LINES), [id, encodePolyline(geometry, 6)]])
}

export function pointsOf(geometry: Geometry, format: GeometryFormat): readonly Point[] {
  const line = readGeometry(geometry, format)
  return Array.from(line?.latitude ?? [], (latitude, i): Point => [latitude / 1e6, (line?.longitude[i] ?? 0) / 1e6])
}

/** The interval between two requests for the same line when the first one failed. */
const ASK_AGAIN_MS = 5_000

/**
 * Requests the line of the selected asset's route when it was assigned elsewhere. Reroute deltas apply to this line.
 */
export function followPlan(): () => void {
  let asked = { id: '', atMs: 0 }
  return effect(() => {
    const live = chosen.value
    const id = live?.plan?.route_id ?? ''
    if (live === undefined || id === '' || lines.value[id] !== undefined) return
    if (asked.id === id && performance.now() - asked.atMs < ASK_AGAIN_MS) return
    asked = { id, atMs: performance.now() }
    void askLine(live.asset.id).catch(() => undefined)
  })
}

async function askLine(asset: string): Promise<void> {
  const plan = await ask<AssetRouteReply>({ method: 'GET', path: `/v1/assets/${asset}/route` })
  if (plan.geometry === null) return
  keepLine({ id: plan.route_id, geometry: pointsOf(plan.geometry as Geometry, plan.delta_format) })
}

export function planLine(live: LiveAssetReply | undefined): readonly Point[] | undefined {
  const line = live?.plan ? lines.value[live.plan.route_id] : undefined
  try {
    return line === undefined ? undefined : decodePolyline(line, 6)
  } catch {
    return undefined
  }
}

const chosenPlan = computed(() => chosen.value?.plan?.route_id ?? '')

/** Decoded once per asset route, not once per position. */
export const chosenLine = computed(() => {
  const id = chosenPlan.value
  return id === '' ? undefined : planLine(fleet.peek().get(chosen.peek()?.asset.id ?? ''))
})
