import type { Position } from '@fairway/geo'

/** Maximum dimensions of a ship, in meters. A missing value means no limit. */
export interface SizeLimits {
  readonly draftM?: number
  readonly beamM?: number
  readonly lengthM?: number
  readonly airDraftM?: number
}

/** The month (from 1) and the day. */
export type MonthDay = readonly [month: number, day: number]

export interface Passage {
  /** The id used in `avoid` and `via`. */
  readonly id: string
  readonly name: string
  /** Alternative names. */
  readonly otherNames?: readonly string[]
  readonly kind: 'canal' | 'strait' | 'cape' | 'arctic'
  /** Lines from shore to shore. A route that crosses one of them uses the passage. Canals use channels instead. */
  readonly gates: readonly (readonly [Position, Position])[]
  /** Capes: a route that stays farther away than NAMED_WITHIN_NM from all of them does not pass the cape. */
  readonly landmarks?: readonly Position[]
  readonly limits?: SizeLimits
  /** Hours from entrance to exit. Without a value, ships pass at their own speed. */
  readonly transitHours?: number
  /** Usual waiting time in hours. */
  readonly waitHours?: number
  /** Notes for the master: convoys, bridges, seasons. */
  readonly rule?: string
  /** First and last day of the yearly closure, as month and day. */
  readonly closedSeason?: readonly [first: MonthDay, last: MonthDay]
  /** Closed for so long each year that ships use it only on a known date, or when `via` or `allow` names it. */
  readonly needsDate?: true
  /** Closed unless explicitly allowed. */
  readonly isClosed?: true
  /** Too narrow to use unless the ship's dimensions are given and fit, or the passage is named in `via` or `allow`. */
  readonly isNarrow?: true
}

/** Maximum distance at which a ship passes a cape. */
export const NAMED_WITHIN_NM = 30

export function parseLine(text: string): Position[] {
  return text.split(' ').map((pair) => {
    const [latitude, longitude] = pair.split(',')
    return [Number(latitude), Number(longitude)]
  })
}

export function parseGate(text: string): readonly [Position, Position] {
  const [from, to] = parseLine(text)
  return [from, to]
}
