import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleApart, Direction, toDirection } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { rankOf } from '../survey/road-traits.ts'
import { basicKind, say, sayBasic, sayObvious } from './basic-turns.ts'
import { findFork, sayFork, sayTripleFork } from './forks.ts'
import type { JunctionView } from './junction-view.ts'
import { findObvious } from './obvious-road.ts'
import { sayLeftTurns, sayRightTurns } from './side-turns.ts'

/** Classifies the turns at junctions of ordinary roads. */
export function sayPlainTurns(view: JunctionView): void {
  const { branches } = view
  if (branches.length > 1) sayBasic(view, branches[0], Direction.uturn)
  if (branches.length === 2) sayObvious(view, 1, false)
  else if (branches.length === 3) sayThreeWay(view)
  else if (branches.length > 3) sayManyWay(view)
}

function sayThreeWay(view: JunctionView): void {
  const { branches } = view
  const [, right, left] = branches
  const obvious = findObvious(view)
  const fork = findFork(view)
  if (fork !== undefined && (obvious === -1 || branches.every(({ roadClass }) => isLink(roadClass)))) {
    return sayFork(view, left, right)
  }
  if (obvious === -1 && isEndOfRoad(view)) {
    for (const [branch, direction] of [
      [right, Direction.right],
      [left, Direction.left],
    ] as const) {
      if (branch.turn === NO_ID) continue
      say(branch, basicKind(view, branch) === TurnKind.onRamp ? TurnKind.onRamp : TurnKind.endOfRoad, direction)
    }
    return
  }
  sayBasic(view, right)
  sayBasic(view, left)
  if (obvious === -1) return
  sayObvious(view, obvious)
  const bothStraight =
    toDirection(right.deflection) === Direction.straight && toDirection(left.deflection) === Direction.straight
  if (bothStraight && obvious === 1 && left.turn !== NO_ID) left.direction = Direction.slightLeft
  if (bothStraight && obvious === 2 && right.turn !== NO_ID) right.direction = Direction.slightRight
}

function isEndOfRoad({ branches }: JunctionView): boolean {
  const [, right, left] = branches
  return (
    angleApart(right.deflection, 90) < 40 &&
    angleApart(left.deflection, -90) < 40 &&
    angleApart(right.deflection, left.deflection) > 80
  )
}

function sayManyWay(view: JunctionView): void {
  const { branches } = view
  const obvious = findObvious(view)
  if (obvious !== -1) {
    sayObvious(view, obvious)
    sayLeftTurns(view, obvious)
    sayRightTurns(view, obvious)
    return
  }
  const fork = findFork(view)
  if (fork !== undefined) {
    const [right, left] = [branches[fork.right], branches[fork.left]]
    const [rightRank, leftRank] = [rankOf(right.roadClass), rankOf(left.roadClass)]
    if (fork.left - fork.right === 2) sayTripleFork(view, left, branches[fork.right + 1], right)
    else if (Math.abs(leftRank - rightRank) <= 1) sayFork(view, left, right)
    else if (leftRank > rightRank) {
      sayObvious(view, fork.right, false)
      sayBasic(view, left, Direction.slightLeft)
    } else {
      sayObvious(view, fork.left, false)
      sayBasic(view, right, Direction.slightRight)
    }
    sayLeftTurns(view, fork.left)
    sayRightTurns(view, fork.right)
    return
  }
  const straightest = view.closestTo(0)
  const { deflection, turn } = branches[straightest]
  const closedAhead = Math.abs(deflection) < 25 && turn === NO_ID
  sayLeftTurns(view, !closedAhead && deflection < 0 ? straightest - 1 : straightest)
  sayRightTurns(view, !closedAhead && deflection > 0 ? straightest + 1 : straightest)
  if (!closedAhead && deflection === 0) sayBasic(view, branches[straightest])
}
