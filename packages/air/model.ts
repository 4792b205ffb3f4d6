import type { Position, SunEvent } from '@fairway/geo'

/**
 * The airspace model, as read from zone and corridor files and used by the search. Positions are `[latitude,
 * longitude]`; times are Unix milliseconds.
 */

/** A height and its reference: above ground (AGL) or above mean sea level (AMSL). */
export interface Height {
  readonly meters: number
  readonly above: 'ground' | 'sea'
}

/** From `lower` (undefined: the ground) to `upper` (undefined: unlimited). */
export interface AltitudeBand {
  readonly lower?: Height
  readonly upper?: Height
}

export interface Circle {
  readonly kind: 'circle'
  readonly center: Position
  readonly radiusMeters: number
}

/** Rings are not closed (the first corner is not repeated). A zone's holes are not part of it. */
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
 * Applies on these days of the week (bit 0 is Monday, in UTC) from `from` to `to`. A `to` before `from` ends on the
 * next day.
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

/** The restriction a zone imposes: no entry, authorization required, conditions apply, or none. */
export const zoneRules = ['prohibited', 'authorisation', 'conditional', 'none'] as const
export type ZoneRule = (typeof zoneRules)[number]

export interface Zone {
  readonly id: string
  readonly name: string
  readonly rule: ZoneRule
  readonly volumes: readonly Volume[]
  /** The zone is in force when at least one entry applies. An empty list means always. */
  readonly times: readonly Validity[]
  readonly authorities: readonly Authority[]
  /** The reason and the conditions, as worded in the source file. */
  readonly message?: string
}

/**
 * A drone corridor: a line with a width and an altitude band, optionally one-way and optionally limited to certain
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

/** The parsed content of one file. */
export interface AirFile {
  readonly zones: readonly Zone[]
  readonly corridors: readonly Corridor[]
  readonly attribution?: string
  /** Entries that were read but may be unintended: expired times, skipped records. */
  readonly warnings?: readonly string[]
}
