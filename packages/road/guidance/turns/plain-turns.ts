import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleBetween, Direction, toDirection } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { getRank } from '../survey/road-traits.ts'
import { chooseBasicKind, classifyBasicTurn, classifyObviousRoad, setManeuver } from './basic-turns.ts'
import { classifyFork, classifyTripleFork, findFork } from './forks.ts'
import type { JunctionView } from './junction-view.ts'
import { findObviousBranch } from './obvious-road.ts'
import { classifyLeftTurns, classifyRightTurns } from './side-turns.ts'

/** Classifies the turns at junctions of ordinary roads. */
export function classifyOrdinaryTurns(view: JunctionView): void {
  const { branches } = view
  if (branches.length > 1) classifyBasicTurn(view, branches[0], Direction.uturn)
  if (branches.length === 2) classifyObviousRoad(view, 1, false)
  else if (branches.length === 3) classifyThreeWay(view)
  else if (branches.length > 3) classifyManyWay(view)
}

function classifyThreeWay(view: JunctionView): void {
  const { branches } = view
  const [, rightBranch, leftBranch] = branches
  const obviousIndex = findObviousBranch(view)
  const fork = findFork(view)
  if (fork !== undefined && (obviousIndex === -1 || branches.every(({ roadClass }) => isLink(roadClass)))) {
    return classifyFork(view, leftBranch, rightBranch)
  }
  if (obviousIndex === -1 && isEndOfRoad(view)) {
    for (const [branch, direction] of [
      [rightBranch, Direction.right],
      [leftBranch, Direction.left],
    ] as const) {
      if (branch.turn === NO_ID) continue
      setManeuver(
        branch,
        chooseBasicKind(view, branch) === TurnKind.onRamp ? TurnKind.onRamp : TurnKind.endOfRoad,
        direction,
      )
    }
    return
  }
  classifyBasicTurn(view, rightBranch)
  classifyBasicTurn(view, leftBranch)
  if (obviousIndex === -1) return
  classifyObviousRoad(view, obviousIndex)
  const bothStraight =
    toDirection(rightBranch.deflection) === Direction.straight &&
    toDirection(leftBranch.deflection) === Direction.straight
  if (bothStraight && obviousIndex === 1 && leftBranch.turn !== NO_ID) leftBranch.direction = Direction.slightLeft
  if (bothStraight && obviousIndex === 2 && rightBranch.turn !== NO_ID) rightBranch.direction = Direction.slightRight
}

function isEndOfRoad({ branches }: JunctionView): boolean {
  const [, rightBranch, leftBranch] = branches
  return (
    angleBetween(rightBranch.deflection, 90) < 40 &&
    angleBetween(leftBranch.deflection, -90) < 40 &&
    angleBetween(rightBranch.deflection, leftBranch.deflection) > 80
  )
}

function classifyManyWay(view: JunctionView): void {
  const { branches } = view
  const obvious = findObviousBranch(view)
  if (obvious !== -1) {
    classifyObviousRoad(view, obvious)
    classifyLeftTurns(view, obvious)
    classifyRightTurns(view, obvious)
    return
  }
  const fork = findFork(view)
  if (fork !== undefined) {
    const [rightProng, leftProng] = [branches[fork.right], branches[fork.left]]
    const [rightRank, leftRank] = [getRank(rightProng.roadClass), getRank(leftProng.roadClass)]
    if (fork.left - fork.right === 2) classifyTripleFork(view, leftProng, branches[fork.right + 1], rightProng)
    else if (Math.abs(leftRank - rightRank) <= 1) classifyFork(view, leftProng, rightProng)
    else if (leftRank > rightRank) {
      classifyObviousRoad(view, fork.right, false)
      classifyBasicTurn(view, leftProng, Direction.slightLeft)
    } else {
      classifyObviousRoad(view, fork.left, false)
      classifyBasicTurn(view, rightProng, Direction.slightRight)
    }
    classifyLeftTurns(view, fork.left)
    classifyRightTurns(view, fork.right)
    return
  }
  const straightest = view.findClosestTo(0)
  const { deflection, turn } = branches[straightest]
  const isClosedAhead = Math.abs(deflection) < 25 && turn === NO_ID
  classifyLeftTurns(view, !isClosedAhead && deflection < 0 ? straightest - 1 : straightest)
  classifyRightTurns(view, !isClosedAhead && deflection > 0 ? straightest + 1 : straightest)
  if (!isClosedAhead && deflection === 0) classifyBasicTurn(view, branches[straightest])
}
