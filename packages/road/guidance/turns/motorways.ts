import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { Direction } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isMotorwayLike, isRamp } from '../survey/road-traits.ts'
import { isThroughStreet, say, sayObvious } from './basic-turns.ts'
import { sayFork, sayTripleFork } from './forks.ts'
import type { Branch, JunctionView } from './junction-view.ts'

const isOpen = (branch: Branch): boolean => branch.turn !== NO_ID
const isMotorway = (branch: Branch): boolean => isMotorwayLike(branch.roadClass)
const isExit = (branch: Branch): boolean => isRamp(branch.roadClass) || isLink(branch.roadClass)

/**
 * True if the junction has only motorways and ramps and all open branches lead forward: exits, merges and forks, no
 * ordinary turns.
 */
export function isMotorwayJunction({ survey, from, branches }: JunctionView): boolean {
  const fromMotorway = isMotorwayLike(survey.classOf(from))
  let leadsToMotorway = false
  for (const branch of branches) {
    if (isOpen(branch) && Math.abs(branch.deflection) > 60) return false
    if (isMotorway(branch)) leadsToMotorway ||= isOpen(branch)
    else if (!(isRamp(branch.roadClass) || (fromMotorway && isLink(branch.roadClass)))) return false
  }
  return leadsToMotorway || fromMotorway
}

export function sayMotorwayTurns(view: JunctionView): void {
  if (isMotorwayLike(view.survey.classOf(view.from))) {
    sayFromMotorway(view)
    for (const branch of view.branches) if (branch.kind === TurnKind.onRamp) branch.kind = TurnKind.offRamp
  } else sayFromRamp(view)
}

function sayFromMotorway(view: JunctionView): void {
  const { branches } = view
  const onward = findOnward(view)
  const open = branches.filter(isOpen)
  const motorways = open.filter(isMotorway)
  if (onward === undefined) return sayEndOfMotorway(view)
  if (motorways.length === 0) {
    for (const branch of open) say(branch, TurnKind.silent)
  } else if (motorways.length === 1 || motorways.length !== open.length) {
    if (branches.length === 2) return sayObvious(view, 1)
    for (const branch of open) {
      if (branch === onward) sayObvious(view, branches.indexOf(branch), isThroughStreet(view, 1))
      else sayExit(branch, onward)
    }
  } else if (motorways.length === 2) sayFork(view, motorways[1], motorways[0])
  else if (motorways.length === 3) sayTripleFork(view, motorways[2], motorways[1], motorways[0])
  else sayUnclear(open)
}

/** The continuing motorway: by name, or else the straightest one. */
function findOnward({ survey, from, branches }: JunctionView): Branch | undefined {
  const { names } = survey
  const fromRoad = survey.roadOf(from)
  const onward = branches.slice(1).filter(isMotorway)
  const named = onward.find((branch) => isOpen(branch) && names.goesOn(fromRoad, branch.road))
  if (named !== undefined) return named
  return onward.sort((a, b) => Math.abs(a.deflection) - Math.abs(b.deflection))[0]
}

function sayExit(branch: Branch, onward: Branch): void {
  const right = branch.deflection > onward.deflection
  const wide = Math.abs(branch.deflection) > 35 && branch.deflection > 0 === right
  const direction = right
    ? wide
      ? Direction.right
      : Direction.slightRight
    : wide
      ? Direction.left
      : Direction.slightLeft
  say(branch, isExit(branch) ? TurnKind.offRamp : TurnKind.turn, direction)
}

function sayEndOfMotorway(view: JunctionView): void {
  const { branches } = view
  const open = branches.filter(isOpen)
  const [, right, middle, left] = branches
  if (branches.length === 2) say(right, TurnKind.none)
  else if (branches.length === 3) {
    if (isOpen(right) && isOpen(middle)) sayFork(view, middle, right)
    else for (const branch of open) say(branch, TurnKind.none)
  } else if (branches.length === 4 && right.roadClass === middle.roadClass && middle.roadClass === left.roadClass) {
    sayTripleFork(view, left, middle, right)
  } else sayUnclear(open)
}

function sayFromRamp(view: JunctionView): void {
  const { branches } = view
  const open = branches.filter(isOpen)
  if (branches.length === 2 && open.length === 1) sayObvious(view, 1)
  else if (branches.length === 3) {
    if (open.length === 1) sayOntoMotorway(view, branches.indexOf(open[0]))
    else sayRampSplit(view)
  } else if (branches.length === 4) sayAcrossRamps(view)
  else sayUnclear(open)
}

/** Merges onto a passing motorway, or continues as another road. */
function sayOntoMotorway(view: JunctionView, index: number): void {
  const { branches, survey } = view
  const branch = branches[index]
  const other = branches[3 - index]
  const { names } = survey
  if (index === 0 || other === undefined) return sayUnclear([branch])
  const passes =
    isMotorway(branch) &&
    names.isNamed(branch.road) &&
    names.isNamed(other.road) &&
    !names.changes(other.road, branch.road)
  if (!passes) return sayObvious(view, index)
  if (Math.abs(branch.deflection) >= 80) say(branch, TurnKind.merge)
  else say(branch, TurnKind.merge, index === 1 ? Direction.slightLeft : Direction.slightRight)
}

function sayRampSplit(view: JunctionView): void {
  const [, right, left] = view.branches
  if (isMotorway(right) && !isMotorway(left)) {
    say(right, TurnKind.turn, Direction.slightRight)
    say(left, TurnKind.continue, Direction.slightLeft)
  } else sayFork(view, left, right)
}

/** A ramp that touches a motorway where another ramp leaves it. */
function sayAcrossRamps({ branches }: JunctionView): void {
  let passed = false
  for (const branch of branches) {
    if (isMotorway(branch) && !isOpen(branch)) passed = true
    else if (isMotorway(branch)) say(branch, TurnKind.merge, passed ? Direction.slightRight : Direction.slightLeft)
    else say(branch, TurnKind.offRamp)
  }
}

function sayUnclear(open: readonly Branch[]): void {
  for (const branch of open) {
    const toTheRight = branch.deflection > 0
    if (isMotorway(branch)) say(branch, TurnKind.merge, toTheRight ? Direction.slightLeft : Direction.slightRight)
    else if (Math.abs(branch.deflection) < 25) say(branch, TurnKind.turn, Direction.straight)
    else say(branch, TurnKind.turn, toTheRight ? Direction.slightRight : Direction.slightLeft)
  }
}
