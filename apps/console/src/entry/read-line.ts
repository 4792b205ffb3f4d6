import type { Point } from '../points.ts'

/** A place as the user wrote it. An address still has to be geocoded. */
export interface Written {
  readonly at?: Point
  readonly label: string
  readonly demand?: number
  readonly service?: number
  /** Clock times, such as 08:30. */
  readonly opens?: string
  readonly closes?: string
}

export interface ReadLine {
  /** Counted from 1, as in editors. */
  readonly line: number
  readonly text: string
  readonly written?: Written
  /** Error message for the user. */
  readonly fault?: string
  /** The header line of the table that this row belongs to. The cells cannot be interpreted without it. */
  readonly head?: string
  /** The original GeoJSON feature. */
  readonly shape?: object
}

export interface Reading {
  /** Whether demands, service times and time windows are read and validated. Otherwise only the place is read. */
  readonly hasExtras: boolean
}
