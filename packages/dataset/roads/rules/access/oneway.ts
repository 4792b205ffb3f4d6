import type { TimedRule } from '../rules.ts'
import { type DirectedKey, type Direction, directedKey, type WayTags } from '../way-tags.ts'
import { type Availability, alwaysOpen, neverOpen, toAvailability } from './availability.ts'
import { parseConditional } from './conditional.ts'

/** Permitted directions of traffic and the times at which they are open. */
export interface DirectionAccess {
  readonly forward: Availability
  readonly backward: Availability
  /** Whether signals alternate the direction every few minutes, so that both directions are open after a wait. */
  readonly alternating: boolean
}

export type TrafficFlow = 'both' | 'forward' | 'backward' | 'neither'

const flowByValue = new Map<string, TrafficFlow>([
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
  // The direction changes a few times a day, so it is unknown without a timetable.
  ['reversible', 'neither'],
])

/** The `oneway` keys for one kind of traveler, most specific first. */
export interface OnewayKeys {
  readonly plain: readonly DirectedKey[]
  readonly conditional: readonly DirectedKey[]
}

export function onewayKeys(...names: readonly string[]): OnewayKeys {
  return {
    plain: names.map((name) => directedKey(name)),
    conditional: names.map((name) => directedKey(name, ':conditional')),
  }
}

const carKeys = onewayKeys('oneway:motorcar', 'oneway:motor_vehicle', 'oneway:vehicle', 'oneway')

const twoWay: DirectionAccess = { forward: alwaysOpen, backward: alwaysOpen, alternating: false }
const forwardOnly: DirectionAccess = { forward: alwaysOpen, backward: neverOpen, alternating: false }
const backwardOnly: DirectionAccess = { forward: neverOpen, backward: alwaysOpen, alternating: false }

/**
 * Reads the permitted directions. `impliedDirection` is the direction that applies without a tag, for example on a
 * roundabout.
 */
export function readOneway(
  tags: WayTags,
  keys: OnewayKeys = carKeys,
  impliedDirection = impliedFlow(tags),
): DirectionAccess {
  const value = findFirstValue(tags, keys.plain)
  const flow = (value === undefined ? undefined : flowByValue.get(value)) ?? impliedDirection
  const timetable = findFirstValue(tags, keys.conditional)
  const isAlternating = value === 'alternating'
  if (timetable !== undefined || isAlternating) return toTimedOneway(flow, timetable ?? '', isAlternating)
  if (flow === 'both') return twoWay
  if (flow === 'forward') return forwardOnly
  return flow === 'backward' ? backwardOnly : { forward: neverOpen, backward: neverOpen, alternating: isAlternating }
}

/**
 * Returns the direction that the road type implies. `motorway_link` implies none, because many links are two-way at the
 * junction.
 */
export function impliedFlow(tags: WayTags): TrafficFlow {
  const junction = tags.get('junction')
  if (junction === 'roundabout' || junction === 'circular') return 'forward'
  return tags.get('highway') === 'motorway' ? 'forward' : 'both'
}

function toTimedOneway(baseFlow: TrafficFlow, timetable: string, alternating: boolean): DirectionAccess {
  let flow = baseFlow
  const timedFlows: { when: string; flow: TrafficFlow }[] = []
  for (const { value, condition } of parseConditional(timetable)) {
    const conditional = flowByValue.get(value)
    if (conditional === undefined) continue
    if (condition.kind === 'always') flow = conditional
    else if (condition.kind === 'time') timedFlows.push({ when: condition.when, flow: conditional })
  }
  const toRules = (direction: Direction): TimedRule[] =>
    timedFlows.map((rule) => ({ when: rule.when, opens: flowsAlong(rule.flow, direction) }))
  return {
    forward: toAvailability(!flowsAlong(flow, 'forward'), toRules('forward')),
    backward: toAvailability(!flowsAlong(flow, 'backward'), toRules('backward')),
    alternating,
  }
}

function flowsAlong(flow: TrafficFlow, direction: Direction): boolean {
  return flow === 'both' || flow === direction
}

function findFirstValue(tags: WayTags, candidates: readonly DirectedKey[]): string | undefined {
  for (const key of candidates) {
    const value = tags.findUndirected(key)
    if (value !== undefined) return value
  }
  return undefined
}
