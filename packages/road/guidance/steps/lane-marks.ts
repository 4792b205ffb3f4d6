import type { TextTable } from '../../network/network.ts'
import { readText } from '../../network/strings.ts'

/** A lane marking with its API value and its direction as a deflection. */
export interface LaneMarking {
  readonly indication: string
  readonly deflection: number
}

const createMarking = (indication: string, deflection: number): LaneMarking => ({ indication, deflection })
/** Deflection of a U-turn, which counts as the leftmost of all turns. */
export const UTURN_DEFLECTION = -180
export const THROUGH_MARKING = createMarking('straight', 0)
const NO_MARKING = createMarking('none', 0)

/** Values of `turn:lanes`. Merge markings are excluded because they do not describe turns. */
const markingsByTag: Readonly<Record<string, LaneMarking>> = {
  reverse: createMarking('uturn', UTURN_DEFLECTION),
  sharp_left: createMarking('sharp left', -135),
  left: createMarking('left', -90),
  slight_left: createMarking('slight left', -35),
  through: THROUGH_MARKING,
  slight_right: createMarking('slight right', 35),
  right: createMarking('right', 90),
  sharp_right: createMarking('sharp right', 135),
}

/** The markings of one lane. An unmarked lane has an empty list. */
export type MarkedLane = readonly LaneMarking[]

/**
 * Parses a tag such as "left|through|through;right", from the leftmost lane to the rightmost. Returns an empty list if
 * no lane is marked.
 */
export function parseLanes(tagValue: string): readonly MarkedLane[] {
  const lanes = tagValue
    .split('|')
    .map((lane) => [...new Set(lane.split(';').flatMap((value) => markingsByTag[value.trim()] ?? []))])
  return lanes.some((lane) => lane.length > 0) ? lanes : []
}

export const toIndications = (lane: MarkedLane): readonly string[] =>
  lane.length === 0 ? [NO_MARKING.indication] : lane.map(({ indication }) => indication)

/** Caches parsed lane strings, because a town has few distinct patterns. */
export class LaneCache {
  private readonly strings: TextTable
  private readonly lanesByString = new Map<number, readonly MarkedLane[]>()

  constructor(strings: TextTable) {
    this.strings = strings
  }

  getLanes(stringId: number): readonly MarkedLane[] {
    let lanes = this.lanesByString.get(stringId)
    if (lanes === undefined) {
      lanes = parseLanes(readText(this.strings, stringId))
      this.lanesByString.set(stringId, lanes)
    }
    return lanes
  }
}
