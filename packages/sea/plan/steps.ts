import type { Position } from '@fairway/geo'
import type { Passage } from '../passages/passage.ts'
import { cumulativeMiles, findNearestPoint, sliceLine } from '../route/cut-line.ts'
import { listSeas } from '../seas/name-seas.ts'
import { sumHours, type Timetable } from './timetable.ts'
import type { NamedSection } from './trace-passages.ts'

type StepKind = 'sea' | 'passage' | 'river'

/** A step of the voyage as shown to users, such as "Through the Strait of Gibraltar, 30 nm". */
export interface Step {
  readonly kind: StepKind
  readonly name: string
  /** ID of the passage. Set only for passages. */
  readonly id?: string
  readonly nm: number
  readonly hours: number
  readonly text: string
  /** Index of the line point at which the step begins. */
  readonly startPoint: number
}

/** A named section that begins at a given mile of the line and extends to the next section. */
export interface StepStart {
  readonly kind: StepKind
  readonly name: string
  readonly id?: string
  readonly startNm: number
  readonly instruction: string
}

/** Minimum length of a separate step between two passages, in nautical miles. */
const MIN_STEP_NM = 0.5

export interface StepSource {
  /** Line with a point at the beginning of each section. */
  readonly line: readonly Position[]
  readonly stepStarts: readonly StepStart[]
  readonly timetable: Timetable
  /** Length and number of points of the route before this line. */
  readonly startNm: number
  readonly startPoint: number
}

/** Builds the steps along a line. Their miles and hours add up to the totals of the line. */
export function buildSteps({ line, stepStarts, timetable, startNm, startPoint }: StepSource): Step[] {
  const milesAt = cumulativeMiles(line)
  const starts = stepStarts.map((beginning) => findNearestPoint(milesAt, beginning.startNm))
  return stepStarts.map(({ kind, name, id, instruction }, index): Step => {
    const start = milesAt[starts[index]]
    const endNm = milesAt[starts[index + 1] ?? milesAt.length - 1]
    const hours = sumHours(timetable.between(startNm + start, startNm + endNm))
    const fullInstruction = `${instruction}, ${formatMiles(endNm - start)}`
    const step = { kind, name, nm: endNm - start, hours, text: fullInstruction, startPoint: startPoint + starts[index] }
    return id === undefined ? step : { ...step, id }
  })
}

/**
 * Finds the named sections of a line and the mile at which each section begins. The miles of `parts` are counted from
 * the start of the line.
 */
export function findStepStarts(line: readonly Position[], parts: readonly NamedSection[]): readonly StepStart[] {
  const starts: StepStart[] = []
  const milesAt = cumulativeMiles(line)
  const totalNm = milesAt[milesAt.length - 1]
  let fromNm = 0
  const addSeas = (endNm: number) => {
    const isOnlySection = parts.length === 0
    if (endNm - fromNm < MIN_STEP_NM && !isOnlySection) return
    let start = fromNm
    for (const { name, nm } of listSeas(sliceLine(line, milesAt, fromNm, endNm))) {
      starts.push({ kind: 'sea', name, startNm: start, instruction: `Across ${addArticle(name)}` })
      start += nm
    }
  }
  for (const part of parts) {
    addSeas(part.startNm)
    starts.push(toStepStart(part))
    fromNm = part.endNm
  }
  addSeas(totalNm)
  // The first and last sections extend to the ends. A gap between two sections belongs to the first section.
  return mergeSameNames(starts).map((beginning, index) => (index === 0 ? { ...beginning, startNm: 0 } : beginning))
}

/**
 * Merges adjacent sections with the same name. The gate of a strait is a line, and the waters before and after it often
 * have the same name.
 */
function mergeSameNames(starts: readonly StepStart[]): StepStart[] {
  const mergedStarts: StepStart[] = []
  for (const next of starts) {
    const previousStart = mergedStarts[mergedStarts.length - 1]
    if (previousStart?.name !== next.name) mergedStarts.push(next)
    else if (previousStart.kind === 'sea')
      mergedStarts[mergedStarts.length - 1] = { ...next, startNm: previousStart.startNm }
  }
  return mergedStarts
}

function addArticle(name: string): string {
  return name.startsWith('Lake ') ? name : `the ${name}`
}

function toStepStart({ passageUse, channel, startNm }: NamedSection): StepStart {
  if (!passageUse) {
    const name = channel?.name ?? ''
    return { kind: 'river', name, startNm, instruction: `Along the waterway of ${name}` }
  }
  const { id, name } = passageUse.passage
  return { kind: 'passage', id, name, startNm, instruction: `${choosePreposition(passageUse.passage)} ${name}` }
}

function choosePreposition({ kind, name }: Passage): string {
  if (kind === 'cape') return 'Around'
  return /^(The |Bab )/.test(name) ? 'Through' : 'Through the'
}

function formatMiles(nm: number): string {
  return `${nm < 10 ? nm.toFixed(1) : Math.round(nm).toLocaleString('en')} nm`
}
