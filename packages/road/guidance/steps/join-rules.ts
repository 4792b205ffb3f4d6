import { Direction, deflectionBetween, isLeftward, isRightward } from '../angles.ts'
import { isRoundaboutKind, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { type DraftStep, type GuidanceSource, hasSameName, isWaypoint } from './draft-step.ts'

/**
 * These conditions determine whether two maneuvers can be merged. The stretch `previousStep` ends at the first
 * maneuver, `enteringStep` lies between the two maneuvers, and `leavingStep` starts at the second. Checks that reject
 * most pairs come first, and checks that read other memory come last.
 */

/**
 * Maximum length, in meters, of a stretch that is part of a junction. A longer stretch is a road between two junctions.
 */
export const MAX_JUNCTION_METERS = 30
/** Length in meters below which drivers do not perceive a stretch. */
export const IMPERCEPTIBLE_METERS = 0.25 * MAX_JUNCTION_METERS

const hasKind = (draft: DraftStep, kind: TurnKind): boolean => draft.kind === kind
const isStraight = (draft: DraftStep): boolean => draft.direction === Direction.straight
export const isOnlyChoice = (draft: DraftStep): boolean => (draft.traitBits & TurnTrait.onlyChoice) !== 0
const isTurnOrContinue = (draft: DraftStep): boolean =>
  hasKind(draft, TurnKind.turn) || hasKind(draft, TurnKind.continue)
const isAnnounced = (draft: DraftStep): boolean => draft.kind !== TurnKind.none && draft.kind !== TurnKind.silent
const isWithinJunction = (draft: DraftStep): boolean => draft.meters <= MAX_JUNCTION_METERS && !draft.hasCrossings

/** Returns true if the maneuver is announced although it is not a real turn. */
export const isNameChange = (draft: DraftStep): boolean =>
  hasKind(draft, TurnKind.newName) || (isTurnOrContinue(draft) && isStraight(draft))

/**
 * Returns true if one maneuver is a U-turn and the other is more than a name change. A U-turn is then a separate
 * maneuver.
 */
function mixesUturnWithTurn(first: DraftStep, second: DraftStep): boolean {
  const uturnFirst = first.direction === Direction.uturn
  const uturnSecond = second.direction === Direction.uturn
  if (!uturnFirst && !uturnSecond) return false
  return !(hasKind(first, TurnKind.newName) && uturnSecond) && !(hasKind(second, TurnKind.newName) && uturnFirst)
}

function canJoinTwo(first: DraftStep, second: DraftStep): boolean {
  return (
    !isRoundaboutKind(first.kind) &&
    !isRoundaboutKind(second.kind) &&
    !isWaypoint(first) &&
    !isWaypoint(second) &&
    first.mode === second.mode &&
    !mixesUturnWithTurn(first, second)
  )
}

function canJoinThree(first: DraftStep, second: DraftStep, third: DraftStep): boolean {
  return (
    !isRoundaboutKind(first.kind) &&
    !isRoundaboutKind(second.kind) &&
    !isRoundaboutKind(third.kind) &&
    first.mode === second.mode &&
    second.mode === third.mode &&
    !(mixesUturnWithTurn(first, second) && mixesUturnWithTurn(second, third))
  )
}

/** Returns true for a left turn directly before a right turn at a staggered intersection, or the reverse. */
export function isStaggered(previousStep: DraftStep, enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  if (isRoundaboutKind(enteringStep.kind) || isRoundaboutKind(leavingStep.kind)) return false
  if (enteringStep.meters >= 3 || enteringStep.hasCrossings || previousStep.mode !== enteringStep.mode) return false
  const first = deflectionBetween(enteringStep.bearingIn, enteringStep.bearingOut)
  const second = deflectionBetween(leavingStep.bearingIn, leavingStep.bearingOut)
  const isCorner = (deflection: number) => Math.abs(deflection) > 45 && Math.abs(deflection) < 135
  return isCorner(first) && isCorner(second) && first > 0 !== second > 0
}

/** Returns true if the route leads around the end of a median and back along the same street. */
export function isUturn(
  source: GuidanceSource,
  previousStep: DraftStep,
  enteringStep: DraftStep,
  leavingStep: DraftStep,
): boolean {
  if (!canStartUturn(enteringStep) || enteringStep.hasCrossings) return false
  if (!canJoinThree(previousStep, enteringStep, leavingStep)) return false
  if (!formsUturn(enteringStep, leavingStep) || !hasSameName(source, previousStep, leavingStep)) return false
  return (
    isWithinJunction(enteringStep) ||
    isOnlyChoice(leavingStep) ||
    isNamelessLink(source, previousStep, enteringStep, leavingStep)
  )
}

/** Returns true if a maneuver of this kind may be the first half of a U-turn. */
export const canStartUturn = (draft: DraftStep): boolean =>
  isTurnOrContinue(draft) || hasKind(draft, TurnKind.endOfRoad)

export function formsUturn(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  return Math.abs(deflectionBetween(enteringStep.bearingIn, leavingStep.bearingOut)) >= 145
}

function isNamelessLink(
  { network: { edges, roads } }: GuidanceSource,
  previousStep: DraftStep,
  link: DraftStep,
  nextStep: DraftStep,
): boolean {
  const isNamed = ({ nameSide }: DraftStep) => roads.name[edges.road[nameSide >> 1]] !== 0
  return link.meters <= 2 * MAX_JUNCTION_METERS && !isNamed(link) && isNamed(previousStep) && isNamed(nextStep)
}

/** Returns true if the name changes briefly, for example on a bridge or square, and then reverts. */
export function isTemporaryName(
  source: GuidanceSource,
  previousStep: DraftStep,
  enteringStep: DraftStep,
  leavingStep: DraftStep,
): boolean {
  if (!isNameAnnouncement(enteringStep)) return false
  const { road } = source.network.edges
  const losesName = hasKind(leavingStep, TurnKind.silent) && !source.names.hasNameOrRef(road[leavingStep.nameSide >> 1])
  if (!(isNameAnnouncement(leavingStep) || losesName) || !canJoinThree(previousStep, enteringStep, leavingStep))
    return false
  const { name, ref } = source.network.roads
  const [roadBefore, roadAfter] = [road[previousStep.nameSide >> 1], road[leavingStep.nameSide >> 1]]
  if (name[roadBefore] === name[roadAfter] && ref[roadBefore] === ref[roadAfter]) return true
  return hasSameName(source, previousStep, leavingStep)
}

/** Returns true if the step has, or would have, an instruction only because of its name. */
export const isNameAnnouncement = (draft: DraftStep): boolean =>
  hasKind(draft, TurnKind.newName) || (hasKind(draft, TurnKind.turn) && isStraight(draft))

/** Returns true if the name changes just before a turn. In this case, only the turn is announced. */
export function isNameChangeBeforeTurn(
  previousStep: DraftStep,
  enteringStep: DraftStep,
  leavingStep: DraftStep,
): boolean {
  return (
    isNameChange(enteringStep) &&
    isWithinJunction(enteringStep) &&
    isAnnounced(leavingStep) &&
    canJoinThree(previousStep, enteringStep, leavingStep)
  )
}

/** Returns true if the road already bends toward the side of the next turn. */
export function isBendBeforeTurn(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  return (
    hasKind(enteringStep, TurnKind.silent) &&
    !isStraight(enteringStep) &&
    isWithinJunction(enteringStep) &&
    !isOnlyChoice(enteringStep) &&
    isAnnounced(leavingStep) &&
    turnSameSide(enteringStep, leavingStep) &&
    canJoinTwo(enteringStep, leavingStep)
  )
}

/** Returns true if the turn has two halves with a crossing road between them. */
export function isTwoPartTurn(enteringStep: DraftStep, middle: DraftStep, leavingStep: DraftStep): boolean {
  if (!hasKind(middle, TurnKind.silent) || !isStraight(middle) || !isTurnOrContinue(enteringStep)) return false
  if (!isTurnOrContinue(leavingStep) && !hasKind(leavingStep, TurnKind.onRamp)) return false
  const shorterMeters = Math.min(enteringStep.meters, middle.meters)
  const longer = Math.max(enteringStep.meters, middle.meters)
  if (longer >= 0.8 * MAX_JUNCTION_METERS || !(longer < 5 || shorterMeters / longer > 0.75)) return false
  if (!canJoinThree(enteringStep, middle, leavingStep)) return false
  return Math.abs(deflectionBetween(enteringStep.bearingIn, leavingStep.bearingOut)) < 140
}

/** Returns true if, after a turn, only the name changes, because the road gets the name of the new street. */
export function isNameChangeAfterTurn(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  if (!isNameChange(leavingStep) || !isAnnounced(enteringStep) || !canJoinTwo(enteringStep, leavingStep)) return false
  if (isWithinJunction(enteringStep)) return true
  const isStraightOrOnlyChoice = isStraight(leavingStep) || isOnlyChoice(leavingStep)
  return (
    hasKind(leavingStep, TurnKind.newName) && isStraightOrOnlyChoice && enteringStep.meters <= 1.5 * MAX_JUNCTION_METERS
  )
}

/** Returns true if the road continues to bend to the same side after a turn. */
export function isBendAfterTurn(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  return (
    hasKind(leavingStep, TurnKind.silent) &&
    !isStraight(leavingStep) &&
    isAnnounced(enteringStep) &&
    isWithinJunction(enteringStep) &&
    turnSameSide(enteringStep, leavingStep) &&
    canJoinTwo(enteringStep, leavingStep)
  )
}

export function isImmediateNameChange(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  return (
    hasKind(enteringStep, TurnKind.silent) &&
    hasKind(leavingStep, TurnKind.newName) &&
    enteringStep.meters < IMPERCEPTIBLE_METERS &&
    canJoinTwo(enteringStep, leavingStep)
  )
}

/** Returns true if there is only one open branch after the turn. */
export function isOnlyChoiceAfterTurn(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  return (
    isOnlyChoice(leavingStep) &&
    !hasKind(leavingStep, TurnKind.silent) &&
    !isStraight(enteringStep) &&
    isWithinJunction(enteringStep) &&
    canJoinTwo(enteringStep, leavingStep)
  )
}

export function isOnlyChoiceAfterStraight(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  return (
    isOnlyChoice(leavingStep) &&
    isTurnOrContinue(enteringStep) &&
    isStraight(enteringStep) &&
    enteringStep.meters <= 2 * MAX_JUNCTION_METERS &&
    !enteringStep.hasCrossings &&
    canJoinTwo(enteringStep, leavingStep)
  )
}

/** Returns true for two consecutive junctions without a choice. */
export function areBothOnlyChoices(enteringStep: DraftStep, leavingStep: DraftStep): boolean {
  return (
    enteringStep.junctionCount === 2 &&
    isOnlyChoice(leavingStep) &&
    enteringStep.endsWithOnlyChoice &&
    enteringStep.meters < 1.5 * MAX_JUNCTION_METERS &&
    canJoinTwo(enteringStep, leavingStep)
  )
}

function turnSameSide(a: DraftStep, b: DraftStep): boolean {
  const isStraightOrLeft = (draft: DraftStep) => isStraight(draft) || isLeftward(draft.direction)
  const isStraightOrRight = (draft: DraftStep) => isStraight(draft) || isRightward(draft.direction)
  return (isStraightOrLeft(a) && isStraightOrLeft(b)) || (isStraightOrRight(a) && isStraightOrRight(b))
}
