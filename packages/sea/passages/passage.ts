import type { Position } from '@fairway/geo'

/** Maximum dimensions of a ship, in meters. A missing value means no limit. */
export interface SizeLimits {
  readonly draftM?: number
  readonly beamM?: number
  readonly lengthM?: number
  readonly airDraftM?: number
}

/** Month (from 1) and day. */
export type MonthDay = readonly [month: number, day: number]

export interface Passage {
  /** ID used in `avoid` and `via`. */
  readonly id: string
  readonly name: string
  /** Alternative names. */
  readonly otherNames?: readonly string[]
  readonly kind: 'canal' | 'strait' | 'cape' | 'arctic'
  /**
   * Lines from shore to shore. A route that crosses one of these lines uses the passage. Canals, and straits that are
   * narrower than the cells of the sea map, use channels instead.
   */
  readonly gates: readonly (readonly [Position, Position])[]
  /** Landmarks of a cape. A route that stays farther than NAMED_WITHIN_NM from all of them does not pass the cape. */
  readonly landmarks?: readonly Position[]
  readonly limits?: SizeLimits
  /** Authority that publishes the limits. Set for the passages of `narrows.ts`. */
  readonly source?: string
  /** Hours from entrance to exit. Without a value, ships pass at their normal speed. */
  readonly transitHours?: number
  /** Usual waiting time in hours. */
  readonly waitHours?: number
  /** Notes for the master, such as convoys, bridges, and seasons. */
  readonly rule?: string
  /** First and last day of the yearly closure. */
  readonly closedSeason?: readonly [first: MonthDay, last: MonthDay]
  /**
   * Whether the passage is closed for so long each year that ships use it only if the date is known, or if `via` or
   * `allow` names it.
   */
  readonly needsDate?: true
  /** Whether the passage is closed unless explicitly allowed. */
  readonly isClosed?: true
  /**
   * Whether the passage is too narrow for ships of unknown size. Ships use it only if their dimensions are known and
   * fit, if `via` or `allow` names it, or if it is next to a stop or saves a long detour.
   */
  readonly isNarrow?: true
}

/** Maximum distance from a cape at which a ship counts as passing it, in nautical miles. */
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
