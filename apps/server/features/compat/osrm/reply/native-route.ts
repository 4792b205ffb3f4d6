import type { Point } from '../request/coordinates.ts'

/** The fields of a POST /v1/route reply that are converted. The geometry has the form that was requested. */
export interface NativeRoute {
  readonly distance_km: number
  readonly eta_min: number
  readonly geometry: readonly Point[] | string | object | null
  readonly bbox: readonly [number, number, number, number]
  readonly legs: readonly NativeLeg[]
  readonly steps?: readonly NativeStep[]
}

export interface NativeReply extends NativeRoute {
  readonly alternatives: readonly NativeRoute[]
  readonly snapped: { readonly from: NativeSnap; readonly via: readonly NativeSnap[]; readonly to: NativeSnap }
}

export interface NativeSnap {
  readonly at: Point
  readonly distance_m: number
  readonly name: string
}

interface NativeLeg {
  readonly distance_km: number
  readonly eta_min: number
}

export interface NativeStep {
  readonly leg: number
  readonly maneuver: NativeManeuver
  readonly name: string
  readonly ref?: string
  readonly rotary_name?: string
  readonly pronunciation?: string
  readonly destinations?: string
  readonly exits?: string
  readonly lanes?: readonly { readonly valid: boolean; readonly indications: readonly string[] }[]
  readonly mode: string
  readonly driving_side: string
  readonly distance_m: number
  readonly duration_s: number
  readonly geometry_range?: readonly [number, number]
}

export interface NativeManeuver {
  readonly type: string
  readonly modifier?: string
  readonly exit?: number
  readonly bearing_before: number
  readonly bearing_after: number
  readonly at: Point
}

/** The fields of a POST /v1/match reply that are converted. */
export interface NativeMatch {
  readonly routes: readonly NativeMatchedRoute[]
  readonly points: readonly NativeMatchedPoint[]
}

export interface NativeMatchedRoute extends NativeRoute {
  readonly confidence: number
}

/** All fields but the status only if it is matched. */
export interface NativeMatchedPoint {
  readonly status: string
  readonly route?: number
  readonly at?: Point
  readonly distance_m?: number
  readonly along_km?: number
  readonly confidence?: number
  readonly name?: string
}

/** The fields of a POST /v1/nearest reply that are converted. */
export interface NativeNearest {
  readonly roads: readonly NativeRoad[]
}

export interface NativeRoad extends NativeSnap {
  readonly ref: string
  readonly bearing: number
  readonly oneway: boolean
  readonly way: number | null
}
