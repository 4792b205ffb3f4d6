import { Direction, deflectionBetween, toDirection } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { absorb, type DraftStep, type GuidanceSource, hasSameName } from './draft-step.ts'
import { isNameChange, MAX_JUNCTION_METERS } from './join-rules.ts'

/**
 * Rules for merging two maneuvers into one. Each function sets the maneuver of `entering`; the caller joins the
 * stretches.
 */

/** Merges `leaving` into `entering`, which takes the name of the road that `leaving` leads to. */
export function absorbWithName(entering: DraftStep, leaving: DraftStep): void {
  entering.nameSide = leaving.nameSide
  entering.rotaryNameSide = leaving.rotaryNameSide
  absorb(entering, leaving)
}

/** The total deflection of both maneuvers. */
export function totalDeflection(a: DraftStep, b: DraftStep): number {
  const [entering, leaving] = a.firstArc <= b.firstArc ? [a, b] : [b, a]
  const first = deflectionBetween(entering.bearingIn, entering.bearingOut)
  const second = deflectionBetween(leaving.bearingIn, leaving.bearingOut)
  const total = deflectionBetween(entering.bearingIn, leaving.bearingOut)
  // Right then left adds up to no turn, but drivers perceive two. In that case the first one counts.
  if (Math.abs(total) < 20) return first
  const isSameSide = (first >= -5 && second >= -5) || (first <= 5 && second <= 5)
  return entering.meters < MAX_JUNCTION_METERS || isSameSide ? total : first
}

/** Sets the maneuver of `at` when `other`, directly before or after it, is part of it. */
export function joinManeuvers(
  source: GuidanceSource,
  before: DraftStep,
  current: DraftStep,
  neighbor: DraftStep,
): void {
  // Forks and merges keep their own direction, regardless of the road after them.
  const keepsDirection = current.kind === TurnKind.fork || current.kind === TurnKind.merge
  const direction = keepsDirection ? current.direction : toDirection(totalDeflection(current, neighbor))
  current.kind = chooseJoinedKind(current, neighbor, direction, hasSameName(source, before, neighbor))
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
  before: DraftStep,
  entering: DraftStep,
  leaving: DraftStep,
): void {
  entering.direction = Direction.straight
  entering.kind = hasSameName(source, before, leaving) ? TurnKind.silent : TurnKind.newName
  absorbWithName(entering, leaving)
}

export function joinUturn(entering: DraftStep, leaving: DraftStep): void {
  entering.kind = TurnKind.continue
  entering.direction = Direction.uturn
  absorbWithName(entering, leaving)
}
