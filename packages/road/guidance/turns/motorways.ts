import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { Direction } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isMotorwayLike, isRamp } from '../survey/road-traits.ts'
import { classifyObviousRoad, isThroughStreet, setManeuver } from './basic-turns.ts'
import { classifyFork, classifyTripleFork } from './forks.ts'
import type { Branch, JunctionView } from './junction-view.ts'

const isOpen = (branch: Branch): boolean => branch.turn !== NO_ID
const isMotorway = (branch: Branch): boolean => isMotorwayLike(branch.roadClass)
const isRampOrLink = (branch: Branch): boolean => isRamp(branch.roadClass) || isLink(branch.roadClass)

/**
 * Returns true if the junction has only motorways and ramps and all open branches lead forward. Such a junction has
 * exits, merges and forks, but no ordinary turns.
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

export function classifyMotorwayTurns(view: JunctionView): void {
  if (isMotorwayLike(view.survey.classOf(view.from))) {
    classifyFromMotorway(view)
    for (const branch of view.branches) if (branch.kind === TurnKind.onRamp) branch.kind = TurnKind.offRamp
  } else classifyFromRamp(view)
}

function classifyFromMotorway(view: JunctionView): void {
  const { branches } = view
  const onwardMotorway = findContinuingMotorway(view)
  const openBranches = branches.filter(isOpen)
  const motorways = openBranches.filter(isMotorway)
  if (onwardMotorway === undefined) return classifyEndOfMotorway(view)
  if (motorways.length === 0) {
    for (const branch of openBranches) setManeuver(branch, TurnKind.silent)
  } else if (motorways.length === 1 || motorways.length !== openBranches.length) {
    if (branches.length === 2) return classifyObviousRoad(view, 1)
    for (const branch of openBranches) {
      if (branch === onwardMotorway) classifyObviousRoad(view, branches.indexOf(branch), isThroughStreet(view, 1))
      else classifyExit(branch, onwardMotorway)
    }
  } else if (motorways.length === 2) classifyFork(view, motorways[1], motorways[0])
  else if (motorways.length === 3) classifyTripleFork(view, motorways[2], motorways[1], motorways[0])
  else classifyByDeflection(openBranches)
}

/** Returns the motorway that continues. If no open motorway continues the name, returns the straightest one. */
function findContinuingMotorway({ survey, from, branches }: JunctionView): Branch | undefined {
  const { names } = survey
  const fromRoad = survey.roadOf(from)
  const onwardBranches = branches.slice(1).filter(isMotorway)
  const sameNameBranch = onwardBranches.find((branch) => isOpen(branch) && names.continuesName(fromRoad, branch.road))
  if (sameNameBranch !== undefined) return sameNameBranch
  return onwardBranches.sort((a, b) => Math.abs(a.deflection) - Math.abs(b.deflection))[0]
}

function classifyExit(branch: Branch, onwardBranch: Branch): void {
  const isRight = branch.deflection > onwardBranch.deflection
  const isWideTurn = Math.abs(branch.deflection) > 35 && branch.deflection > 0 === isRight
  const direction = isRight
    ? isWideTurn
      ? Direction.right
      : Direction.slightRight
    : isWideTurn
      ? Direction.left
      : Direction.slightLeft
  setManeuver(branch, isRampOrLink(branch) ? TurnKind.offRamp : TurnKind.turn, direction)
}

function classifyEndOfMotorway(view: JunctionView): void {
  const { branches } = view
  const openBranches = branches.filter(isOpen)
  const [, rightBranch, middle, leftBranch] = branches
  if (branches.length === 2) setManeuver(rightBranch, TurnKind.none)
  else if (branches.length === 3) {
    if (isOpen(rightBranch) && isOpen(middle)) classifyFork(view, middle, rightBranch)
    else for (const branch of openBranches) setManeuver(branch, TurnKind.none)
  } else if (
    branches.length === 4 &&
    rightBranch.roadClass === middle.roadClass &&
    middle.roadClass === leftBranch.roadClass
  ) {
    classifyTripleFork(view, leftBranch, middle, rightBranch)
  } else classifyByDeflection(openBranches)
}

function classifyFromRamp(view: JunctionView): void {
  const { branches } = view
  const openBranches = branches.filter(isOpen)
  if (branches.length === 2 && openBranches.length === 1) classifyObviousRoad(view, 1)
  else if (branches.length === 3) {
    if (openBranches.length === 1) classifyOntoMotorway(view, branches.indexOf(openBranches[0]))
    else classifyRampSplit(view)
  } else if (branches.length === 4) classifyCrossingRamps(view)
  else classifyByDeflection(openBranches)
}

/** Classifies a branch that merges onto a passing motorway or continues as another road. */
function classifyOntoMotorway(view: JunctionView, index: number): void {
  const { branches, survey } = view
  const branch = branches[index]
  const passingMotorway = branches[3 - index]
  const { names } = survey
  if (index === 0 || passingMotorway === undefined) return classifyByDeflection([branch])
  const isSameMotorway =
    isMotorway(branch) &&
    names.isNamed(branch.road) &&
    names.isNamed(passingMotorway.road) &&
    !names.isNameChange(passingMotorway.road, branch.road)
  if (!isSameMotorway) return classifyObviousRoad(view, index)
  if (Math.abs(branch.deflection) >= 80) setManeuver(branch, TurnKind.merge)
  else setManeuver(branch, TurnKind.merge, index === 1 ? Direction.slightLeft : Direction.slightRight)
}

function classifyRampSplit(view: JunctionView): void {
  const [, rightBranch, leftBranch] = view.branches
  if (isMotorway(rightBranch) && !isMotorway(leftBranch)) {
    setManeuver(rightBranch, TurnKind.turn, Direction.slightRight)
    setManeuver(leftBranch, TurnKind.continue, Direction.slightLeft)
  } else classifyFork(view, leftBranch, rightBranch)
}

/** Classifies a ramp that touches a motorway where another ramp leaves it. */
function classifyCrossingRamps({ branches }: JunctionView): void {
  let hasPassedMotorway = false
  for (const branch of branches) {
    if (isMotorway(branch) && !isOpen(branch)) hasPassedMotorway = true
    else if (isMotorway(branch))
      setManeuver(branch, TurnKind.merge, hasPassedMotorway ? Direction.slightRight : Direction.slightLeft)
    else setManeuver(branch, TurnKind.offRamp)
  }
}

function classifyByDeflection(openBranches: readonly Branch[]): void {
  for (const branch of openBranches) {
    const isRight = branch.deflection > 0
    if (isMotorway(branch)) setManeuver(branch, TurnKind.merge, isRight ? Direction.slightLeft : Direction.slightRight)
    else if (Math.abs(branch.deflection) < 25) setManeuver(branch, TurnKind.turn, Direction.straight)
    else setManeuver(branch, TurnKind.turn, isRight ? Direction.slightRight : Direction.slightLeft)
  }
}
