import { Direction, deflectionBetween, toDirection } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isNameChange, JUNCTION_METERS } from './join-rules.ts'
import { absorb, type GuidanceSource, hasSameName, type Stretch } from './stretch.ts'

/**
 * Rules for merging two maneuvers into one. Each function sets the maneuver of `entering`; the caller joins the
 * stretches.
 */

/** Merges `leaving` into `entering`, which takes the name of the road that `leaving` leads to. */
export function takeUp(entering: Stretch, leaving: Stretch): void {
  entering.sign = leaving.sign
  entering.rotarySign = leaving.rotarySign
  absorb(entering, leaving)
}

/** The total deflection of both maneuvers. */
export function totalDeflection(a: Stretch, b: Stretch): number {
  const [entering, leaving] = a.firstArc <= b.firstArc ? [a, b] : [b, a]
  const first = deflectionBetween(entering.bearingIn, entering.bearingOut)
  const second = deflectionBetween(leaving.bearingIn, leaving.bearingOut)
  const total = deflectionBetween(entering.bearingIn, leaving.bearingOut)
  // Right then left adds up to no turn, but drivers perceive two. In that case the first one counts.
  if (Math.abs(total) < 20) return first
  const sameSide = (first >= -5 && second >= -5) || (first <= 5 && second <= 5)
  return entering.meters < JUNCTION_METERS || sameSide ? total : first
}

/** Sets the maneuver of `at` when `other`, directly before or after it, is part of it. */
export function joinManeuvers(source: GuidanceSource, before: Stretch, at: Stretch, other: Stretch): void {
  // Forks and merges keep their own direction, regardless of the road after them.
  const fixed = at.kind === TurnKind.fork || at.kind === TurnKind.merge
  const direction = fixed ? at.direction : toDirection(totalDeflection(at, other))
  at.kind = joinedKind(at, other, direction, hasSameName(source, before, other))
  at.direction = direction
}

function joinedKind(at: Stretch, other: Stretch, direction: Direction, sameName: boolean): TurnKind {
  const { kind } = at
  if (isNameChange(other) || isNameChange(at) || kind === TurnKind.silent) {
    if (kind === TurnKind.silent) {
      if (direction === Direction.straight) return TurnKind.newName
      return sameName ? TurnKind.continue : TurnKind.turn
    }
    if (kind === TurnKind.newName && other.kind === TurnKind.silent && direction !== Direction.straight)
      return TurnKind.turn
    if (kind === TurnKind.continue && !sameName) return TurnKind.turn
    if (kind === TurnKind.turn && other.kind !== TurnKind.silent && sameName) return TurnKind.continue
    return kind
  }
  if (other.kind === TurnKind.onRamp) return TurnKind.onRamp
  if (kind === TurnKind.turn && other.kind === TurnKind.turn && sameName) return TurnKind.continue
  if (kind === TurnKind.continue && other.kind === TurnKind.turn && !sameName) return TurnKind.turn
  return kind
}

export function joinStaggered(source: GuidanceSource, before: Stretch, entering: Stretch, leaving: Stretch): void {
  entering.direction = Direction.straight
  entering.kind = hasSameName(source, before, leaving) ? TurnKind.silent : TurnKind.newName
  takeUp(entering, leaving)
}

export function joinUturn(entering: Stretch, leaving: Stretch): void {
  entering.kind = TurnKind.continue
  entering.direction = Direction.uturn
  takeUp(entering, leaving)
}
