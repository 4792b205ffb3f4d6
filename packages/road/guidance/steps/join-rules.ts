import { Direction, deflectionBetween, isLeftward, isRightward } from '../angles.ts'
import { isOfCircle, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { type GuidanceSource, hasSameName, isWaypoint, type Stretch } from './stretch.ts'

/**
 * Conditions for merging two maneuvers. `before` is the stretch before the first maneuver, `entering` starts at the
 * first and lies between them, `leaving` starts at the second. Checks that reject most pairs come first; checks that
 * read other memory come last.
 */

/** Stretches up to this length are part of the junction, not a road between two junctions. */
export const JUNCTION_METERS = 30
/** Stretches up to this length are not perceptible. */
export const AT_ONCE_METERS = 0.25 * JUNCTION_METERS

const is = (stretch: Stretch, kind: TurnKind): boolean => stretch.kind === kind
const isStraight = (stretch: Stretch): boolean => stretch.direction === Direction.straight
export const isOnlyChoice = (stretch: Stretch): boolean => (stretch.traits & TurnTrait.onlyChoice) !== 0
const isTurnOrContinue = (stretch: Stretch): boolean => is(stretch, TurnKind.turn) || is(stretch, TurnKind.continue)
const isSpoken = (stretch: Stretch): boolean => stretch.kind !== TurnKind.none && stretch.kind !== TurnKind.silent
const isShort = (stretch: Stretch): boolean => stretch.meters <= JUNCTION_METERS && !stretch.crossed

/** Not a real turn, but it was announced. */
export const isNameChange = (stretch: Stretch): boolean =>
  is(stretch, TurnKind.newName) || (isTurnOrContinue(stretch) && isStraight(stretch))

/** A U-turn is a separate maneuver, unless the other one is only a name change. */
function mixesUturn(first: Stretch, second: Stretch): boolean {
  const uturnFirst = first.direction === Direction.uturn
  const uturnSecond = second.direction === Direction.uturn
  if (!uturnFirst && !uturnSecond) return false
  return !(is(first, TurnKind.newName) && uturnSecond) && !(is(second, TurnKind.newName) && uturnFirst)
}

function canJoinTwo(first: Stretch, second: Stretch): boolean {
  return (
    !isOfCircle(first.kind) &&
    !isOfCircle(second.kind) &&
    !isWaypoint(first) &&
    !isWaypoint(second) &&
    first.mode === second.mode &&
    !mixesUturn(first, second)
  )
}

function canJoinThree(first: Stretch, second: Stretch, third: Stretch): boolean {
  return (
    !isOfCircle(first.kind) &&
    !isOfCircle(second.kind) &&
    !isOfCircle(third.kind) &&
    first.mode === second.mode &&
    second.mode === third.mode &&
    !(mixesUturn(first, second) && mixesUturn(second, third))
  )
}

/** Left and immediately right, or right and left: an intersection with offset sides. */
export function isStaggered(before: Stretch, entering: Stretch, leaving: Stretch): boolean {
  if (isOfCircle(entering.kind) || isOfCircle(leaving.kind)) return false
  if (entering.meters >= 3 || entering.crossed || before.mode !== entering.mode) return false
  const first = deflectionBetween(entering.bearingIn, entering.bearingOut)
  const second = deflectionBetween(leaving.bearingIn, leaving.bearingOut)
  const isCorner = (deflection: number) => Math.abs(deflection) > 45 && Math.abs(deflection) < 135
  return isCorner(first) && isCorner(second) && first > 0 !== second > 0
}

/** Around the end of a median, back along the same street. */
export function isUturn(source: GuidanceSource, before: Stretch, entering: Stretch, leaving: Stretch): boolean {
  if (!mayTurnBack(entering) || entering.crossed) return false
  if (!canJoinThree(before, entering, leaving)) return false
  if (!turnsBack(entering, leaving) || !hasSameName(source, before, leaving)) return false
  return isShort(entering) || isOnlyChoice(leaving) || isNamelessLink(source, before, entering, leaving)
}

/** By its kind, it may be the first half of a U-turn. */
export const mayTurnBack = (stretch: Stretch): boolean => isTurnOrContinue(stretch) || is(stretch, TurnKind.endOfRoad)

export function turnsBack(entering: Stretch, leaving: Stretch): boolean {
  return Math.abs(deflectionBetween(entering.bearingIn, leaving.bearingOut)) >= 145
}

function isNamelessLink(
  { network: { edges, roads } }: GuidanceSource,
  before: Stretch,
  link: Stretch,
  after: Stretch,
): boolean {
  const isNamed = ({ sign }: Stretch) => roads.name[edges.road[sign >> 1]] !== 0
  return link.meters <= 2 * JUNCTION_METERS && !isNamed(link) && isNamed(before) && isNamed(after)
}

/** The name changes briefly, on a bridge or square, and then reverts. */
export function isPassingName(source: GuidanceSource, before: Stretch, entering: Stretch, leaving: Stretch): boolean {
  if (!changesName(entering)) return false
  const { road } = source.network.edges
  const losesName = is(leaving, TurnKind.silent) && !source.names.isSigned(road[leaving.sign >> 1])
  if (!(changesName(leaving) || losesName) || !canJoinThree(before, entering, leaving)) return false
  const { name, ref } = source.network.roads
  const [roadBefore, roadAfter] = [road[before.sign >> 1], road[leaving.sign >> 1]]
  if (name[roadBefore] === name[roadAfter] && ref[roadBefore] === ref[roadAfter]) return true
  return hasSameName(source, before, leaving)
}

/** Its instruction is, or would be, due to the name. */
export const changesName = (stretch: Stretch): boolean =>
  is(stretch, TurnKind.newName) || (is(stretch, TurnKind.turn) && isStraight(stretch))

/** The name changes just before a turn. Only the turn counts. */
export function isNameChangeBeforeTurn(before: Stretch, entering: Stretch, leaving: Stretch): boolean {
  return isNameChange(entering) && isShort(entering) && isSpoken(leaving) && canJoinThree(before, entering, leaving)
}

/** The road already bends toward the side of the next turn. */
export function isLeanBeforeTurn(entering: Stretch, leaving: Stretch): boolean {
  return (
    is(entering, TurnKind.silent) &&
    !isStraight(entering) &&
    isShort(entering) &&
    !isOnlyChoice(entering) &&
    isSpoken(leaving) &&
    isSameSide(entering, leaving) &&
    canJoinTwo(entering, leaving)
  )
}

/** The turn has two halves with a crossing road between them. */
export function isTurnInTwoHalves(entering: Stretch, middle: Stretch, leaving: Stretch): boolean {
  if (!is(middle, TurnKind.silent) || !isStraight(middle) || !isTurnOrContinue(entering)) return false
  if (!isTurnOrContinue(leaving) && !is(leaving, TurnKind.onRamp)) return false
  const shorter = Math.min(entering.meters, middle.meters)
  const longer = Math.max(entering.meters, middle.meters)
  if (longer >= 0.8 * JUNCTION_METERS || !(longer < 5 || shorter / longer > 0.75)) return false
  if (!canJoinThree(entering, middle, leaving)) return false
  return Math.abs(deflectionBetween(entering.bearingIn, leaving.bearingOut)) < 140
}

/** After a turn the road only gets the name of the street turned into. */
export function isNameChangeAfterTurn(entering: Stretch, leaving: Stretch): boolean {
  if (!isNameChange(leaving) || !isSpoken(entering) || !canJoinTwo(entering, leaving)) return false
  if (isShort(entering)) return true
  const plain = isStraight(leaving) || isOnlyChoice(leaving)
  return is(leaving, TurnKind.newName) && plain && entering.meters <= 1.5 * JUNCTION_METERS
}

/** After a turn the road continues to bend to the same side. */
export function isLeanAfterTurn(entering: Stretch, leaving: Stretch): boolean {
  return (
    is(leaving, TurnKind.silent) &&
    !isStraight(leaving) &&
    isSpoken(entering) &&
    isShort(entering) &&
    isSameSide(entering, leaving) &&
    canJoinTwo(entering, leaving)
  )
}

export function isNameChangeAtOnce(entering: Stretch, leaving: Stretch): boolean {
  return (
    is(entering, TurnKind.silent) &&
    is(leaving, TurnKind.newName) &&
    entering.meters < AT_ONCE_METERS &&
    canJoinTwo(entering, leaving)
  )
}

/** After the turn there is only one branch. */
export function isForcedAfterTurn(entering: Stretch, leaving: Stretch): boolean {
  return (
    isOnlyChoice(leaving) &&
    !is(leaving, TurnKind.silent) &&
    !isStraight(entering) &&
    isShort(entering) &&
    canJoinTwo(entering, leaving)
  )
}

export function isForcedAfterStraight(entering: Stretch, leaving: Stretch): boolean {
  return (
    isOnlyChoice(leaving) &&
    isTurnOrContinue(entering) &&
    isStraight(entering) &&
    entering.meters <= 2 * JUNCTION_METERS &&
    !entering.crossed &&
    canJoinTwo(entering, leaving)
  )
}

/** Two consecutive junctions without a choice. */
export function isForcedTwice(entering: Stretch, leaving: Stretch): boolean {
  return (
    entering.junctions === 2 &&
    isOnlyChoice(leaving) &&
    entering.lastOnlyChoice &&
    entering.meters < 1.5 * JUNCTION_METERS &&
    canJoinTwo(entering, leaving)
  )
}

function isSameSide(a: Stretch, b: Stretch): boolean {
  const left = (stretch: Stretch) => isStraight(stretch) || isLeftward(stretch.direction)
  const right = (stretch: Stretch) => isStraight(stretch) || isRightward(stretch.direction)
  return (left(a) && left(b)) || (right(a) && right(b))
}
