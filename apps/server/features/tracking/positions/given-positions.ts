import type { FixNames } from '@fairway/tracking'

/** A tracker's position converted to our fields. Position and time are not validated yet. */
export interface ForeignPosition {
  readonly value: Readonly<Record<string, unknown>>
  /** The tracker's names of the fields. */
  readonly names: FixNames
  /** Invalid optional fields that were dropped, and why. */
  readonly leftOut: readonly string[]
}

/** One element sent as a position: its content, or why it has none. */
export interface GivenElement {
  /** Zero-based index in its list or among the body's lines. */
  readonly index: number
  readonly value?: unknown
  readonly why?: string
  readonly foreign?: Pick<ForeignPosition, 'names' | 'leftOut'>
  /** The ship's MMSI, if present. */
  readonly mmsi?: number
}

/** A non-empty line. */
export interface FilledLine {
  readonly line: string
  /** Zero-based, counting empty lines. */
  readonly index: number
}

/** The source of multiple positions: a field, or one per line. */
export type GivenList = 'positions' | 'location' | 'lines'

/** Formats a message about one of several positions. */
export function tellOf(list: GivenList | undefined, index: number, text: string): string {
  return list === 'lines' ? `line ${index + 1}: ${text}` : text
}
