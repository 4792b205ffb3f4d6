import type { FixFieldNames } from '@fairway/tracking'

/** A tracker's position converted to our fields. Position and time are not validated yet. */
export interface TrackerPosition {
  readonly value: Readonly<Record<string, unknown>>
  /** The tracker's names for the fields. */
  readonly names: FixFieldNames
  /** Invalid optional fields that were dropped, and why. */
  readonly leftOut: readonly string[]
}

/** One element sent as a position: its content, or why it has none. */
export interface ReceivedElement {
  /** Zero-based index in its list or among the body's lines. */
  readonly index: number
  readonly value?: unknown
  readonly why?: string
  readonly trackerFields?: Pick<TrackerPosition, 'names' | 'leftOut'>
  /** The ship's MMSI, if present. */
  readonly mmsi?: number
}

/** A non-empty line. */
export interface NumberedLine {
  readonly line: string
  /** Zero-based, counting empty lines. */
  readonly index: number
}

/** Where multiple positions come from: a list field, or one position per line. */
export type PositionListName = 'positions' | 'location' | 'lines'

/** Formats a message about one of several positions. */
export function prefixWithLine(list: PositionListName | undefined, index: number, message: string): string {
  return list === 'lines' ? `line ${index + 1}: ${message}` : message
}
