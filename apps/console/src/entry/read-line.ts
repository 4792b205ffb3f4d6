import type { Point } from '../points.ts'

/** A place as the user wrote it. A place without a position still has to be geocoded. */
export interface PlaceEntry {
  readonly at?: Point
  readonly label: string
  readonly demand?: number
  readonly service?: number
  /** Time of day, such as 08:30. */
  readonly opensAt?: string
  readonly closesAt?: string
}

export interface ParsedLine {
  /** Line number, starting at 1. */
  readonly line: number
  readonly text: string
  readonly entry?: PlaceEntry
  /** Error message for the user. */
  readonly error?: string
  /** Header line of the table that this row belongs to. The header is needed to interpret the cells. */
  readonly head?: string
  /** The original GeoJSON feature. */
  readonly feature?: object
}

export interface ParseOptions {
  /** Whether demands, service times and time windows are read and validated. Otherwise only the place is read. */
  readonly acceptsStopFields: boolean
}
