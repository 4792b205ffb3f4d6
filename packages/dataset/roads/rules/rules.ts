import type { RoadClass, TravelMode } from '@fairway/road'

/** Tags of one element. A Map satisfies this interface. */
export interface Tags {
  get(key: string): string | undefined
}

/** Location of an element, as far as traffic law depends on it. */
export interface TrafficRegion {
  /** ISO 3166-1 alpha-2 in capitals. Undefined at sea and where borders are disputed. */
  readonly country: string | undefined
  readonly leftHandTraffic: boolean
}

/** A timed rule. `when` is in opening_hours syntax; while it applies, the subject is open or closed. */
export interface TimedRule {
  readonly when: string
  readonly opens: boolean
}

/** Maximum vehicle dimensions. A missing field means no limit. */
export interface VehicleLimits {
  readonly heightMeters?: number
  readonly widthMeters?: number
  readonly lengthMeters?: number
  readonly weightTons?: number
  readonly axleLoadTons?: number
}

/** One direction of a way that is open, now or at other times. */
export interface DirectionRules {
  readonly mode: TravelMode
  /** Actual speed on an empty road, including bends and narrow sections. Determines the duration. */
  readonly speedKmh: number
  /** Speed limit in whole km/h. 0 if none is known, as on ferries. */
  readonly limitKmh: number
  /** Weight = duration × this factor. Above 1 for roads to avoid if possible. */
  readonly weightFactor: number
  /** Only for trips that start or end there. */
  readonly restricted: boolean
  /** Closed unless a timed rule opens it. */
  readonly closedByDefault: boolean
  readonly timed: readonly TimedRule[]
  readonly noGoodsVehicles: boolean
  readonly noHazardousGoods: boolean
  readonly destinations: string
  readonly turnLanes: string
}

/** A way's tags interpreted for one kind of traveler. A way that no rule can ever open is not a road. */
export interface RoadRules {
  readonly roadClass: RoadClass
  /** Bits of RoadFlag. */
  readonly flags: number
  /** Index into `surfaces`. */
  readonly surface: number
  readonly lanes: number
  readonly name: string
  readonly ref: string
  readonly rotaryName: string
  readonly pronunciation: string
  readonly exits: string
  readonly limits: VehicleLimits
  /** Tagged duration of the whole way (ferries, shuttle trains). It overrides the speeds. */
  readonly durationSeconds: number | undefined
  /** Whether a trip may start or end on it. */
  readonly canStart: boolean
  readonly forward: DirectionRules | undefined
  readonly backward: DirectionRules | undefined
}

/** Rules at a node. */
export interface NodeRules {
  /** Nobody can pass. */
  readonly blocked: boolean
  readonly timed: readonly TimedRule[]
  /** Passable only for trips that end beyond it. */
  readonly restricted: boolean
  /** Delay in seconds along the way's direction and against it. */
  readonly delayForwardSeconds: number
  readonly delayBackwardSeconds: number
  /** Bits of NodeFlag. */
  readonly flags: number
  readonly limits: VehicleLimits
  /** `ref` of highway=motorway_junction. */
  readonly exit: string
}

/** A relation of type=restriction that applies. */
export interface RestrictionRules {
  /** `no`: from → via → to is forbidden. `only`: after from → via, every other continuation is forbidden. */
  readonly kind: 'no' | 'only'
  readonly isUturn: boolean
  /** In force only while this condition applies. Undefined means always. */
  readonly when: string | undefined
}
