import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleBetween, Direction } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isContinuationByClass, isMinor } from '../survey/road-traits.ts'
import { classifyBasicTurn, setManeuver } from './basic-turns.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/** Two or three adjacent branches, identified by their indexes. */
export interface Fork {
  readonly right: number
  readonly left: number
}

/** Finds a fork, which consists of roads ahead at small angles, none of which clearly continues the road. */
export function findFork(view: JunctionView): Fork | undefined {
  const fork = findForkByGeometry(view)
  if (fork === undefined) return undefined
  const { branches, survey, from } = view
  const leftNeighbor = branches[(fork.left + 1) % branches.length]
  const rightNeighbor = branches[fork.right - 1]
  if (angleBetween(branches[fork.left].deflection, leftNeighbor.deflection) < 60) return undefined
  if (angleBetween(branches[fork.right].deflection, rightNeighbor.deflection) < 60) return undefined
  const prongs = branches.slice(fork.right, fork.left + 1)
  const areAllOpen = prongs.every(({ turn, side }) => turn !== NO_ID && survey.modeOf(side) === survey.modeOf(from))
  return areAllOpen && !hasObviousProng(view, prongs) && areEquivalent(view, prongs) ? fork : undefined
}

function findForkByGeometry(view: JunctionView): Fork | undefined {
  const { branches } = view
  if (branches.length < 3) return undefined
  const straightest = view.findClosestTo(0)
  if (Math.abs(branches[straightest].deflection) > 40) return undefined
  let rightIndex = straightest
  while (rightIndex > 0 && !endsFork(branches[rightIndex], branches[rightIndex - 1])) rightIndex--
  let leftIndex = straightest
  while (leftIndex + 1 < branches.length && !endsFork(branches[leftIndex], branches[leftIndex + 1])) leftIndex++
  return rightIndex > 0 && rightIndex < leftIndex && leftIndex - rightIndex < 3
    ? { right: rightIndex, left: leftIndex }
    : undefined
}

/** Returns true if `next` is too far to the side to belong to a fork that extends to `last`. */
function endsFork(last: Branch, next: Branch): boolean {
  if (Math.abs(next.deflection) <= 40) return false
  return angleBetween(last.deflection, next.deflection) > 40 || Math.abs(last.deflection) > 60
}

function hasObviousProng(view: JunctionView, prongs: readonly Branch[]): boolean {
  for (let i = 1; i < prongs.length; i++) {
    if (isObviousOfTwo(view, prongs[i - 1], prongs[i]) || isObviousOfTwo(view, prongs[i], prongs[i - 1])) return true
  }
  return false
}

function isObviousOfTwo({ survey, from }: JunctionView, road: Branch, rival: Branch): boolean {
  const fromClass = survey.classOf(from)
  if (isContinuationByClass(fromClass, road.roadClass, rival.roadClass)) return true
  if (isContinuationByClass(fromClass, rival.roadClass, road.roadClass)) return false
  const turn = Math.abs(road.deflection)
  const otherTurn = Math.abs(rival.deflection)
  const fromRoad = survey.roadOf(from)
  if (turn < 0.01 && survey.names.isNamed(fromRoad) && !survey.names.isNameChange(fromRoad, road.road)) return true
  return otherTurn > 1.4 * turn && otherTurn - turn > 25
}

/** Returns true if all or none of the branches are links and no road class makes one branch the continuation. */
function areEquivalent({ branches }: JunctionView, prongs: readonly Branch[]): boolean {
  const fromClass = branches[0].roadClass
  return prongs.every(
    (road) =>
      isLink(road.roadClass) === isLink(prongs[0].roadClass) &&
      prongs.every(
        (otherProng) => otherProng === road || !isContinuationByClass(fromClass, road.roadClass, otherProng.roadClass),
      ),
  )
}

export function classifyFork(view: JunctionView, leftBranch: Branch, rightBranch: Branch): void {
  const { survey, from } = view
  const unannouncedKind = (branch: Branch) =>
    survey.changesMode(from, branch.side) ? TurnKind.notification : TurnKind.silent
  const classifyProng = (branch: Branch, otherProng: Branch, direction: Direction) => {
    if (isMinor(branch.roadClass) === isMinor(otherProng.roadClass)) setManeuver(branch, TurnKind.fork, direction)
    else setManeuver(branch, isMinor(branch.roadClass) ? TurnKind.turn : unannouncedKind(branch), direction)
  }
  classifyProng(leftBranch, rightBranch, Direction.slightLeft)
  classifyProng(rightBranch, leftBranch, Direction.slightRight)
}

export function classifyTripleFork(view: JunctionView, leftBranch: Branch, middle: Branch, rightBranch: Branch): void {
  const openBranches = [leftBranch, middle, rightBranch].filter((branch) => branch.turn !== NO_ID)
  if (openBranches.length < 3) {
    if (openBranches.length === 2) classifyFork(view, openBranches[0], openBranches[1])
    else for (const branch of openBranches) classifyBasicTurn(view, branch)
    return
  }
  setManeuver(leftBranch, TurnKind.fork, Direction.slightLeft)
  const { survey, from } = view
  const isContinuation = Math.abs(middle.deflection) < 3 && survey.roadOf(from) === middle.road
  setManeuver(middle, isContinuation ? TurnKind.silent : TurnKind.fork, Direction.straight)
  setManeuver(rightBranch, TurnKind.fork, Direction.slightRight)
}
