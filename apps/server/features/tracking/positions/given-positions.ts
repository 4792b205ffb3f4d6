import type { FixNames } from '@fairway/tracking'

/** The position of a tracker, in our own fields. Its place and time are not checked yet. */
export interface ForeignPosition {
  readonly value: Readonly<Record<string, unknown>>
  /** What the tracker calls what it has sent. */
  readonly names: FixNames
  /** Of the fields beside place and time, those that cannot be, and why. */
  readonly leftOut: readonly string[]
}

/** One of what was sent as positions: what it holds, or why it holds nothing. */
export interface GivenElement {
  /** Counted from 0: in its list, or among the lines of the body. */
  readonly index: number
  readonly value?: unknown
  readonly why?: string
  readonly foreign?: Pick<ForeignPosition, 'names' | 'leftOut'>
  /** The ship that it is of, where it says so. */
  readonly mmsi?: number
}

/** A line that is not empty. */
export interface FilledLine {
  readonly line: string
  /** Counted from 0, empty ones too. */
  readonly index: number
}

/** Where several came: in a field, or one on each line. */
export type GivenList = 'positions' | 'location' | 'lines'

/** What a sender is told of one of several. */
export function tellOf(list: GivenList | undefined, index: number, text: string): string {
  return list === 'lines' ? `line ${index + 1}: ${text}` : text
}
