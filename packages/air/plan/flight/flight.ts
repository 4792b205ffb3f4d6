import type { Authority, Position, Zone, ZoneRule } from '../../model.ts'

/** What is said about a zone in replies. */
export interface ZoneNote {
  readonly id: string
  readonly name: string
  readonly rule: ZoneRule
  readonly authorities: readonly Authority[]
  /** "Monday to Friday 08:00–18:00 UTC", or "always". */
  readonly times: string
  readonly message?: string
}

export interface FlightLeg {
  readonly from: Position
  readonly to: Position
  readonly distanceMeters: number
  /** With climb or descent, where the leg has one. */
  readonly durationSeconds: number
  /** Points of the line. */
  readonly firstPoint: number
  readonly lastPoint: number
}

export interface CorridorUse {
  readonly id: string
  readonly name: string
  readonly meters: number
}

export interface Energy {
  /** Of the whole range, wind, climb and descent counted. */
  readonly neededPct: number
  readonly reservePct: number
  readonly rangeKm: number
  readonly neededKm: number
  readonly usableKm: number
}

export interface Flight {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** As the crow flies, over all stops. */
  readonly directMeters: number
  readonly departAtMs: number
  readonly arriveAtMs: number
  /** The first two points are one place, and so are the last two: up and down is flown upright. */
  readonly line: readonly Position[]
  /** For every point of the line. */
  readonly altitudesMeters: readonly number[]
  /** What altitudes are measured from: the sea where the terrain is known, else the place of take-off. */
  readonly altitudesAre: 'above-sea' | 'above-take-off'
  /** Above ground, or above the place of take-off. */
  readonly cruiseAltitudeM: number
  readonly legs: readonly FlightLeg[]
  /** `corridor`: at least nine tenths of the way are in corridors; `direct`: nothing is. */
  readonly path: 'corridor' | 'mixed' | 'direct'
  readonly corridorMeters: number
  readonly corridors: readonly CorridorUse[]
  readonly energy: Energy
  /** Zones that lie across the straight line, or that the way bends around. */
  readonly zonesAvoided: readonly ZoneNote[]
  /** Zones flown into because `authorisations` names them. */
  readonly authorisationNeeded: readonly ZoneNote[]
  /** Zones over or under which it goes only if the place of take-off is as high above the sea as assumed. */
  readonly assumedClear: readonly ZoneNote[]
}

export function toNote({ id, name, rule, authorities, message }: Zone, times: string): ZoneNote {
  return { id, name, rule, authorities, times, ...(message !== undefined && { message }) }
}
