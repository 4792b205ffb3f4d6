import type { Position, SunEvent } from '@fairway/geo'

/**
 * This module defines the airspace model, as read from zone and corridor files and used by the search. Positions are
 * `[latitude, longitude]`, and times are Unix milliseconds.
 */

/** A height and its reference: above ground (AGL) or above mean sea level (AMSL). */
export interface Height {
  readonly meters: number
  readonly above: 'ground' | 'sea'
}

/** A band from `lower` to `upper`. Without `lower`, it starts at the ground. Without `upper`, it is unlimited. */
export interface AltitudeBand {
  readonly lower?: Height
  readonly upper?: Height
}

export interface Circle {
  readonly kind: 'circle'
  readonly center: Position
  readonly radiusMeters: number
}

/** A polygon with holes, which are not part of the zone. Rings are not closed, so the first corner is not repeated. */
export interface Polygon {
  readonly kind: 'polygon'
  readonly outer: readonly Position[]
  readonly holes: readonly (readonly Position[])[]
}

export type Outline = Circle | Polygon

/** One layer of a zone. */
export interface Volume {
  readonly outline: Outline
  readonly band: AltitudeBand
}

/** A minute of the day in UTC, or a sun event at the zone's location with an offset in minutes. */
export type DayMoment =
  | { readonly kind: 'clock'; readonly minute: number }
  | {
      readonly kind: 'sun'
      readonly event: SunEvent
      readonly offsetMinutes: number
    }

/**
 * Weekly hours from `from` to `to` on these days (bit 0 is Monday, in UTC). If `to` is before `from`, the hours end on
 * the next day.
 */
export interface WeeklySlot {
  readonly days: number
  readonly from: DayMoment
  readonly to: DayMoment
}

/** A time range and the weekly hours within it. Without hours, the whole range applies. */
export interface Validity {
  readonly fromMs?: number
  readonly untilMs?: number
  readonly weekly: readonly WeeklySlot[]
}

export interface Authority {
  readonly name: string
  readonly phone?: string
  readonly email?: string
  readonly url?: string
}

/** Restriction of a zone: no entry, authorization required, conditions apply, or none. */
export const zoneRules = ['prohibited', 'authorisation', 'conditional', 'none'] as const
export type ZoneRule = (typeof zoneRules)[number]

export interface Zone {
  readonly id: string
  readonly name: string
  readonly rule: ZoneRule
  readonly volumes: readonly Volume[]
  /** Validity periods. The zone is in force if at least one period applies. An empty list means always. */
  readonly times: readonly Validity[]
  readonly authorities: readonly Authority[]
  /** Reason and conditions, as worded in the source file. */
  readonly message?: string
}

/**
 * A drone corridor: a line with a width and an altitude band. It may be one-way, and it may be limited to certain
 * hours.
 */
export interface Corridor {
  readonly id: string
  readonly name: string
  readonly line: readonly Position[]
  readonly widthMeters: number
  readonly band: AltitudeBand
  readonly direction: 'both' | 'forward'
  readonly times: readonly Validity[]
}

/** Parsed content of one file. */
export interface AirFile {
  readonly zones: readonly Zone[]
  readonly corridors: readonly Corridor[]
  readonly attribution?: string
  /** Warnings about possible mistakes, such as expired times or skipped records. */
  readonly warnings?: readonly string[]
}
