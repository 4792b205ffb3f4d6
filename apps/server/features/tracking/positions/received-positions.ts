import type { FixFieldNames } from '@fairway/tracking'

/** Tracker position, converted to Fairway fields. Position and time are not validated yet. */
export interface TrackerPosition {
  readonly value: Readonly<Record<string, unknown>>
  /** Field names of the tracker. */
  readonly names: FixFieldNames
  /** Dropped optional fields, with the reasons. */
  readonly ignoredFieldWarnings: readonly string[]
}

/** Element sent as a position, with its content or the reason why it has none. */
export interface ReceivedElement {
  /** Zero-based index in the list or among the lines of the body. */
  readonly index: number
  readonly value?: unknown
  readonly why?: string
  readonly trackerFields?: Pick<TrackerPosition, 'names' | 'ignoredFieldWarnings'>
  /** MMSI of the ship, if present. */
  readonly mmsi?: number
}

/** Line that is not empty. */
export interface NumberedLine {
  readonly line: string
  /** Zero-based line index, counting empty lines. */
  readonly index: number
}

/** Source of several positions: a list field, or one position per line. */
export type PositionListName = 'positions' | 'location' | 'lines'

/** Formats a message about one of several positions. */
export function prefixWithLine(list: PositionListName | undefined, index: number, message: string): string {
  return list === 'lines' ? `line ${index + 1}: ${message}` : message
}
