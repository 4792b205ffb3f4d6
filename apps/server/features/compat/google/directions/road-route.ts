type Point = readonly [number, number]

/** Fields used from a POST /v1/route reply. */
export interface RoadRoute {
  readonly geometry: readonly Point[]
  readonly bbox: readonly [number, number, number, number]
  readonly legs: readonly RoadLeg[]
  readonly steps: readonly RoadStep[]
  readonly incidents: readonly { readonly description: string }[]
}

export interface RoadReply extends RoadRoute {
  readonly alternatives: readonly RoadRoute[]
  readonly data: { readonly attribution: string }
}

export interface RoadLeg {
  readonly distance_km: number
  readonly eta_min: number
  readonly free_flow_min: number
  readonly from: Point
  readonly to: Point
}

export interface RoadStep {
  readonly leg: number
  readonly maneuver: {
    readonly type: string
    readonly modifier?: string
    /** Bearing before the maneuver, in degrees clockwise from north. */
    readonly bearing_before: number
    readonly bearing_after: number
  }
  readonly instruction: string
  readonly name: string
  readonly ref?: string
  readonly mode: string
  readonly distance_m: number
  readonly duration_s: number
  readonly driving_side: string
  readonly geometry_range: readonly [number, number]
}
