import type { Position } from '@fairway/geo'
import type { Passage } from '../passages/passage.ts'
import { nameSeas } from '../seas/name-seas.ts'
import { milesAlong, nearestPoint, sliceLine } from './cut-line.ts'
import { sumHours, type Timetable } from './timetable.ts'
import type { NamedPart } from './trace-passages.ts'

export type StepKind = 'sea' | 'passage' | 'river'

/** A step of the voyage as shown to users: "Through the Strait of Gibraltar, 30 nm". */
export interface Step {
  readonly kind: StepKind
  readonly name: string
  /** Set for passages. */
  readonly id?: string
  readonly nm: number
  readonly hours: number
  readonly text: string
  /** Index of the line point at which it begins. */
  readonly startPoint: number
}

/** A named section that begins at a mile and lasts until the next one. */
export interface Beginning {
  readonly kind: StepKind
  readonly name: string
  readonly id?: string
  readonly startNm: number
  readonly words: string
}

/** Shorter sections between two passages get no step of their own. */
const MIN_NM = 0.5

export interface StepSource {
  /** Contains a point where each section begins. */
  readonly line: readonly Position[]
  readonly beginnings: readonly Beginning[]
  readonly timetable: Timetable
  /** Miles and points of the route before this line. */
  readonly startNm: number
  readonly startPoint: number
}

/** Steps along a line, with miles and hours that add up to those of the line. */
export function tellSteps({ line, beginnings, timetable, startNm, startPoint }: StepSource): Step[] {
  const gone = milesAlong(line)
  const starts = beginnings.map((beginning) => nearestPoint(gone, beginning.startNm))
  return beginnings.map(({ kind, name, id, words }, at): Step => {
    const start = gone[starts[at]]
    const end = gone[starts[at + 1] ?? gone.length - 1]
    const hours = sumHours(timetable.between(startNm + start, startNm + end))
    const text = `${words}, ${miles(end - start)}`
    const told = { kind, name, nm: end - start, hours, text, startPoint: startPoint + starts[at] }
    return id === undefined ? told : { ...told, id }
  })
}

/**
 * The named sections of a line and the mile at which each begins. Parts count their miles from the start of the line.
 */
export function findBeginnings(line: readonly Position[], parts: readonly NamedPart[]): readonly Beginning[] {
  const found: Beginning[] = []
  const gone = milesAlong(line)
  const total = gone[gone.length - 1]
  let from = 0
  const tellSeas = (end: number) => {
    const isAll = parts.length === 0
    if (end - from < MIN_NM && !isAll) return
    let start = from
    for (const { name, nm } of nameSeas(sliceLine(line, gone, from, end))) {
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
  // The first and last section extend to the ends. Gaps between two sections belong to the first.
  return joinNamesakes(found).map((beginning, at) => (at === 0 ? { ...beginning, startNm: 0 } : beginning))
}

/** The gate of a strait is a line. The waters before and after it often have the same name. */
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
