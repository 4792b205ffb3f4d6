/**
 * What the sky is made of, as the files of zones and corridors tell it and as the search reads it.
 *
 * Positions are `[latitude, longitude]`; instants are milliseconds since 1970 in UTC.
 */
export type Position = readonly [latitude: number, longitude: number]

/** A height and what it is measured from: the ground beneath (AGL) or the mean sea level (AMSL). */
export interface Height {
  readonly meters: number
  readonly above: 'ground' | 'sea'
}

/** From `lower` (undefined: from the ground) up to `upper` (undefined: without limit). */
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

/** A minute of the day in UTC, or an event of the sun where the zone lies, with an offset in minutes. */
export type DayMoment =
  | { readonly kind: 'clock'; readonly minute: number }
  | {
      readonly kind: 'sun'
      readonly event: 'morning-twilight' | 'sunrise' | 'sunset' | 'evening-twilight'
      readonly offsetMinutes: number
    }

/** On these days of the week (bit 0 is Monday, in UTC) from `from` to `to`; a `to` before `from` ends the next day. */
export interface WeeklySlot {
  readonly days: number
  readonly from: DayMoment
  readonly to: DayMoment
}

/** A stretch of time, and within it the hours of the week (none given: all of them). */
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

/** What a zone asks: keep out; ask somebody first; keep to conditions; or nothing at all. */
export const zoneRules = ['prohibited', 'authorisation', 'conditional', 'none'] as const
export type ZoneRule = (typeof zoneRules)[number]

export interface Zone {
  readonly id: string
  readonly name: string
  readonly rule: ZoneRule
  readonly volumes: readonly Volume[]
  /** In force when one of them holds; none given: always. */
  readonly times: readonly Validity[]
  readonly authorities: readonly Authority[]
  /** Why, and under which conditions, in the words of the file. */
  readonly message?: string
}

/** A lane for drones: a line with a width, in a band, perhaps one way only, perhaps at hours only. */
export interface Corridor {
  readonly id: string
  readonly name: string
  readonly line: readonly Position[]
  readonly widthMeters: number
  readonly band: AltitudeBand
  readonly direction: 'both' | 'forward'
  readonly times: readonly Validity[]
}

/** What one file says. */
export interface AirFile {
  readonly zones: readonly Zone[]
  readonly corridors: readonly Corridor[]
  readonly attribution?: string
  /** What was read, but may not be meant: times that are over, records that were left out. */
  readonly warnings?: readonly string[]
}
