import type { TextTable } from '../../network/network.ts'
import { readText } from '../../network/strings.ts'

/** A lane marking: the API value and its direction as a deflection. */
export interface Mark {
  readonly word: string
  readonly deflection: number
}

const mark = (word: string, deflection: number): Mark => ({ word, deflection })
/** A U-turn, treated as the leftmost of all turns. */
export const BACK_DEFLECTION = -180
export const THROUGH = mark('straight', 0)
const UNMARKED = mark('none', 0)

/** Values of `turn:lanes`. Merge markings are excluded because they do not describe turns. */
const marks: Readonly<Record<string, Mark>> = {
  reverse: mark('uturn', BACK_DEFLECTION),
  sharp_left: mark('sharp left', -135),
  left: mark('left', -90),
  slight_left: mark('slight left', -35),
  through: THROUGH,
  slight_right: mark('slight right', 35),
  right: mark('right', 90),
  sharp_right: mark('sharp right', 135),
}

/** The markings of one lane; empty for an unmarked lane. */
export type MarkedLane = readonly Mark[]

/**
 * From the leftmost lane to the rightmost, as in the tag: "left|through|through;right". Empty when nothing is marked.
 */
export function parseLanes(text: string): readonly MarkedLane[] {
  const lanes = text
    .split('|')
    .map((lane) => [...new Set(lane.split(';').flatMap((value) => marks[value.trim()] ?? []))])
  return lanes.some((lane) => lane.length > 0) ? lanes : []
}

export const wordsOf = (lane: MarkedLane): readonly string[] =>
  lane.length === 0 ? [UNMARKED.word] : lane.map(({ word }) => word)

/** Caches parsed lane strings, because a town has few distinct patterns. */
export class LaneTexts {
  private readonly texts: TextTable
  private readonly known = new Map<number, readonly MarkedLane[]>()

  constructor(texts: TextTable) {
    this.texts = texts
  }

  lanesOf(text: number): readonly MarkedLane[] {
    let lanes = this.known.get(text)
    if (lanes === undefined) {
      lanes = parseLanes(readText(this.texts, text))
      this.known.set(text, lanes)
    }
    return lanes
  }
}
