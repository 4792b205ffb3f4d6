import type { Position } from '@fairway/geo'
import type { Authority, Zone, ZoneRule } from '../../model.ts'

/** A zone as described in responses. */
export interface ZoneNote {
  readonly id: string
  readonly name: string
  readonly rule: ZoneRule
  readonly authorities: readonly Authority[]
  /** Description of the times, such as "Monday to Friday 08:00–18:00 UTC" or "always". */
  readonly times: string
  readonly message?: string
}

export interface FlightLeg {
  readonly from: Position
  readonly to: Position
  readonly distanceMeters: number
  /** Duration in seconds, including the climb or descent if the leg has one. */
  readonly durationSeconds: number
  /** Index into `line`. */
  readonly firstPoint: number
  readonly lastPoint: number
}

export interface CorridorUse {
  readonly id: string
  readonly name: string
  readonly meters: number
}

interface Energy {
  /** Required share of the full range, including wind, climb, and descent. */
  readonly neededPct: number
  readonly reservePct: number
  readonly rangeKm: number
  readonly neededKm: number
  readonly usableKm: number
}

export interface Flight {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** Great-circle distance over all stops. */
  readonly directMeters: number
  readonly departAtMs: number
  readonly arriveAtMs: number
  /**
   * Line of the flight. The first two points share a position, and so do the last two, because climb and descent are
   * vertical.
   */
  readonly line: readonly Position[]
  /** Altitude at each point of the line, in meters. */
  readonly altitudesMeters: readonly number[]
  /** Reference of the altitudes: sea level where the terrain is known, otherwise the takeoff point. */
  readonly altitudesAre: 'above-sea' | 'above-take-off'
  /** Cruise altitude above ground, or above the takeoff point. */
  readonly cruiseAltitudeM: number
  readonly legs: readonly FlightLeg[]
  /** `corridor`: at least nine tenths of the path are in corridors. `direct`: no part of the path is in a corridor. */
  readonly path: 'corridor' | 'mixed' | 'direct'
  readonly corridorMeters: number
  readonly corridors: readonly CorridorUse[]
  readonly energy: Energy
  /** Zones that intersect the straight line or that the path bends around. */
  readonly zonesAvoided: readonly ZoneNote[]
  /** Zones that the flight enters because `authorisations` lists them. */
  readonly authorisationNeeded: readonly ZoneNote[]
  /** Zones that the flight passes above or below only if the assumed takeoff elevation is correct. */
  readonly assumedClear: readonly ZoneNote[]
}

export function toZoneNote({ id, name, rule, authorities, message }: Zone, times: string): ZoneNote {
  return { id, name, rule, authorities, times, ...(message !== undefined && { message }) }
}
