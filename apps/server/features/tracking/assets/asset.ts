import type { GeometryFormat } from '@fairway/client'
import type { AssetKind, LiveView, SerializedRoute, TrackerState, WatchState } from '@fairway/tracking'
import type { DispatchedTour } from '../dispatch/dispatched-tour.ts'

export const assetKinds = ['drone', 'vehicle', 'robot', 'vessel'] as const satisfies readonly AssetKind[]
export const assetCategories = ['civil', 'military'] as const
/** The states of the live reply. */
export const liveStates = [
  'no_fix',
  'idle',
  'on_route',
  'drifting',
  'off_route',
  'arrived',
  'stale',
] as const satisfies readonly LiveView['state'][]

/** The modes that asset routes can have. */
export const routeModes = ['road', 'av', 'drone', 'maritime'] as const
export type RouteMode = (typeof routeModes)[number]

/** A route assigned to an asset. */
export interface StoredAssetRoute {
  readonly attachedAtMs: number
  /** As returned by the planning operation. */
  readonly route: AttachedRoute
  readonly line: SerializedRoute
  /** Ratio of the remaining duration in current traffic to the planned one. */
  readonly traffic?: { readonly atMs: number; readonly factor: number }
  /** The stops of a tour of the optimizer. */
  readonly tour?: DispatchedTour
}

/** The part of the route that is sent repeatedly. The full route is sent once. */
interface AttachedRoute {
  readonly id: string
  readonly mode: RouteMode
  readonly distanceKm: number
  readonly etaMin: number
  readonly departAt: string
  readonly arriveAt: string
  /** The destination. */
  readonly to: readonly [number, number]
  /** Intermediate stops and their distances along the line in meters. */
  readonly stops: readonly PlannedStop[]
  /** The geometry format of the attach reply, also used for deltas. Older routes used `points`. */
  readonly format?: GeometryFormat
  /** The source data version. */
  readonly data?: Readonly<Record<string, unknown>>
  /** The durations are for walking. */
  readonly isWalked?: true
  /** The planning options other than start and end. Reroutes must respect them too. */
  readonly wishes: Readonly<Record<string, unknown>>
}

interface PlannedStop {
  readonly at: readonly [number, number]
  readonly alongM: number
  /** A charging station that the planner chose, not a stop of the caller. */
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
  /** The caller's name for the group that it belongs to. */
  readonly group?: string | null
  readonly profile: object | undefined
  readonly createdAtMs: number
  readonly plan: StoredAssetRoute | undefined
  readonly planNumber: number
  readonly state: TrackerState | undefined
  readonly fixes: number
  readonly changed: number
  /** The ship's MMSI, known once positions have arrived from an AIS receiver. */
  readonly mmsi?: number | undefined
  /** The state of the rules of its account after its earlier positions. */
  readonly watch?: WatchState | undefined
  /** When a rule may cause an event even if no position arrives. */
  readonly watchAtMs?: number | undefined
}

/** Rejects other strings early. The database would not even accept some of them. */
export function isAssetId(text: string): boolean {
  return /^as_[\w-]{16}$/.test(text)
}
