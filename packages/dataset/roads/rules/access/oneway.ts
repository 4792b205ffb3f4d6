import type { TimedRule } from '../rules.ts'
import { type DirectedKey, type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { type Availability, alwaysOpen, neverOpen, toAvailability } from './availability.ts'
import { parseConditional } from './conditional.ts'

/** Permitted traffic directions and their times. */
export interface Oneway {
  readonly forward: Availability
  readonly backward: Availability
  /** Directions alternate every few minutes at signals: both are drivable, with a wait. */
  readonly alternating: boolean
}

type Flow = 'both' | 'forward' | 'backward' | 'neither'

const flows = new Map<string, Flow>([
  ['yes', 'forward'],
  ['true', 'forward'],
  ['1', 'forward'],
  ['forward', 'forward'],
  ['-1', 'backward'],
  ['reverse', 'backward'],
  ['backward', 'backward'],
  ['no', 'both'],
  ['false', 'both'],
  ['0', 'both'],
  // The direction changes a few times a day, and without a timetable the current one is unknown.
  ['reversible', 'neither'],
])

const names = ['oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway']
const keys = names.map((name) => directedKey(name))
const conditionalKeys = names.map((name) => directedKey(name, ':conditional'))

const twoWay: Oneway = { forward: alwaysOpen, backward: alwaysOpen, alternating: false }
const forwardOnly: Oneway = { forward: alwaysOpen, backward: neverOpen, alternating: false }
const backwardOnly: Oneway = { forward: neverOpen, backward: alwaysOpen, alternating: false }

export function readOneway(tags: WayTags): Oneway {
  const value = findFirst(tags, keys)
  const flow = (value === undefined ? undefined : flows.get(value)) ?? impliedFlow(tags)
  const timetable = findFirst(tags, conditionalKeys)
  const alternating = value === 'alternating'
  if (timetable !== undefined || alternating) return withTimetable(flow, timetable ?? '', alternating)
  if (flow === 'both') return twoWay
  if (flow === 'forward') return forwardOnly
  return flow === 'backward' ? backwardOnly : { forward: neverOpen, backward: neverOpen, alternating }
}

/** motorway_link implies nothing, because many links are two-way at the junction. */
function impliedFlow(tags: WayTags): Flow {
  const junction = tags.get('junction')
  if (junction === 'roundabout' || junction === 'circular') return 'forward'
  return tags.get('highway') === 'motorway' ? 'forward' : 'both'
}

function withTimetable(plain: Flow, timetable: string, alternating: boolean): Oneway {
  let flow = plain
  const timed: { when: string; flow: Flow }[] = []
  for (const { value, condition } of parseConditional(timetable)) {
    const conditional = flows.get(value)
    if (conditional === undefined) continue
    if (condition.kind === 'always') flow = conditional
    else if (condition.kind === 'time') timed.push({ when: condition.when, flow: conditional })
  }
  const toRules = (direction: Direction): TimedRule[] =>
    timed.map((rule) => ({ when: rule.when, opens: isAlong(rule.flow, direction) }))
  return {
    forward: toAvailability(!isAlong(flow, 'forward'), toRules('forward')),
    backward: toAvailability(!isAlong(flow, 'backward'), toRules('backward')),
    alternating,
  }
}

function isAlong(flow: Flow, direction: Direction): boolean {
  return flow === 'both' || flow === direction
}

function findFirst(tags: WayTags, candidates: readonly DirectedKey[]): string | undefined {
  for (const key of candidates) {
    const value = tags.common(key)
    if (value !== undefined) return value
  }
  return undefined
}
