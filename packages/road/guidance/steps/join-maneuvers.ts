import { Direction, deflectionBetween, toDirection } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isNameChange, JUNCTION_METERS } from './join-rules.ts'
import { absorb, type GuidanceSource, hasSameName, type Stretch } from './stretch.ts'

/** How two maneuvers read as one. Each of these sets the maneuver of `entering`; the pieces are joined by the caller. */

/** Takes `leaving` up into `entering`, which from now on is called after what `leaving` leads to. */
export function takeUp(entering: Stretch, leaving: Stretch): void {
  entering.sign = leaving.sign
  entering.rotarySign = leaving.rotarySign
  absorb(entering, leaving)
}

/** How far one has turned when both are behind. */
export function totalDeflection(a: Stretch, b: Stretch): number {
  const [entering, leaving] = a.firstArc <= b.firstArc ? [a, b] : [b, a]
  const first = deflectionBetween(entering.bearingIn, entering.bearingOut)
  const second = deflectionBetween(leaving.bearingIn, leaving.bearingOut)
  const total = deflectionBetween(entering.bearingIn, leaving.bearingOut)
  // Right and left again is no turn in sum, but two in the eyes of a driver: then the first one counts.
  if (Math.abs(total) < 20) return first
  const sameSide = (first >= -5 && second >= -5) || (first <= 5 && second <= 5)
  return entering.meters < JUNCTION_METERS || sameSide ? total : first
}

/** Sets what `at` is when `other`, just before or just behind it, is part of it. */
export function joinManeuvers(source: GuidanceSource, before: Stretch, at: Stretch, other: Stretch): void {
  // Forks and merges point to a side at the place where they are, whatever the road does behind it.
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
