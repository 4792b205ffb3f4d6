import { Direction, deflectionBetween, toDirection } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { absorbStep, type DraftStep, type GuidanceSource, hasSameName } from './draft-step.ts'
import { isNameChange, MAX_JUNCTION_METERS } from './join-rules.ts'

/**
 * These rules merge two maneuvers into one. Each function sets the maneuver of `enteringStep`, and the caller joins the
 * stretches.
 */

/** Merges `leavingStep` into `enteringStep`, which gets the name of the road that `leavingStep` leads to. */
export function absorbWithName(enteringStep: DraftStep, leavingStep: DraftStep): void {
  enteringStep.nameSide = leavingStep.nameSide
  enteringStep.rotaryNameSide = leavingStep.rotaryNameSide
  absorbStep(enteringStep, leavingStep)
}

/**
 * Maximum deflection of a joined turn with a computed side. A larger deflection keeps its side, because a deflection of
 * 180 degrees has no side.
 */
const MAX_SIDED_DEGREES = 179
/** Minimum angle of a turn that must not be announced as a turn to the other side. */
const MIN_SIDED_DEGREES = 25

/**
 * Returns the deflection from the road before `enteringStep` to the road after `leavingStep`, on the side of the two
 * turns.
 */
export function deflectionAcross(enteringStep: DraftStep, leavingStep: DraftStep): number {
  const total = deflectionBetween(enteringStep.bearingIn, leavingStep.bearingOut)
  // A left turn of 91° and a left turn of 90° make a left turn of 181°, not a right turn of 179°.
  const excess = deflectionOf(enteringStep) + deflectionOf(leavingStep) - total
  if (Math.abs(excess) <= 180) return total
  return excess > 0 ? MAX_SIDED_DEGREES : -MAX_SIDED_DEGREES
}

/** Returns the deflection at the start of a step. */
export const deflectionOf = ({ bearingIn, bearingOut }: DraftStep): number => deflectionBetween(bearingIn, bearingOut)

/**
 * Returns the deflection to announce at `current` for the two maneuvers. `neighbor` is directly before or after
 * `current`.
 */
export function totalDeflection(current: DraftStep, neighbor: DraftStep): number {
  const [enteringStep, leavingStep] = current.firstArc <= neighbor.firstArc ? [current, neighbor] : [neighbor, current]
  const first = deflectionOf(enteringStep)
  const second = deflectionOf(leavingStep)
  const total = deflectionAcross(enteringStep, leavingStep)
  const currentDeflection = current === enteringStep ? first : second
  // A right turn and a left turn may cancel out, but drivers perceive two turns. Only the turn at the position of the
  // announcement is announced.
  if (Math.abs(total) < 20) return currentDeflection
  if (Math.abs(currentDeflection) >= MIN_SIDED_DEGREES && total > 0 !== currentDeflection > 0) return currentDeflection
  const isSameSide = (first >= -5 && second >= -5) || (first <= 5 && second <= 5)
  return enteringStep.meters < MAX_JUNCTION_METERS || isSameSide ? total : currentDeflection
}

/** Sets the maneuver of `current` if `neighbor`, which is directly before or after it, is part of the same maneuver. */
export function joinManeuvers(
  source: GuidanceSource,
  previousStep: DraftStep,
  current: DraftStep,
  neighbor: DraftStep,
): void {
  // Forks and merges keep their own direction, regardless of the road after them.
  const keepsDirection = current.kind === TurnKind.fork || current.kind === TurnKind.merge
  const direction = keepsDirection ? current.direction : toDirection(totalDeflection(current, neighbor))
  current.kind = chooseJoinedKind(current, neighbor, direction, hasSameName(source, previousStep, neighbor))
  current.direction = direction
}

function chooseJoinedKind(current: DraftStep, neighbor: DraftStep, direction: Direction, keepsName: boolean): TurnKind {
  const { kind } = current
  if (isNameChange(neighbor) || isNameChange(current) || kind === TurnKind.silent) {
    if (kind === TurnKind.silent) {
      if (direction === Direction.straight) return TurnKind.newName
      return keepsName ? TurnKind.continue : TurnKind.turn
    }
    if (kind === TurnKind.newName && neighbor.kind === TurnKind.silent && direction !== Direction.straight)
      return TurnKind.turn
    if (kind === TurnKind.continue && !keepsName) return TurnKind.turn
    if (kind === TurnKind.turn && neighbor.kind !== TurnKind.silent && keepsName) return TurnKind.continue
    return kind
  }
  if (neighbor.kind === TurnKind.onRamp) return TurnKind.onRamp
  if (kind === TurnKind.turn && neighbor.kind === TurnKind.turn && keepsName) return TurnKind.continue
  if (kind === TurnKind.continue && neighbor.kind === TurnKind.turn && !keepsName) return TurnKind.turn
  return kind
}

export function joinStaggered(
  source: GuidanceSource,
  previousStep: DraftStep,
  enteringStep: DraftStep,
  leavingStep: DraftStep,
): void {
  enteringStep.direction = Direction.straight
  enteringStep.kind = hasSameName(source, previousStep, leavingStep) ? TurnKind.silent : TurnKind.newName
  absorbWithName(enteringStep, leavingStep)
}

export function joinUturn(enteringStep: DraftStep, leavingStep: DraftStep): void {
  enteringStep.kind = TurnKind.continue
  enteringStep.direction = Direction.uturn
  absorbWithName(enteringStep, leavingStep)
}
