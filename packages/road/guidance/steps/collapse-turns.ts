import { Direction, toDirection } from '../angles.ts'
import { isRoundaboutKind, TurnKind, TurnTrait } from '../maneuver-code.ts'
import {
  absorbStep,
  type DraftStep,
  type GuidanceSource,
  hasSameName,
  isAbsorbed,
  isWaypoint,
  removeAbsorbed,
} from './draft-step.ts'
import { absorbWithName, joinManeuvers, joinStaggered, joinUturn, totalDeflection } from './join-maneuvers.ts'
import {
  areBothOnlyChoices,
  canStartUturn,
  IMPERCEPTIBLE_METERS,
  isBendAfterTurn,
  isBendBeforeTurn,
  isImmediateNameChange,
  isNameAnnouncement,
  isNameChangeAfterTurn,
  isNameChangeBeforeTurn,
  isOnlyChoice,
  isOnlyChoiceAfterStraight,
  isOnlyChoiceAfterTurn,
  isStaggered,
  isTemporaryName,
  isTwoPartTurn,
  isUturn,
  MAX_JUNCTION_METERS,
} from './join-rules.ts'

/** Joins maneuvers that are so close together that drivers perceive them as one. */
export function collapseTurns(source: GuidanceSource, drafts: DraftStep[]): void {
  for (let i = 1; i + 1 < drafts.length; i++) {
    const current = drafts[i]
    if (isAbsorbed(current) || isRoundaboutKind(current.kind)) continue
    if (current.kind === TurnKind.sliproad) {
      joinSliproad(source, drafts, i)
      continue
    }
    const previousIndex = findNeighborIndex(drafts, i, -1)
    const next = drafts[findNeighborIndex(drafts, i, 1)]
    if (isWaypoint(next)) break
    if (isStandalone(drafts[previousIndex], current, next)) continue
    if (current.mode !== next.mode) continue
    joinWithNext(source, drafts, previousIndex, current, next)
    // The joined stretch may combine with the next stretch or be the second half of a U-turn.
    const followingStep = drafts[findNeighborIndex(drafts, i, 1)]
    if (areBothOnlyChoices(current, followingStep)) {
      joinManeuvers(source, drafts[previousIndex], current, followingStep)
      absorbWithName(current, followingStep)
    }
    const previous = drafts[previousIndex]
    if (isWaypoint(previous) || isAbsorbed(previous) || isAbsorbed(current)) continue
    const secondPrevious = drafts[findNeighborIndex(drafts, previousIndex, -1)]
    if (isUturn(source, secondPrevious, previous, current)) joinUturn(previous, current)
  }
  removeAbsorbed(drafts)
}

/**
 * Returns true for stretches to which no joining rule applies. Most stretches begin where the road simply continues
 * without an instruction, or are too long to be part of a junction. Exceptions are stretches that belong to a U-turn or
 * have a temporary name.
 */
export function isStandalone(previousStep: DraftStep, current: DraftStep, next: DraftStep): boolean {
  const { kind, direction, meters, junctionCount } = current
  if (canStartUturn(previousStep)) return false
  if (kind === TurnKind.silent) {
    const isLongOrStraight =
      meters > MAX_JUNCTION_METERS || (meters >= IMPERCEPTIBLE_METERS && direction === Direction.straight)
    return isLongOrStraight && junctionCount === 1
  }
  return (
    meters > 2 * MAX_JUNCTION_METERS && !isNameAnnouncement(current) && !(canStartUturn(current) && isOnlyChoice(next))
  )
}

function joinWithNext(
  source: GuidanceSource,
  drafts: readonly DraftStep[],
  index: number,
  current: DraftStep,
  next: DraftStep,
): void {
  const previousStep = drafts[index]
  if (isStaggered(previousStep, current, next)) joinStaggered(source, previousStep, current, next)
  else if (isUturn(source, previousStep, current, next)) joinUturn(current, next)
  else if (isTemporaryName(source, previousStep, current, next)) {
    absorbStep(current, next)
    absorbStep(previousStep, current)
  } else if (isNameChangeBeforeTurn(previousStep, current, next) || isBendBeforeTurn(current, next)) {
    joinManeuvers(source, previousStep, next, current)
    absorbStep(previousStep, current)
  } else if (
    isNameChangeAfterTurn(current, next) ||
    isImmediateNameChange(current, next) ||
    isBendAfterTurn(current, next) ||
    isOnlyChoiceAfterTurn(current, next) ||
    isOnlyChoiceAfterStraight(current, next)
  ) {
    joinManeuvers(source, previousStep, current, next)
    absorbWithName(current, next)
  } else if (!isWaypoint(previousStep) && isTwoPartTurn(previousStep, current, next)) {
    const farBefore = drafts[findNeighborIndex(drafts, index, -1)]
    absorbStep(previousStep, current)
    joinManeuvers(source, farBefore, previousStep, next)
    absorbWithName(previousStep, next)
  }
}

/**
 * Joins the turns into and out of a slip road. Together, they are equivalent to the turn that the slip road bypasses.
 */
function joinSliproad(source: GuidanceSource, drafts: readonly DraftStep[], index: number): void {
  const sliproad = drafts[index]
  let next = drafts[findNeighborIndex(drafts, index, 1)]
  while (isNodeWithoutCrossing(next)) {
    absorbStep(sliproad, next)
    next = drafts[findNeighborIndex(drafts, index, 1)]
  }
  sliproad.kind = TurnKind.turn
  if (isWaypoint(next)) return
  const previousStep = drafts[findNeighborIndex(drafts, index, -1)]
  if (hasSameName(source, previousStep, next)) sliproad.kind = TurnKind.continue
  sliproad.direction = toDirection(totalDeflection(sliproad, next))
  sliproad.approachArc = next.approachArc
  absorbWithName(sliproad, next)
}

/** Returns true for a node at which no other road crosses, such as a traffic signal in the middle of a road. */
function isNodeWithoutCrossing({ kind, traitBits }: DraftStep): boolean {
  return kind === TurnKind.silent && (traitBits & TurnTrait.noCrossing) !== 0
}

/**
 * Returns the index of the next stretch in the given direction that has not been absorbed. Waypoints end the search.
 */
function findNeighborIndex(drafts: readonly DraftStep[], from: number, step: 1 | -1): number {
  let i = from + step
  while (isAbsorbed(drafts[i])) i += step
  return i
}
