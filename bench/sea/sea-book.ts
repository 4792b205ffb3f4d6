import { readFileSync } from 'node:fs'
import type { Position } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'

/** Published distance between two ports. */
export interface BookRow {
  readonly from: string
  readonly to: string
  /** Passage as written in the book. Empty for the usual route. */
  readonly via: string
  readonly nm: number
  readonly start: Position
  readonly end: Position
}

const book = sharedPath('data/sea/pub151_port_distances.csv')

/** Reads half of the rows of NGA Pub. 151, "Distances Between Ports". */
export function readBook(): BookRow[] {
  const [, ...lines] = readFileSync(book, 'utf8').trim().split('\n')
  return lines.map((line) => {
    const cells = [...line.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const [from = '', to = '', via = '', nm, fromLon, fromLat, toLon, toLat] = cells
    return {
      from,
      to,
      via,
      nm: Number(nm),
      start: [Number(fromLat), Number(fromLon)],
      end: [Number(toLat), Number(toLon)],
    }
  })
}

/** Names in the book for passages that Fairway supports. */
const passageNames: readonly (readonly [pattern: RegExp, id: string])[] = [
  [/corinth/i, 'corinth'],
  [/the sound/i, 'oresund'],
  [/store baelt/i, 'great_belt'],
  [/crooked island/i, 'crooked_island'],
  [/windward/i, 'windward'],
  [/mona passage/i, 'mona'],
  [/osumi/i, 'osumi'],
  [/san bernardino/i, 'san_bernardino'],
  [/la perouse/i, 'la_perouse'],
  [/tsugaru/i, 'tsugaru'],
  [/yucatan/i, 'yucatan'],
  [/balintang/i, 'balintang'],
  [/unimak/i, 'unimak'],
  [/virgin passage/i, 'virgin'],
  [/canso/i, 'canso'],
  [/cabot/i, 'cabot'],
  [/formosa/i, 'taiwan'],
  [/straits? of florida|florida strait/i, 'florida'],
  [/old bahama/i, 'old_bahama'],
  [/bungo/i, 'bungo'],
  [/balabac/i, 'balabac'],
  [/belle isle/i, 'belle_isle'],
  [/shimonoseki/i, 'kanmon'],
  [/magellan/i, 'magellan'],
  [/anegada/i, 'anegada'],
  [/torres/i, 'torres'],
  [/surigao/i, 'surigao'],
  [/panama/i, 'panama'],
  [/suez/i, 'suez'],
]

/** Returns the single passage of a row, or undefined if the row names multiple or unknown passages. */
export function passageOf({ via }: BookRow): string | undefined {
  if (/ and |and[A-Z]|aleutian|,/.test(via)) return undefined
  return passageNames.find(([pattern]) => pattern.test(via))?.[1]
}
