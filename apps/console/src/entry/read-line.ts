import type { Point } from '../points.ts'

/** A place as the user wrote it. An address still has to be geocoded. */
export interface PlaceEntry {
  readonly at?: Point
  readonly label: string
  readonly demand?: number
  readonly service?: number
  /** Clock times, such as 08:30. */
  readonly opens?: string
  readonly closes?: string
}

export interface ParsedLine {
  /** Counted from 1, as in editors. */
  readonly line: number
  readonly text: string
  readonly entry?: PlaceEntry
  /** Error message for the user. */
  readonly error?: string
  /** The header line of the table that this row belongs to. The cells cannot be interpreted without it. */
  readonly head?: string
  /** The original GeoJSON feature. */
  readonly feature?: object
}

export interface ParseOptions {
  /** Whether demands, service times and time windows are read and validated. Otherwise only the place is read. */
  readonly acceptsStopFields: boolean
}
