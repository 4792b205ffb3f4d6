import { Direction, toDirection } from '../angles.ts'
import { isOfCircle, TurnKind, TurnTrait } from '../maneuver-code.ts'
import { joinManeuvers, joinStaggered, joinUturn, takeUp, totalDeflection } from './join-maneuvers.ts'
import {
  AT_ONCE_METERS,
  changesName,
  isForcedAfterStraight,
  isForcedAfterTurn,
  isForcedTwice,
  isLeanAfterTurn,
  isLeanBeforeTurn,
  isNameChangeAfterTurn,
  isNameChangeAtOnce,
  isNameChangeBeforeTurn,
  isOnlyChoice,
  isPassingName,
  isStaggered,
  isTurnInTwoHalves,
  isUturn,
  JUNCTION_METERS,
  mayTurnBack,
} from './join-rules.ts'
import { absorb, type GuidanceSource, hasSameName, isGone, isWaypoint, removeGone, type Stretch } from './stretch.ts'

/** Joins maneuvers that are so close that drivers perceive one. */
export function collapseTurns(source: GuidanceSource, stretches: Stretch[]): void {
  for (let i = 1; i + 1 < stretches.length; i++) {
    const current = stretches[i]
    if (isGone(current) || isOfCircle(current.kind)) continue
    if (current.kind === TurnKind.sliproad) {
      joinSliproad(source, stretches, i)
      continue
    }
    const before = neighbour(stretches, i, -1)
    const next = stretches[neighbour(stretches, i, 1)]
    if (isWaypoint(next)) break
    if (isOnItsOwn(stretches[before], current, next)) continue
    if (current.mode !== next.mode) continue
    joinPair(source, stretches, before, current, next)
    // The joined stretch may combine with the next one, or prove to be the second half of a U-turn.
    const following = stretches[neighbour(stretches, i, 1)]
    if (isForcedTwice(current, following)) {
      joinManeuvers(source, stretches[before], current, following)
      takeUp(current, following)
    }
    const previous = stretches[before]
    if (isWaypoint(previous) || isGone(previous) || isGone(current)) continue
    const farBefore = stretches[neighbour(stretches, before, -1)]
    if (isUturn(source, farBefore, previous, current)) joinUturn(previous, current)
  }
  removeGone(stretches)
}

/**
 * Most stretches begin where the road simply continues without an instruction, or are too long to be part of a
 * junction. No rule applies to them unless they belong to a U-turn or carry a temporary name.
 */
export function isOnItsOwn(before: Stretch, current: Stretch, next: Stretch): boolean {
  const { kind, direction, meters, junctions } = current
  if (mayTurnBack(before)) return false
  if (kind === TurnKind.silent) {
    const isPlain = meters > JUNCTION_METERS || (meters >= AT_ONCE_METERS && direction === Direction.straight)
    return isPlain && junctions === 1
  }
  return meters > 2 * JUNCTION_METERS && !changesName(current) && !(mayTurnBack(current) && isOnlyChoice(next))
}

function joinPair(
  source: GuidanceSource,
  stretches: readonly Stretch[],
  at: number,
  current: Stretch,
  next: Stretch,
): void {
  const before = stretches[at]
  if (isStaggered(before, current, next)) joinStaggered(source, before, current, next)
  else if (isUturn(source, before, current, next)) joinUturn(current, next)
  else if (isPassingName(source, before, current, next)) {
    absorb(current, next)
    absorb(before, current)
  } else if (isNameChangeBeforeTurn(before, current, next) || isLeanBeforeTurn(current, next)) {
    joinManeuvers(source, before, next, current)
    absorb(before, current)
  } else if (
    isNameChangeAfterTurn(current, next) ||
    isNameChangeAtOnce(current, next) ||
    isLeanAfterTurn(current, next) ||
    isForcedAfterTurn(current, next) ||
    isForcedAfterStraight(current, next)
  ) {
    joinManeuvers(source, before, current, next)
    takeUp(current, next)
  } else if (!isWaypoint(before) && isTurnInTwoHalves(before, current, next)) {
    const farBefore = stretches[neighbour(stretches, at, -1)]
    absorb(before, current)
    joinManeuvers(source, farBefore, before, next)
    takeUp(before, next)
  }
}

/** Entering and leaving a slip road equals the turn that it bypasses. */
function joinSliproad(source: GuidanceSource, stretches: readonly Stretch[], at: number): void {
  const sliproad = stretches[at]
  let next = stretches[neighbour(stretches, at, 1)]
  while (isPlainNode(next)) {
    absorb(sliproad, next)
    next = stretches[neighbour(stretches, at, 1)]
  }
  sliproad.kind = TurnKind.turn
  if (isWaypoint(next)) return
  const before = stretches[neighbour(stretches, at, -1)]
  if (hasSameName(source, before, next)) sliproad.kind = TurnKind.continue
  sliproad.direction = toDirection(totalDeflection(sliproad, next))
  sliproad.lanesArc = next.lanesArc
  takeUp(sliproad, next)
}

/** A node on the road, such as a signal, where nothing branches off. */
function isPlainNode({ kind, traits }: Stretch): boolean {
  return kind === TurnKind.silent && (traits & TurnTrait.noCrossing) !== 0
}

/** The next stretch in a direction that is not absorbed. Waypoints end the search. */
function neighbour(stretches: readonly Stretch[], from: number, step: 1 | -1): number {
  let i = from + step
  while (isGone(stretches[i])) i += step
  return i
}
