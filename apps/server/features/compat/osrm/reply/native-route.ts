import type { Static } from 'typebox'
import type { MatchReply } from '../../../road/match/schemas.ts'
import type { NearestReply } from '../../../road/nearest/schemas.ts'
import type { RouteReply, SnappedReply } from '../../../road/route/api/reply-schemas.ts'
import type { Point } from '../request/coordinates.ts'
import type { RouteLine } from './route-line.ts'

/**
 * These types declare the fields of Fairway replies that are converted. Schemas declare points and ranges only as lists
 * of numbers.
 */
type RouteFields = Static<typeof RouteReply>
type StepFields = NonNullable<RouteFields['steps']>[number]
type MatchFields = Static<typeof MatchReply>

/** Fairway route, with the geometry in the requested format, or as a line of integers if no JSON was written. */
export type NativeRoute = Readonly<Pick<RouteFields, 'distance_km' | 'eta_min'>> & {
  readonly geometry: RouteLine | readonly Point[] | string | object | null
  readonly legs: readonly Readonly<Pick<RouteFields['legs'][number], 'distance_km' | 'eta_min'>>[]
  readonly steps?: readonly NativeStep[]
}

export type NativeReply = NativeRoute & {
  readonly alternatives: readonly NativeRoute[]
  readonly snapped: { readonly from: NativeSnap; readonly via: readonly NativeSnap[]; readonly to: NativeSnap }
}

export type NativeSnap = Readonly<Omit<Static<typeof SnappedReply>, 'at'>> & { readonly at: Point }

/** Optional properties, which may also be undefined. */
type OrUndefined<T> = { readonly [K in keyof T]?: T[K] | undefined }

export type NativeStep = Readonly<Pick<StepFields, 'leg' | 'name' | 'distance_m' | 'duration_s'>> &
  OrUndefined<Pick<StepFields, 'ref' | 'rotary_name' | 'pronunciation' | 'destinations' | 'exits'>> & {
    readonly lanes?: readonly NativeLane[] | undefined
    readonly maneuver: NativeManeuver
    readonly mode: string
    readonly driving_side: string
    readonly geometry_range?: readonly [number, number]
  }

interface NativeLane {
  readonly valid: boolean
  readonly indications: readonly string[]
}

export type NativeManeuver = Readonly<Pick<StepFields['maneuver'], 'type' | 'bearing_before' | 'bearing_after'>> &
  OrUndefined<Pick<StepFields['maneuver'], 'modifier' | 'exit'>> & { readonly at: Point }

export interface NativeMatch {
  readonly routes: readonly NativeMatchedRoute[]
  readonly points: readonly NativeMatchedPoint[]
}

export type NativeMatchedRoute = NativeRoute & Readonly<Pick<MatchFields['routes'][number], 'confidence'>>

/** Matched point. Unmatched points have only the status. */
export type NativeMatchedPoint = Readonly<Omit<MatchFields['points'][number], 'at' | 'status'>> & {
  readonly status: string
  readonly at?: Point
}

export interface NativeNearest {
  readonly roads: readonly NativeRoad[]
}

export type NativeRoad = Readonly<Omit<Static<typeof NearestReply>['roads'][number], 'at'>> & { readonly at: Point }
