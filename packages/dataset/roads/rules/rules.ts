import type { RoadClass, TravelMode } from '@fairway/road'

/** Tags of one element; a Map is one. */
export interface Tags {
  get(key: string): string | undefined
}

/** Where an element lies, as far as law depends on it. */
export interface Place {
  /** ISO 3166-1 alpha-2 in capitals, or undefined at sea and where borders are unclear. */
  readonly country: string | undefined
  readonly leftHandTraffic: boolean
}

/** A time-bound rule: `when` is in the syntax of opening_hours; when it holds the subject is open, or closed. */
export interface TimedRule {
  readonly when: string
  readonly opens: boolean
}

/** The largest vehicle that may pass; a field that is missing is no limit. */
export interface VehicleLimits {
  readonly heightMeters?: number
  readonly widthMeters?: number
  readonly lengthMeters?: number
  readonly weightTons?: number
  readonly axleLoadTons?: number
}

/** One direction of a way that a car may drive, now or at other times. */
export interface DrivenDirection {
  /** What one really drives on an empty road, bends and narrowness included: turns into the duration. */
  readonly speedKmh: number
  /** What is allowed, in whole km/h; 0 where no such thing is known, as on ferries. */
  readonly limitKmh: number
  /** Weight = duration × this; above 1 where a road is to be avoided if possible. */
  readonly weightFactor: number
  /** Only for those whose way begins or ends there. */
  readonly restricted: boolean
  /** Closed at all times unless a timed rule opens it. */
  readonly closedByDefault: boolean
  readonly timed: readonly TimedRule[]
  readonly noGoodsVehicles: boolean
  readonly noHazardousGoods: boolean
  readonly destinations: string
  readonly turnLanes: string
}

/** What a car driver makes of a way's tags. A way that no rule can ever open is not a road at all. */
export interface RoadRules {
  readonly roadClass: RoadClass
  readonly mode: TravelMode
  /** Bits of RoadFlag. */
  readonly flags: number
  readonly lanes: number
  readonly name: string
  readonly ref: string
  readonly rotaryName: string
  readonly pronunciation: string
  readonly exits: string
  readonly limits: VehicleLimits
  /** The time the whole way takes, where it is tagged (ferries, shuttle trains): then speeds do not count. */
  readonly durationSeconds: number | undefined
  /** May a trip begin or end on it? */
  readonly canStart: boolean
  readonly forward: DrivenDirection | undefined
  readonly backward: DrivenDirection | undefined
}

/** What stands at a node. */
export interface NodeRules {
  /** Nobody in a car passes. */
  readonly blocked: boolean
  readonly timed: readonly TimedRule[]
  /** Passable only for those whose way ends behind it. */
  readonly restricted: boolean
  /** Seconds lost by whoever passes along the way's direction, and against it. */
  readonly delayForwardSeconds: number
  readonly delayBackwardSeconds: number
  /** Bits of NodeFlag. */
  readonly flags: number
  readonly limits: VehicleLimits
  /** `ref` of highway=motorway_junction. */
  readonly exit: string
}

/** A relation of type=restriction that binds a car. */
export interface RestrictionRules {
  /** `no`: from → via → to is forbidden; `only`: after from → via every other way is. */
  readonly kind: 'no' | 'only'
  readonly isUturn: boolean
  /** In force only when this holds; undefined: always. */
  readonly when: string | undefined
}
