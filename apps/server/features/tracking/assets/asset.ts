import type { GeometryFormat } from '@fairway/client'
import type { AssetKind, LiveView, SerializedRoute, TrackerState, WatchState } from '@fairway/tracking'
import type { DispatchedTour } from '../dispatch/dispatched-tour.ts'

export const assetKinds = ['drone', 'vehicle', 'robot', 'vessel'] as const satisfies readonly AssetKind[]
export const assetCategories = ['civil', 'military'] as const
/** States in the live reply. */
export const liveStates = [
  'no_fix',
  'idle',
  'on_route',
  'drifting',
  'off_route',
  'arrived',
  'stale',
] as const satisfies readonly LiveView['state'][]

export const routeModes = ['road', 'av', 'drone', 'maritime'] as const
export type RouteMode = (typeof routeModes)[number]

/** Route that is attached to an asset. */
export interface StoredAssetRoute {
  readonly attachedAtMs: number
  /** Route summary from the reply of the route operation. */
  readonly route: AttachedRoute
  readonly line: SerializedRoute
  /** Ratio of the remaining duration in current traffic to the planned duration. */
  readonly traffic?: { readonly atMs: number; readonly factor: number }
  /** Stops of a dispatched tour. */
  readonly tour?: DispatchedTour
}

/** Route summary that is included in every reply. The full route is sent only once. */
interface AttachedRoute {
  readonly id: string
  readonly mode: RouteMode
  readonly distanceKm: number
  readonly etaMin: number
  readonly departAt: string
  readonly arriveAt: string
  /** Destination as [latitude, longitude]. */
  readonly to: readonly [number, number]
  /** Intermediate stops, with their distances along the line in meters. */
  readonly stops: readonly PlannedStop[]
  /** Geometry format of the attach reply, also used for deltas. Undefined for older routes, which use `points`. */
  readonly format?: GeometryFormat
  /** Version of the source data. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Marks a route whose durations are for walking. */
  readonly isWalked?: true
  /** Route options other than start and end. Reroutes must respect these options too. */
  readonly wishes: Readonly<Record<string, unknown>>
}

interface PlannedStop {
  readonly at: readonly [number, number]
  readonly alongM: number
  /** Marks a charging station that the planner added. */
  readonly isStation?: true
}

export interface Asset {
  readonly number: number
  readonly id: string
  readonly account: number
  readonly name: string
  readonly kind: AssetKind
  readonly category: (typeof assetCategories)[number]
  readonly reference: string | null
  /** Name of the group that the asset belongs to, as set by the caller. */
  readonly group?: string | null
  readonly profile: object | undefined
  readonly createdAtMs: number
  readonly plan: StoredAssetRoute | undefined
  readonly planNumber: number
  readonly state: TrackerState | undefined
  readonly fixes: number
  readonly changed: number
  /** MMSI of the ship, known after positions have arrived from an AIS receiver. */
  readonly mmsi?: number | undefined
  /** State of the account's rules after the asset's earlier positions. */
  readonly watch?: WatchState | undefined
  /** Time at which a rule may cause an event even if no position arrives, in milliseconds. */
  readonly watchAtMs?: number | undefined
}

/** Returns whether a string is an asset id. The database would reject some other strings. */
export function isAssetId(text: string): boolean {
  return /^as_[\w-]{16}$/.test(text)
}
