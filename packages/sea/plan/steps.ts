import { distanceNm, type Position } from '../geometry/sphere.ts'
import type { Passage } from '../passages/passage.ts'
import { nameSeas } from '../seas/name-seas.ts'
import type { Timetable } from './timetable.ts'
import { sumHours } from './timetable.ts'
import type { NamedPart } from './trace-passages.ts'

export type StepKind = 'sea' | 'passage' | 'river'

/** A part of the voyage as it is told: "Through the Strait of Gibraltar, 30 nm". */
export interface Step {
  readonly kind: StepKind
  readonly name: string
  /** For passages. */
  readonly id?: string
  readonly nm: number
  readonly hours: number
  readonly text: string
  /** Where it begins, as a number of a point of the line. */
  readonly startPoint: number
}

/** Something to tell from a mile on, up to where the next one begins. */
interface Beginning {
  readonly kind: StepKind
  readonly name: string
  readonly id?: string
  readonly startNm: number
  readonly words: string
}

/** Parts of less than this are not worth a step of their own between two passages. */
const LEAST_NM = 0.5

export interface StepSource {
  readonly line: readonly Position[]
  readonly parts: readonly NamedPart[]
  readonly timetable: Timetable
  /** Miles and points of the route before this line. */
  readonly startNm: number
  readonly startPoint: number
}

/** Steps along a line, with miles and hours that add up to those of the line. Parts count their miles from its start. */
export function tellSteps({ line, parts, timetable, startNm, startPoint }: StepSource): Step[] {
  const gone = [0]
  for (let at = 1; at < line.length; at++) {
    gone.push(gone[at - 1] + distanceNm(line[at - 1][0], line[at - 1][1], line[at][0], line[at][1]))
  }
  const total = gone[gone.length - 1]
  const found = findBeginnings(line, gone, parts)
  return found.map(({ kind, name, id, words, ...beginning }, at): Step => {
    // The first and the last one reach to the ends, and what lies between two that are told belongs to the first.
    const start = at === 0 ? 0 : beginning.startNm
    const end = found[at + 1]?.startNm ?? total
    const hours = sumHours(timetable.between(startNm + start, startNm + end))
    const text = `${words}, ${miles(end - start)}`
    const told = { kind, name, nm: end - start, hours, text, startPoint: startPoint + pointAt(gone, start) }
    return id === undefined ? told : { ...told, id }
  })
}

function findBeginnings(
  line: readonly Position[],
  gone: readonly number[],
  parts: readonly NamedPart[],
): readonly Beginning[] {
  const found: Beginning[] = []
  const total = gone[gone.length - 1]
  let from = 0
  const tellSeas = (end: number) => {
    const isAll = parts.length === 0
    if (end - from < LEAST_NM && !isAll) return
    let start = from
    for (const { name, nm } of nameSeas(cut(line, gone, from, end))) {
      found.push({ kind: 'sea', name, startNm: start, words: `Across ${withArticle(name)}` })
      start += nm
    }
  }
  for (const part of parts) {
    tellSeas(part.startNm)
    found.push(beginningOf(part))
    from = part.endNm
  }
  tellSeas(total)
  return joinNamesakes(found)
}

/** The gate of a strait is a line; the waters before and behind it often bear its name. */
function joinNamesakes(found: readonly Beginning[]): Beginning[] {
  const joined: Beginning[] = []
  for (const next of found) {
    const before = joined[joined.length - 1]
    if (before?.name !== next.name) joined.push(next)
    else if (before.kind === 'sea') joined[joined.length - 1] = { ...next, startNm: before.startNm }
  }
  return joined
}

function withArticle(name: string): string {
  return name.startsWith('Lake ') ? name : `the ${name}`
}

function beginningOf({ use, channel, startNm }: NamedPart): Beginning {
  if (!use) {
    const name = channel?.name ?? ''
    return { kind: 'river', name, startNm, words: `Along the waterway of ${name}` }
  }
  const { id, name } = use.passage
  return { kind: 'passage', id, name, startNm, words: `${preposition(use.passage)} ${name}` }
}

function preposition({ kind, name }: Passage): string {
  if (kind === 'cape') return 'Around'
  return /^(The |Bab )/.test(name) ? 'Through' : 'Through the'
}

function miles(nm: number): string {
  return `${nm < 10 ? nm.toFixed(1) : Math.round(nm).toLocaleString('en')} nm`
}

/** The last point that lies no farther than so many miles. */
function pointAt(gone: readonly number[], nm: number): number {
  let low = 0
  let high = gone.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (gone[middle] <= nm) low = middle
    else high = middle - 1
  }
  return low
}

function cut(line: readonly Position[], gone: readonly number[], startNm: number, endNm: number): Position[] {
  const first = pointAt(gone, startNm)
  const last = pointAt(gone, endNm)
  return [between(line, gone, first, startNm), ...line.slice(first + 1, last + 1), between(line, gone, last, endNm)]
}

function between(line: readonly Position[], gone: readonly number[], at: number, nm: number): Position {
  const next = line[at + 1]
  if (!next) return line[at]
  const share = (nm - gone[at]) / Math.max(1e-9, gone[at + 1] - gone[at])
  return [line[at][0] + (next[0] - line[at][0]) * share, line[at][1] + (next[1] - line[at][1]) * share]
}
