import { findInstructionWriter, type ManeuverModifier } from '@fairway/road'
import type { Maneuver } from './maneuvers.ts'
import type { RoadStep } from './road-route.ts'

/** Step of the reply. A step that contains a via point consists of multiple Fairway steps. */
export interface DirectionsStep {
  readonly maneuver: Maneuver
  readonly instruction: string
  readonly name: string
  readonly mode: string
  readonly drivingSide: string
  readonly meters: number
  readonly seconds: number
  /** First and last point index in the route geometry. */
  readonly range: readonly [number, number]
}

/** Position of a via point within a step. */
export interface ViaPassing {
  readonly step: number
  /** Share of the step before the via point, from 0 to 1. */
  readonly share: number
}

/**
 * Maximum angle that counts as going straight, in degrees. Larger angles are slight turns, turns, sharp turns or
 * U-turns.
 */
const STRAIGHT_MAX_DEG = 20
const SLIGHT_MAX_DEG = 45
const SHARP_MIN_DEG = 120
const U_TURN_MIN_DEG = 150

/**
 * Joins the steps of multiple Fairway legs into one leg. Fairway legs end at every via point. A via point has an
 * instruction only if the route turns back or changes to another road.
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

function joinStepsAtVia(
  previousStep: DirectionsStep,
  nextStep: DirectionsStep,
  turn: Turn | undefined,
): DirectionsStep[] {
  // The via point is at the start of the trip, where the vehicle has not moved yet.
  if (previousStep.meters === 0) return [{ ...nextStep, range: [previousStep.range[0], nextStep.range[1]] }]
  if (turn) return [previousStep, { ...nextStep, ...turn }]
  const range = [previousStep.range[0], nextStep.range[1]] as const
  return [
    {
      ...previousStep,
      range,
      meters: previousStep.meters + nextStep.meters,
      seconds: previousStep.seconds + nextStep.seconds,
    },
  ]
}

type Turn = Pick<DirectionsStep, 'maneuver' | 'instruction'>

/** Returns the maneuver between two legs, or undefined if the vehicle simply continues. */
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
  const turnSide = angle < 0 ? 'left' : 'right'
  return absoluteAngle < SLIGHT_MAX_DEG
    ? `slight ${turnSide}`
    : absoluteAngle > SHARP_MIN_DEG
      ? `sharp ${turnSide}`
      : turnSide
}

/** Converts the mode. Ferries and trains are announced like streets, because the traveler is already on board. */
function toTravelMode(mode: string): 'driving' | 'walking' | 'cycling' | 'pushing bike' {
  return mode === 'walking' || mode === 'cycling' || mode === 'pushing bike' ? mode : 'driving'
}
