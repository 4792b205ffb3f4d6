import type { RoadClass, TravelMode, VehicleGroupName } from '@fairway/road'

/** Tags of one element. A Map satisfies this interface. */
export interface Tags {
  get(key: string): string | undefined
}

/** Properties of a location that traffic law depends on. */
export interface TrafficRegion {
  /** ISO 3166-1 alpha-2 code in capitals. Undefined at sea and where borders are disputed. */
  readonly country: string | undefined
  readonly leftHandTraffic: boolean
}

/** A timed rule. The road or node is open or closed while `when` (in `opening_hours` syntax) applies. */
export interface TimedRule {
  readonly when: string
  readonly opens: boolean
}

/** A timed rule for one group of vehicles, which applies in addition to the rules for all vehicles. */
export interface GroupTimedRule extends TimedRule {
  readonly group: VehicleGroupName
}

/** Maximum vehicle dimensions. A missing field means no limit. */
export interface VehicleLimits {
  readonly heightMeters?: number
  readonly widthMeters?: number
  readonly lengthMeters?: number
  readonly weightTons?: number
  readonly axleLoadTons?: number
}

/** Amount of a `charge` tag. */
export interface Charge {
  /** ISO 4217 code. */
  readonly currency: string
  readonly thousandths: number
  readonly isPerKm: boolean
}

/** Amount that some classes of vehicles pay. */
export interface ClassCharge extends Charge {
  /** Bits of TollClass. */
  readonly classBits: number
}

/** Rules for one direction of a way that is open at least at certain times. */
export interface DirectionRules {
  readonly mode: TravelMode
  /**
   * Actual speed in km/h on an empty road, including bends and narrow sections. The duration is derived from this
   * speed.
   */
  readonly speedKmh: number
  /** Speed limit in whole km/h, or 0 if it is unknown, as on ferries. */
  readonly limitKmh: number
  /** Factor that converts a duration to a weight, above 1 for roads that routes should avoid. */
  readonly weightFactor: number
  /** Whether only trips that start or end on the road may use it. */
  readonly isRestricted: boolean
  /** Whether the direction is closed unless a timed rule opens it. */
  readonly closedByDefault: boolean
  readonly timed: readonly TimedRule[]
  readonly noGoodsVehicles: boolean
  readonly noHazardousGoods: boolean
  readonly timedForGroups: readonly GroupTimedRule[]
  readonly destinations: string
  readonly turnLanes: string
}

/** Interpretation of a way's tags for one kind of traveler. A way that is never open is not a road. */
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
  /** Toll amounts. Undefined for travelers who pay no tolls. */
  readonly charges?: readonly ClassCharge[]
  /**
   * Tagged duration of the whole way in seconds, as on ferries and shuttle trains. A tagged duration overrides the
   * speeds.
   */
  readonly durationSeconds: number | undefined
  /** Whether a trip may start or end on the way. */
  readonly canStart: boolean
  readonly forward: DirectionRules | undefined
  readonly backward: DirectionRules | undefined
}

/** Rules that apply at a node. */
export interface NodeRules {
  /** Whether the node is closed to all travelers when no timed rule applies. */
  readonly isBlocked: boolean
  readonly timed: readonly TimedRule[]
  /** Whether only trips that start or end beyond the node may pass it. */
  readonly isRestricted: boolean
  /** Delay in seconds in the direction of the way, and against it. */
  readonly delayForwardSeconds: number
  readonly delayBackwardSeconds: number
  /** Bits of NodeFlag. */
  readonly flags: number
  readonly limits: VehicleLimits
  /** Exit number, from the `ref` tag of highway=motorway_junction. */
  readonly exit: string
  /** Toll amounts of a toll booth. */
  readonly charges?: readonly ClassCharge[]
}

/** Rules of a relation of type=restriction. */
export interface RestrictionRules {
  /** `no` forbids from → via → to. `only` forbids every other continuation after from → via. */
  readonly kind: 'no' | 'only'
  readonly isUturn: boolean
  /** Condition under which the restriction applies. Undefined if the restriction always applies. */
  readonly when: string | undefined
}
