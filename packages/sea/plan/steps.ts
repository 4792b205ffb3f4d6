import { distanceNm, type Position } from '../geometry/sphere.ts'
import type { Passage } from '../passages/passage.ts'
import { nameSeas } from '../seas/name-seas.ts'
import type { NamedPart } from './trace-passages.ts'

export type StepKind = 'sea' | 'passage' | 'river'

/** A part of the voyage as it is told: "Through the Strait of Gibraltar, 30 nm". */
export interface Step {
  readonly kind: StepKind
  readonly name: string
  /** For passages. */
  readonly id?: string
  readonly nm: number
  readonly text: string
  /** Where it begins, as a number of a point of the line. */
  readonly startPoint: number
}

/** Parts of less than this are not worth a step of their own between two passages. */
const LEAST_NM = 0.5

/** Steps along a line, with miles that add up to its length. */
export function tellSteps(line: readonly Position[], parts: readonly NamedPart[]): Step[] {
  const gone = [0]
  for (let at = 1; at < line.length; at++) {
    gone.push(gone[at - 1] + distanceNm(line[at - 1][0], line[at - 1][1], line[at][0], line[at][1]))
  }
  const total = gone[gone.length - 1]
  const steps: Step[] = []
  let from = 0
  const tellSeas = (end: number) => {
    if (end - from < LEAST_NM) return
    let start = from
    for (const { name, nm } of nameSeas(cut(line, gone, from, end))) {
      steps.push({ kind: 'sea', name, nm, text: `Across the ${name}, ${miles(nm)}`, startPoint: pointAt(gone, start) })
      start += nm
    }
  }
  for (const part of parts) {
    tellSeas(part.startNm)
    steps.push(tellPart(part, pointAt(gone, part.startNm)))
    from = part.endNm
  }
  tellSeas(total)
  return steps
}

function tellPart({ use, channel, startNm, endNm }: NamedPart, startPoint: number): Step {
  const nm = endNm - startNm
  if (!use) {
    const name = channel?.name ?? ''
    return { kind: 'river', name, nm, text: `Along the waterway of ${name}, ${miles(nm)}`, startPoint }
  }
  const { id, name } = use.passage
  return { kind: 'passage', id, name, nm, text: `${preposition(use.passage)} ${name}, ${miles(nm)}`, startPoint }
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
