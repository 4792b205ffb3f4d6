import { NO_ID } from '../../sentinels.ts'
import { angleBetween, Direction, mirrorDirection, toDirection } from '../angles.ts'
import { getRank } from '../survey/road-traits.ts'
import { classifyBasicTurn, classifyObviousRoad } from './basic-turns.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/**
 * Classifies the turns to the right of the branch at `limit`. If two turns have the same direction, one of them gets a
 * different direction.
 */
export function classifyRightTurns(view: JunctionView, limit: number): void {
  if (limit <= 1) return
  if (limit === 2) classifyBasicTurn(view, view.branches[1])
  else classifySideTurns(view, view.branches.slice(1, limit), 1)
}

/** Classifies the turns to the left of the branch at `limit`, as the mirror image of right turns. */
export function classifyLeftTurns(view: JunctionView, limit: number): void {
  const last = view.branches.length - 1
  if (limit >= last) return
  if (limit === last - 1) classifyBasicTurn(view, view.branches[last])
  else classifySideTurns(view, view.branches.slice(limit + 1).reverse(), -1)
}

/** Side of a turn: 1 is right, and -1 is left. */
type TurnSide = 1 | -1

/** Classifies the turns on one side. `turns` has at least two elements and starts with the sharpest turn. */
function classifySideTurns(view: JunctionView, turns: readonly Branch[], turnSide: TurnSide): void {
  const areFirstTwoSame = haveSameDirection(turns[0], turns[1])
  const areLastTwoSame = turns.length === 3 && haveSameDirection(turns[1], turns[2])
  if (turns.length > 3 || !(areFirstTwoSame || areLastTwoSame)) {
    for (const branch of turns) classifyBasicTurn(view, branch)
    return
  }
  if (turns.length === 2) return differentiateTurns(view, turns[1], turns[0], turnSide)
  const openTurns = turns.filter(({ turn }) => turn !== NO_ID)
  if (openTurns.length < 3) {
    if (openTurns.length === 2) differentiateTurns(view, openTurns[1], openTurns[0], turnSide)
    else for (const branch of openTurns) classifyBasicTurn(view, branch)
    return
  }
  const firstGapDegrees = angleBetween(turns[0].deflection, turns[1].deflection)
  const secondGapDegrees = angleBetween(turns[1].deflection, turns[2].deflection)
  if (firstGapDegrees >= 40 && secondGapDegrees >= 40) {
    const directions = [Direction.sharpRight, Direction.right, Direction.slightRight] as const
    turns.forEach((branch, i) => {
      classifyBasicTurn(view, branch, mirrorIfLeft(directions[i], turnSide))
    })
  } else if (areFirstTwoSame && secondGapDegrees >= 60) {
    differentiateTurns(view, turns[1], turns[0], turnSide)
    classifyBasicTurn(view, turns[2])
  } else if (areLastTwoSame && firstGapDegrees >= 60) {
    classifyBasicTurn(view, turns[0])
    differentiateTurns(view, turns[2], turns[1], turnSide)
  } else for (const branch of turns) classifyBasicTurn(view, branch)
}

const haveSameDirection = (a: Branch, b: Branch): boolean => toDirection(a.deflection) === toDirection(b.deflection)

const mirrorIfLeft = (direction: Direction, turnSide: TurnSide): Direction =>
  turnSide === 1 ? direction : mirrorDirection(direction)

/**
 * Separates two turns on one side with the same direction. The turn with the better fit keeps the direction, and the
 * other turn gets the adjacent direction.
 */
function differentiateTurns(view: JunctionView, innerBranch: Branch, outerBranch: Branch, turnSide: TurnSide): void {
  if (innerBranch.turn === NO_ID || outerBranch.turn === NO_ID || innerBranch.deflection === outerBranch.deflection) {
    classifyBasicTurn(view, innerBranch)
    classifyBasicTurn(view, outerBranch)
    return
  }
  const classifyBoth = (innerDirection: Direction, outerDirection: Direction) => {
    classifyBasicTurn(view, innerBranch, mirrorIfLeft(innerDirection, turnSide))
    classifyBasicTurn(view, outerBranch, mirrorIfLeft(outerDirection, turnSide))
  }
  const innerTurn = turnSide * innerBranch.deflection
  const outerTurn = turnSide * outerBranch.deflection
  const innerDirection = toDirection(innerTurn)
  const outerDirection = toDirection(outerTurn)
  if (
    innerDirection === Direction.straight ||
    innerDirection === Direction.slightLeft ||
    outerDirection === Direction.slightRight
  ) {
    return classifyContinuationAndTurn(view, innerBranch, outerBranch, turnSide)
  }
  if (Math.abs(innerTurn - 90) < 3) classifyBoth(Direction.right, Direction.sharpRight)
  else if (Math.abs(outerTurn - 90) < 3) classifyBoth(Direction.slightRight, Direction.right)
  else if (outerDirection === Direction.sharpRight) classifyBoth(Direction.right, Direction.sharpRight)
  else if (Math.abs(innerTurn - 95) >= Math.abs(outerTurn - 95)) classifyBoth(Direction.slightRight, Direction.right)
  else classifyBoth(Direction.right, Direction.sharpRight)
}

/**
 * Classifies two nearly straight branches. The more important branch continues, and the other becomes a slight turn.
 */
function classifyContinuationAndTurn(
  view: JunctionView,
  innerBranch: Branch,
  outerBranch: Branch,
  turnSide: TurnSide,
): void {
  if (getRank(innerBranch.roadClass) > getRank(outerBranch.roadClass)) {
    classifyObviousRoad(view, view.branches.indexOf(outerBranch), false)
    classifyBasicTurn(view, innerBranch, mirrorIfLeft(Direction.slightLeft, turnSide))
  } else {
    classifyObviousRoad(view, view.branches.indexOf(innerBranch), false)
    classifyBasicTurn(view, outerBranch, mirrorIfLeft(Direction.slightRight, turnSide))
  }
}
