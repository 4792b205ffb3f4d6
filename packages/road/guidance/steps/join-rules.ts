import { Direction, deflectionBetween, isLeftward, isRightward } from '../angles.ts'
import { isRoundaboutKind, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { type DraftStep, type GuidanceSource, hasSameName, isWaypoint } from './draft-step.ts'

/**
 * These conditions determine whether two maneuvers can be merged. The stretch `before` ends at the first maneuver,
 * `entering` lies between the two maneuvers, and `leaving` starts at the second. Checks that reject most pairs come
 * first, and checks that read other memory come last.
 */

/**
 * Maximum length of a stretch that is part of a junction, in meters. A longer stretch is a road between two junctions.
 */
export const MAX_JUNCTION_METERS = 30
/** Maximum length of a stretch that drivers do not perceive, in meters. */
export const IMPERCEPTIBLE_METERS = 0.25 * MAX_JUNCTION_METERS

const hasKind = (draft: DraftStep, kind: TurnKind): boolean => draft.kind === kind
const isStraight = (draft: DraftStep): boolean => draft.direction === Direction.straight
export const isOnlyChoice = (draft: DraftStep): boolean => (draft.traits & TurnTrait.onlyChoice) !== 0
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
export function isStaggered(before: DraftStep, entering: DraftStep, leaving: DraftStep): boolean {
  if (isRoundaboutKind(entering.kind) || isRoundaboutKind(leaving.kind)) return false
  if (entering.meters >= 3 || entering.hasCrossings || before.mode !== entering.mode) return false
  const first = deflectionBetween(entering.bearingIn, entering.bearingOut)
  const second = deflectionBetween(leaving.bearingIn, leaving.bearingOut)
  const isCorner = (deflection: number) => Math.abs(deflection) > 45 && Math.abs(deflection) < 135
  return isCorner(first) && isCorner(second) && first > 0 !== second > 0
}

/** Returns true if the route leads around the end of a median and back along the same street. */
export function isUturn(source: GuidanceSource, before: DraftStep, entering: DraftStep, leaving: DraftStep): boolean {
  if (!canStartUturn(entering) || entering.hasCrossings) return false
  if (!canJoinThree(before, entering, leaving)) return false
  if (!formsUturn(entering, leaving) || !hasSameName(source, before, leaving)) return false
  return isWithinJunction(entering) || isOnlyChoice(leaving) || isNamelessLink(source, before, entering, leaving)
}

/** Returns true if a maneuver of this kind may be the first half of a U-turn. */
export const canStartUturn = (draft: DraftStep): boolean =>
  isTurnOrContinue(draft) || hasKind(draft, TurnKind.endOfRoad)

export function formsUturn(entering: DraftStep, leaving: DraftStep): boolean {
  return Math.abs(deflectionBetween(entering.bearingIn, leaving.bearingOut)) >= 145
}

function isNamelessLink(
  { network: { edges, roads } }: GuidanceSource,
  before: DraftStep,
  link: DraftStep,
  nextStep: DraftStep,
): boolean {
  const isNamed = ({ nameSide }: DraftStep) => roads.name[edges.road[nameSide >> 1]] !== 0
  return link.meters <= 2 * MAX_JUNCTION_METERS && !isNamed(link) && isNamed(before) && isNamed(nextStep)
}

/** Returns true if the name changes briefly, for example on a bridge or square, and then reverts. */
export function isTemporaryName(
  source: GuidanceSource,
  before: DraftStep,
  entering: DraftStep,
  leaving: DraftStep,
): boolean {
  if (!isNameAnnouncement(entering)) return false
  const { road } = source.network.edges
  const losesName = hasKind(leaving, TurnKind.silent) && !source.names.hasNameOrRef(road[leaving.nameSide >> 1])
  if (!(isNameAnnouncement(leaving) || losesName) || !canJoinThree(before, entering, leaving)) return false
  const { name, ref } = source.network.roads
  const [roadBefore, roadAfter] = [road[before.nameSide >> 1], road[leaving.nameSide >> 1]]
  if (name[roadBefore] === name[roadAfter] && ref[roadBefore] === ref[roadAfter]) return true
  return hasSameName(source, before, leaving)
}

/** Returns true if the step has, or would have, an instruction only because of its name. */
export const isNameAnnouncement = (draft: DraftStep): boolean =>
  hasKind(draft, TurnKind.newName) || (hasKind(draft, TurnKind.turn) && isStraight(draft))

/** Returns true if the name changes just before a turn. In this case, only the turn is announced. */
export function isNameChangeBeforeTurn(before: DraftStep, entering: DraftStep, leaving: DraftStep): boolean {
  return (
    isNameChange(entering) &&
    isWithinJunction(entering) &&
    isAnnounced(leaving) &&
    canJoinThree(before, entering, leaving)
  )
}

/** Returns true if the road already bends toward the side of the next turn. */
export function isBendBeforeTurn(entering: DraftStep, leaving: DraftStep): boolean {
  return (
    hasKind(entering, TurnKind.silent) &&
    !isStraight(entering) &&
    isWithinJunction(entering) &&
    !isOnlyChoice(entering) &&
    isAnnounced(leaving) &&
    turnSameSide(entering, leaving) &&
    canJoinTwo(entering, leaving)
  )
}

/** Returns true if the turn has two halves with a crossing road between them. */
export function isTwoPartTurn(entering: DraftStep, middle: DraftStep, leaving: DraftStep): boolean {
  if (!hasKind(middle, TurnKind.silent) || !isStraight(middle) || !isTurnOrContinue(entering)) return false
  if (!isTurnOrContinue(leaving) && !hasKind(leaving, TurnKind.onRamp)) return false
  const shorter = Math.min(entering.meters, middle.meters)
  const longer = Math.max(entering.meters, middle.meters)
  if (longer >= 0.8 * MAX_JUNCTION_METERS || !(longer < 5 || shorter / longer > 0.75)) return false
  if (!canJoinThree(entering, middle, leaving)) return false
  return Math.abs(deflectionBetween(entering.bearingIn, leaving.bearingOut)) < 140
}

/** Returns true if, after a turn, only the name changes, because the road gets the name of the new street. */
export function isNameChangeAfterTurn(entering: DraftStep, leaving: DraftStep): boolean {
  if (!isNameChange(leaving) || !isAnnounced(entering) || !canJoinTwo(entering, leaving)) return false
  if (isWithinJunction(entering)) return true
  const isStraightOrOnlyChoice = isStraight(leaving) || isOnlyChoice(leaving)
  return hasKind(leaving, TurnKind.newName) && isStraightOrOnlyChoice && entering.meters <= 1.5 * MAX_JUNCTION_METERS
}

/** Returns true if the road continues to bend to the same side after a turn. */
export function isBendAfterTurn(entering: DraftStep, leaving: DraftStep): boolean {
  return (
    hasKind(leaving, TurnKind.silent) &&
    !isStraight(leaving) &&
    isAnnounced(entering) &&
    isWithinJunction(entering) &&
    turnSameSide(entering, leaving) &&
    canJoinTwo(entering, leaving)
  )
}

export function isImmediateNameChange(entering: DraftStep, leaving: DraftStep): boolean {
  return (
    hasKind(entering, TurnKind.silent) &&
    hasKind(leaving, TurnKind.newName) &&
    entering.meters < IMPERCEPTIBLE_METERS &&
    canJoinTwo(entering, leaving)
  )
}

/** Returns true if there is only one open branch after the turn. */
export function isOnlyChoiceAfterTurn(entering: DraftStep, leaving: DraftStep): boolean {
  return (
    isOnlyChoice(leaving) &&
    !hasKind(leaving, TurnKind.silent) &&
    !isStraight(entering) &&
    isWithinJunction(entering) &&
    canJoinTwo(entering, leaving)
  )
}

export function isOnlyChoiceAfterStraight(entering: DraftStep, leaving: DraftStep): boolean {
  return (
    isOnlyChoice(leaving) &&
    isTurnOrContinue(entering) &&
    isStraight(entering) &&
    entering.meters <= 2 * MAX_JUNCTION_METERS &&
    !entering.hasCrossings &&
    canJoinTwo(entering, leaving)
  )
}

/** Returns true for two consecutive junctions without a choice. */
export function areBothOnlyChoices(entering: DraftStep, leaving: DraftStep): boolean {
  return (
    entering.junctionCount === 2 &&
    isOnlyChoice(leaving) &&
    entering.endsWithOnlyChoice &&
    entering.meters < 1.5 * MAX_JUNCTION_METERS &&
    canJoinTwo(entering, leaving)
  )
}

function turnSameSide(a: DraftStep, b: DraftStep): boolean {
  const isStraightOrLeft = (draft: DraftStep) => isStraight(draft) || isLeftward(draft.direction)
  const isStraightOrRight = (draft: DraftStep) => isStraight(draft) || isRightward(draft.direction)
  return (isStraightOrLeft(a) && isStraightOrLeft(b)) || (isStraightOrRight(a) && isStraightOrRight(b))
}
