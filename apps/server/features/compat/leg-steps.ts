import { instructionsFor, type Modifier } from '@fairway/road'
import type { Maneuver } from './maneuvers.ts'
import type { RoadStep } from './road-route.ts'

/** A step as returned. Where a via point lies in the middle of it, it is longer than any of our steps. */
export interface ToldStep {
  readonly maneuver: Maneuver
  readonly instruction: string
  readonly name: string
  readonly mode: string
  readonly drivingSide: string
  readonly meters: number
  readonly seconds: number
  /** Point indexes in the route geometry. */
  readonly range: readonly [number, number]
}

/** Where a via point is passed. */
export interface Passing {
  readonly step: number
  /** The share of that step before the via point, from 0 to 1. */
  readonly share: number
}

/** Angle limits in degrees between going straight, turning and turning back. */
const STRAIGHT = 20
const SLIGHT = 45
const SHARP = 120
const BACK = 150

/**
 * Joins the steps of several of our legs into one. Our legs end and start at every via point. There is no instruction
 * there unless the route turns back or changes to another road.
 */
export function joinSteps(legs: readonly (readonly RoadStep[])[], language: string) {
  const steps: ToldStep[] = []
  const passed: { readonly step: number; readonly meters: number }[] = []
  for (const [index, leg] of legs.entries()) {
    const driven = leg.filter(({ maneuver }) => maneuver.type !== 'arrive').map(toTold)
    const [start] = leg
    const end = legs[index - 1]?.at(-1)
    const before = steps.pop()
    const first = driven.shift()
    if (before && first && start && end) {
      const joined = joinAt(before, first, turnAt(end, start, language))
      steps.push(...joined)
      const isApart = joined.length > 1 || before.meters === 0
      passed.push({ step: steps.length - 1, meters: isApart ? 0 : before.meters })
    } else steps.push(...[before, first].filter((step) => step !== undefined))
    steps.push(...driven)
  }
  const passings = passed.map(({ step, meters }): Passing => {
    const whole = steps[step]?.meters ?? 0
    return { step, share: whole > 0 ? meters / whole : 0 }
  })
  return { steps, passings }
}

function toTold(step: RoadStep): ToldStep {
  const { maneuver, instruction, name, mode, driving_side, distance_m, duration_s, geometry_range } = step
  return {
    maneuver,
    instruction,
    name,
    mode,
    drivingSide: driving_side,
    meters: distance_m,
    seconds: duration_s,
    range: geometry_range,
  }
}

function joinAt(before: ToldStep, after: ToldStep, turn: Turn | undefined): ToldStep[] {
  // A via point at the start of the trip: the vehicle has not moved yet.
  if (before.meters === 0) return [{ ...after, range: [before.range[0], after.range[1]] }]
  if (turn) return [before, { ...after, ...turn }]
  const range = [before.range[0], after.range[1]] as const
  return [{ ...before, range, meters: before.meters + after.meters, seconds: before.seconds + after.seconds }]
}

type Turn = Pick<ToldStep, 'maneuver' | 'instruction'>

/** The maneuver between the end of a leg and the start of the next; undefined when the vehicle drives on. */
function turnAt(end: RoadStep, start: RoadStep, language: string): Turn | undefined {
  const angle = ((start.maneuver.bearing_after - end.maneuver.bearing_before + 540) % 360) - 180
  const isBack = Math.abs(angle) >= BACK
  const isSameRoad = end.name === start.name && (end.ref ?? '') === (start.ref ?? '')
  if (!isBack && isSameRoad) return undefined
  const modifier = isBack ? 'uturn' : modifierOf(angle)
  const type = isBack ? 'continue' : modifier === 'straight' ? 'new name' : 'turn'
  const instruction = instructionsFor(language)?.write({
    type,
    modifier,
    exit: 0,
    name: start.name,
    ref: start.ref ?? '',
    isMotorway: false,
    rotaryName: '',
    destinations: '',
    exits: '',
    lanes: [],
    mode: 'driving',
    bearingAfter: start.maneuver.bearing_after,
    leftHandTraffic: start.driving_side === 'left',
    legIndex: 0,
    legCount: 1,
  })
  return { maneuver: { type, modifier }, instruction: instruction ?? start.instruction }
}

function modifierOf(angle: number): Modifier {
  const size = Math.abs(angle)
  if (size < STRAIGHT) return 'straight'
  const side = angle < 0 ? 'left' : 'right'
  return size < SLIGHT ? `slight ${side}` : size > SHARP ? `sharp ${side}` : side
}
