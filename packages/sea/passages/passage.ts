import type { Position } from '../geometry/sphere.ts'

/** The largest ship that may pass, in metres. What is missing has no limit. */
export interface SizeLimits {
  readonly draftM?: number
  readonly beamM?: number
  readonly lengthM?: number
  readonly airDraftM?: number
}

/** The month from 1, and the day. */
export type MonthDay = readonly [month: number, day: number]

export interface Passage {
  /** What callers write in `avoid` and `via`. */
  readonly id: string
  readonly name: string
  /** Other names by which it is called. */
  readonly also?: readonly string[]
  readonly kind: 'canal' | 'strait' | 'cape' | 'arctic'
  /** Lines from shore to shore: a route that crosses one of them uses the passage. Canals are channels instead. */
  readonly gates: readonly (readonly [Position, Position])[]
  readonly limits?: SizeLimits
  /** Hours from entrance to exit; where it is missing, ships pass at their own speed. */
  readonly transitHours?: number
  /** Hours that ships usually wait for their turn. */
  readonly waitHours?: number
  /** What a master should know: convoys, bridges, seasons. */
  readonly rule?: string
  /** Days of the year on which it is closed, the first and the last, as month and day. */
  readonly closedSeason?: readonly [first: MonthDay, last: MonthDay]
  /** Closed unless it is allowed by name. */
  readonly isClosed?: true
  /** So narrow that ships are not led here unless their measures are known and fit, or it is named in `via` or `allow`. */
  readonly isNarrow?: true
}

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
