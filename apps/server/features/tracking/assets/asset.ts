import type { GeometryFormat } from '@fairway/client'
import type { Kind, PackedPlan, TrackerState } from '@fairway/tracking'

export const assetKinds = ['drone', 'vehicle', 'robot', 'vessel'] as const satisfies readonly Kind[]
export const assetCategories = ['civil', 'military'] as const

/** A route that an asset shall follow. */
export interface AttachedPlan {
  readonly attachedAtMs: number
  /** As the operation that planned it has answered. */
  readonly route: AttachedRoute
  readonly line: PackedPlan
  /** How many times longer than planned the rest takes in the traffic of an instant. */
  readonly traffic?: { readonly atMs: number; readonly factor: number }
}

/** What is told of the route again and again; the whole one is told once. */
export interface AttachedRoute {
  readonly id: string
  readonly mode: string
  readonly distanceKm: number
  readonly etaMin: number
  readonly departAt: string
  readonly arriveAt: string
  /** Where it ends. */
  readonly to: readonly [number, number]
  /** Where it stops on the way, and after how many metres of the line. */
  readonly stops: readonly PlannedStop[]
  /** How the reply of attaching has told its line: deltas are written so. Older ones were told as points. */
  readonly format?: GeometryFormat
  /** Which data it was made from. */
  readonly data?: Readonly<Record<string, unknown>>
  /** Its times are those of one who walks. */
  readonly isWalked?: true
  /** What it was planned with, beside its ends: what must be kept to, also by another way. */
  readonly wishes: Readonly<Record<string, unknown>>
}

export interface PlannedStop {
  readonly at: readonly [number, number]
  readonly alongM: number
}

export interface Asset {
  readonly number: number
  readonly id: string
  readonly account: number
  readonly name: string
  readonly kind: Kind
  readonly category: (typeof assetCategories)[number]
  readonly reference: string | null
  readonly profile: unknown
  readonly createdAtMs: number
  readonly plan: AttachedPlan | undefined
  readonly planNumber: number
  readonly state: TrackerState | undefined
  readonly fixes: number
  readonly changed: number
  /** The ship it is, once its positions have come from a receiver of AIS. */
  readonly mmsi?: number | undefined
}

/** Whatever else is asked for is nobody's; some texts a database would not even look at. */
export function isAssetId(text: string): boolean {
  return /^as_[\w-]{16}$/.test(text)
}
