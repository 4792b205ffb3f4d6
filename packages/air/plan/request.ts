import type { Position } from '@fairway/geo'
import type { Wind } from '../search/wind.ts'
import type { Peak } from '../terrain/peak-terrain.ts'

export interface Aircraft {
  /** Cruise airspeed, in m/s. */
  readonly cruiseSpeedMs: number
  /** Distance through the air on a full charge, in kilometers. */
  readonly rangeKm: number
  /** Share of the range that must remain after landing, in percent. */
  readonly reservePct: number
  /** Maximum altitude above ground, in meters. */
  readonly maxAltitudeM: number
  /** Rate of climb and descent, in m/s. */
  readonly climbRateMs: number
  readonly windLimitMs: number
}

export const corridorPreferences = ['prefer', 'only', 'ignore'] as const
export type CorridorPreference = (typeof corridorPreferences)[number]

export interface FlightRequest {
  readonly from: Position
  readonly to: Position
  readonly via?: readonly Position[]
  readonly aircraft?: Partial<Aircraft>
  /** Altitude above ground where the terrain is known, otherwise above the takeoff point. */
  readonly altitudeM?: number
  readonly wind?: Wind
  readonly departAtMs: number
  readonly corridors?: CorridorPreference
  /** IDs of zones that the flight may enter. */
  readonly authorisations?: readonly string[]
  /** Minimum distance to zones, in meters. */
  readonly marginM?: number
  /** Elevation of the takeoff point above sea level, used where no terrain data is available. */
  readonly takeOffElevationM?: number
  /** Peaks to keep clear of, used where no terrain data is available. */
  readonly peaks?: readonly Peak[]
  /**
   * Current altitude at `from` for an aircraft in the air, with the same reference as flight altitudes. Default: on the
   * ground.
   */
  readonly fromAltitudeM?: number
  /** Cost of one second in a corridor if corridors are preferred. 1 means no preference. */
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
 * Accepted aircraft parameters. With the slowest speed and the longest range, a flight takes weeks. Times therefore
 * stay within the calendar range, and zone hours can be iterated.
 */
export const aircraftLimits = {
  cruiseSpeedMs: [0.5, 400],
  rangeKm: [0.01, 2000],
  maxAltitudeM: [10, 10_000],
  climbRateMs: [0.1, 100],
  windLimitMs: [0, 150],
} as const satisfies Partial<Record<keyof Aircraft, readonly [least: number, most: number]>>

/** Maximum height above ground for drones in the open category in most countries, in meters. */
const LEGAL_ALTITUDE_M = 120
export const DEFAULT_ALTITUDE_M = 100
/**
 * Minimum altitude, in meters. The line may deviate from the requested height above ground by up to half of this
 * altitude.
 */
export const MIN_ALTITUDE_M = 10
/** Default margin, in meters. It covers satellite positioning errors and the width of a turn. */
export const DEFAULT_MARGIN_M = 30
export const MARGIN_LIMITS_M = [1, 5000] as const
/** Default corridor factor. This factor accepts detours of up to a quarter of the distance flown in corridors. */
export const DEFAULT_CORRIDOR_FACTOR = 0.8
export const MAX_VIA = 50
/** Time range in which to search for a departure if zones currently block the flight, in milliseconds. */
export const DEPARTURE_SEARCH_MS = 7 * 86_400_000

export function getCeiling({ maxAltitudeM }: Aircraft): {
  readonly allowedM: number
  readonly because: 'law' | 'aircraft'
} {
  return maxAltitudeM < LEGAL_ALTITUDE_M
    ? { allowedM: maxAltitudeM, because: 'aircraft' }
    : { allowedM: LEGAL_ALTITUDE_M, because: 'law' }
}
