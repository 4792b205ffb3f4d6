import { findInstructionWriter, type ManeuverModifier } from '@fairway/road'
import type { Maneuver } from './maneuvers.ts'
import type { RoadStep } from './road-route.ts'

/** A step as returned. If a via point lies in the middle of it, the step is longer than any of our steps. */
export interface DirectionsStep {
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
export interface ViaPassing {
  readonly step: number
  /** The share of the step that lies before the via point, from 0 to 1. */
  readonly share: number
}

/** The angles in degrees that separate going straight from turning, and turning from turning back. */
const STRAIGHT_MAX_DEG = 20
const SLIGHT_MAX_DEG = 45
const SHARP_MIN_DEG = 120
const U_TURN_MIN_DEG = 150

/**
 * Joins the steps of several of our legs into one leg. Our legs end and start at every via point. There is no
 * instruction there unless the route turns back or changes to another road.
 */
export function joinLegSteps(legs: readonly (readonly RoadStep[])[], language: string) {
  const steps: DirectionsStep[] = []
  const passedVias: { readonly step: number; readonly meters: number }[] = []
  for (const [index, leg] of legs.entries()) {
    const drivenSteps = leg.filter(({ maneuver }) => maneuver.type !== 'arrive').map(toDirectionsStep)
    const [start] = leg
    const previousEnd = legs[index - 1]?.at(-1)
    const lastStep = steps.pop()
    const firstStep = drivenSteps.shift()
    if (lastStep && firstStep && start && previousEnd) {
      const joinedSteps = joinStepsAtVia(lastStep, firstStep, findTurnBetweenLegs(previousEnd, start, language))
      steps.push(...joinedSteps)
      const isSeparateStep = joinedSteps.length > 1 || lastStep.meters === 0
      passedVias.push({ step: steps.length - 1, meters: isSeparateStep ? 0 : lastStep.meters })
    } else steps.push(...[lastStep, firstStep].filter((step) => step !== undefined))
    steps.push(...drivenSteps)
  }
  const passings = passedVias.map(({ step, meters }): ViaPassing => {
    const stepMeters = steps[step]?.meters ?? 0
    return { step, share: stepMeters > 0 ? meters / stepMeters : 0 }
  })
  return { steps, passings }
}

function toDirectionsStep(step: RoadStep): DirectionsStep {
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

function joinStepsAtVia(before: DirectionsStep, after: DirectionsStep, turn: Turn | undefined): DirectionsStep[] {
  // A via point at the start of the trip: the vehicle has not moved yet.
  if (before.meters === 0) return [{ ...after, range: [before.range[0], after.range[1]] }]
  if (turn) return [before, { ...after, ...turn }]
  const range = [before.range[0], after.range[1]] as const
  return [{ ...before, range, meters: before.meters + after.meters, seconds: before.seconds + after.seconds }]
}

type Turn = Pick<DirectionsStep, 'maneuver' | 'instruction'>

/** The maneuver between the end of a leg and the start of the next; undefined when the vehicle simply continues. */
function findTurnBetweenLegs(previousStep: RoadStep, start: RoadStep, language: string): Turn | undefined {
  const angle = ((start.maneuver.bearing_after - previousStep.maneuver.bearing_before + 540) % 360) - 180
  const isUTurn = Math.abs(angle) >= U_TURN_MIN_DEG
  const isSameRoad = previousStep.name === start.name && (previousStep.ref ?? '') === (start.ref ?? '')
  if (!isUTurn && isSameRoad) return undefined
  const modifier = isUTurn ? 'uturn' : toModifier(angle)
  const type = isUTurn ? 'continue' : modifier === 'straight' ? 'new name' : 'turn'
  const mode = toTravelMode(start.mode)
  const instruction = findInstructionWriter(language)?.write({
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
    mode,
    pathKind: undefined,
    bearingAfter: start.maneuver.bearing_after,
    leftHandTraffic: start.driving_side === 'left',
    legIndex: 0,
    legCount: 1,
  })
  return { maneuver: { type, modifier }, instruction: instruction ?? start.instruction }
}

function toModifier(angle: number): ManeuverModifier {
  const absoluteAngle = Math.abs(angle)
  if (absoluteAngle < STRAIGHT_MAX_DEG) return 'straight'
  const side = angle < 0 ? 'left' : 'right'
  return absoluteAngle < SLIGHT_MAX_DEG ? `slight ${side}` : absoluteAngle > SHARP_MIN_DEG ? `sharp ${side}` : side
}

/** Ferries and trains are announced like streets here, because the traveler is on board already. */
function toTravelMode(mode: string): 'driving' | 'walking' | 'cycling' | 'pushing bike' {
  return mode === 'walking' || mode === 'cycling' || mode === 'pushing bike' ? mode : 'driving'
}
