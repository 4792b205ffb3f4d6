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
import { type ApiCall, callApi } from '../../state/calls.ts'
import { persistentSignal } from '../../state/persistent-signal.ts'
import { fleet, putAsset, selectedAsset } from './fleet.ts'

/** Fields of a route that this page uses. All route operations return them. */
export interface PlannedRoute {
  readonly id: string
  readonly distance_km: number
  readonly eta_min: number
  readonly geometry: readonly Point[]
  readonly steps?: readonly { readonly duration_s: number; readonly geometry_range?: readonly [number, number] }[]
}

interface AssignedRoute {
  readonly asset: RegisterAssetReply
  readonly route: PlannedRoute
}

type StoredLines = Readonly<Record<string, string>>
const isStoredLines = (value: unknown): value is StoredLines =>
  typeof value === 'object' && value !== null && Object.values(value).every((encoded) => typeof encoded === 'string')

/**
 * Lines of asset routes by route id. The line of a route that was assigned on this page comes from the reply. Other
 * lines are requested.
 */
const storedLines = persistentSignal<StoredLines>('plan-lines', {}, isStoredLines)
const MAX_STORED_LINES = 40

/** Last assigned asset route, which the simulator follows. */
export const assignedRoute = signal<AssignedRoute | undefined>(undefined)

export function toAssignRouteCall(asset: string, body: object): ApiCall {
  return { method: 'POST', path: `/v1/assets/${asset}/route`, body: { ...body, geometry: 'points' } }
}

export async function assignRoute(asset: string, body: object): Promise<AssignedRoute> {
  const assignReply = await callApi<AssignedRoute>(toAssignRouteCall(asset, body))
  storeRouteLine(assignReply.route)
  putAsset(assignReply.asset)
  assignedRoute.value = assignReply
  return assignReply
}

function storeRouteLine({ id, geometry }: Pick<PlannedRoute, 'id' | 'geometry'>): void {
  const otherLines = Object.entries(storedLines.value).filter(([routeId]) => routeId !== id)
  storedLines.value = Object.fromEntries([...otherLines.slice(1 - MAX_STORED_LINES), [id, encodePolyline(geometry, 6)]])
}

export function toPoints(geometry: Geometry, format: GeometryFormat): readonly Point[] {
  const decodedGeometry = readGeometry(geometry, format)
  return Array.from(
    decodedGeometry?.latitude ?? [],
    (latitude, i): Point => [latitude / 1e6, (decodedGeometry?.longitude[i] ?? 0) / 1e6],
  )
}

/** Delay before a failed request for a line is retried, in milliseconds. */
const RETRY_MS = 5_000

/**
 * Requests the line of the selected asset's route if the route was assigned elsewhere. Reroute deltas refer to this
 * line.
 */
export function followAssetRoute(): () => void {
  let lastRequest = { id: '', atMs: 0 }
  return effect(() => {
    const liveAsset = selectedAsset.value
    const id = liveAsset?.plan?.route_id ?? ''
    if (liveAsset === undefined || id === '' || storedLines.value[id] !== undefined) return
    if (lastRequest.id === id && performance.now() - lastRequest.atMs < RETRY_MS) return
    lastRequest = { id, atMs: performance.now() }
    void fetchRouteLine(liveAsset.asset.id).catch(() => undefined)
  })
}

async function fetchRouteLine(asset: string): Promise<void> {
  const assetRoute = await callApi<AssetRouteReply>({ method: 'GET', path: `/v1/assets/${asset}/route` })
  if (assetRoute.geometry === null) return
  storeRouteLine({
    id: assetRoute.route_id,
    geometry: toPoints(assetRoute.geometry as Geometry, assetRoute.delta_format),
  })
}

export function findRouteLine(live: LiveAssetReply | undefined): readonly Point[] | undefined {
  const encodedLine = live?.plan ? storedLines.value[live.plan.route_id] : undefined
  try {
    return encodedLine === undefined ? undefined : decodePolyline(encodedLine, 6)
  } catch {
    return undefined
  }
}

const selectedRouteId = computed(() => selectedAsset.value?.plan?.route_id ?? '')

/** Line of the selected asset's route, decoded once per route instead of once per position. */
export const selectedRouteLine = computed(() => {
  const routeId = selectedRouteId.value
  return routeId === '' ? undefined : findRouteLine(fleet.peek().get(selectedAsset.peek()?.asset.id ?? ''))
})
