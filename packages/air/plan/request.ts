import type { Position } from '../model.ts'
import type { Wind } from '../search/wind.ts'

export interface Aircraft {
  /** Through the air. */
  readonly cruiseSpeedMs: number
  /** How far it gets through the air with all of its energy. */
  readonly rangeKm: number
  /** How much of the range must be left after landing. */
  readonly reservePct: number
  /** Above ground. */
  readonly maxAltitudeM: number
  /** Up and down. */
  readonly climbRateMs: number
  readonly windLimitMs: number
}

export const corridorWishes = ['prefer', 'only', 'ignore'] as const
export type CorridorWish = (typeof corridorWishes)[number]

export interface FlightRequest {
  readonly from: Position
  readonly to: Position
  readonly via?: readonly Position[]
  readonly aircraft?: Partial<Aircraft>
  /** Above ground where the terrain is known, else above the place of take-off. */
  readonly altitudeM?: number
  readonly wind?: Wind
  readonly departAtMs: number
  readonly corridors?: CorridorWish
  /** Ids of zones that may be flown into. */
  readonly authorisations?: readonly string[]
  /** How far to stay away from zones. */
  readonly marginM?: number
  /** How high the place of take-off is above the sea, where no terrain says so. */
  readonly takeOffSeaM?: number
  /** How high it is at `from` already, for one in the air, measured as the altitudes of flights are. Default: on the ground. */
  readonly fromAltitudeM?: number
  /** What a second in a corridor counts when corridors are preferred: 1 is no preference. */
  readonly corridorFactor?: number
}

export const defaultAircraft: Aircraft = {
  cruiseSpeedMs: 15,
  rangeKm: 30,
  reservePct: 20,
  maxAltitudeM: 120,
  climbRateMs: 3,
  windLimitMs: 12,
}

/**
 * What aircraft there may be. Between the slowest speed and the longest range a flight takes weeks, not ages: times stay within the
 * calendar, and the hours of zones can be gone through.
 */
export const aircraftLimits = {
  cruiseSpeedMs: [0.5, 400],
  rangeKm: [0.01, 2000],
  maxAltitudeM: [10, 10_000],
  climbRateMs: [0.1, 100],
  windLimitMs: [0, 150],
} as const satisfies Partial<Record<keyof Aircraft, readonly [least: number, most: number]>>

/** Drones of the open category stay below this, above ground, in most countries. */
export const LEGAL_ALTITUDE_M = 120
export const DEFAULT_ALTITUDE_M = 100
/** The line is off the wished height above ground by up to half of that. */
export const LEAST_ALTITUDE_M = 10
/** Position errors of satellites and the width of a turn, together. */
export const DEFAULT_MARGIN_M = 30
export const MARGIN_LIMITS_M = [1, 5000] as const
/** Corridors are followed for detours of up to a quarter of what is flown in them. */
export const DEFAULT_CORRIDOR_FACTOR = 0.8
export const MOST_VIA = 50
/** So far ahead a departure is looked for when zones are in the way now. */
export const LATEST_DEPARTURE_MS = 7 * 86_400_000

export function ceilingOf({ maxAltitudeM }: Aircraft): {
  readonly allowedM: number
  readonly because: 'law' | 'aircraft'
} {
  return maxAltitudeM < LEGAL_ALTITUDE_M
    ? { allowedM: maxAltitudeM, because: 'aircraft' }
    : { allowedM: LEGAL_ALTITUDE_M, because: 'law' }
}
