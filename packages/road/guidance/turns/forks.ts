import { isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleApart, Direction } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isMinor, isPlainByClass } from '../survey/road-traits.ts'
import { say, sayBasic } from './basic-turns.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/** Two or three adjacent branches, by their index among the branches. */
export interface Fork {
  readonly right: number
  readonly left: number
}

/** Roads ahead at small angles, none of which clearly continues the road. */
export function findFork(view: JunctionView): Fork | undefined {
  const fork = findForkByGeometry(view)
  if (fork === undefined) return undefined
  const { branches, survey, from } = view
  const outerLeft = branches[(fork.left + 1) % branches.length]
  const outerRight = branches[fork.right - 1]
  if (angleApart(branches[fork.left].deflection, outerLeft.deflection) < 60) return undefined
  if (angleApart(branches[fork.right].deflection, outerRight.deflection) < 60) return undefined
  const prongs = branches.slice(fork.right, fork.left + 1)
  const open = prongs.every(({ turn, side }) => turn !== NO_ID && survey.modeOf(side) === survey.modeOf(from))
  return open && !hasPlainProng(view, prongs) && areAlike(view, prongs) ? fork : undefined
}

function findForkByGeometry(view: JunctionView): Fork | undefined {
  const { branches } = view
  if (branches.length < 3) return undefined
  const straightest = view.closestTo(0)
  if (Math.abs(branches[straightest].deflection) > 40) return undefined
  let right = straightest
  while (right > 0 && !endsFork(branches[right], branches[right - 1])) right--
  let left = straightest
  while (left + 1 < branches.length && !endsFork(branches[left], branches[left + 1])) left++
  return right > 0 && right < left && left - right < 3 ? { right, left } : undefined
}

/** True if `next` is too far to the side to belong to a fork that extends to `last`. */
function endsFork(last: Branch, next: Branch): boolean {
  if (Math.abs(next.deflection) <= 40) return false
  return angleApart(last.deflection, next.deflection) > 40 || Math.abs(last.deflection) > 60
}

function hasPlainProng(view: JunctionView, prongs: readonly Branch[]): boolean {
  for (let i = 1; i < prongs.length; i++) {
    if (isPlainOfTwo(view, prongs[i - 1], prongs[i]) || isPlainOfTwo(view, prongs[i], prongs[i - 1])) return true
  }
  return false
}

function isPlainOfTwo({ survey, from }: JunctionView, road: Branch, other: Branch): boolean {
  const fromClass = survey.classOf(from)
  if (isPlainByClass(fromClass, road.roadClass, other.roadClass)) return true
  if (isPlainByClass(fromClass, other.roadClass, road.roadClass)) return false
  const turn = Math.abs(road.deflection)
  const otherTurn = Math.abs(other.deflection)
  const fromRoad = survey.roadOf(from)
  if (turn < 0.01 && survey.names.isNamed(fromRoad) && !survey.names.changes(fromRoad, road.road)) return true
  return otherTurn > 1.4 * turn && otherTurn - turn > 25
}

/** All or none are links, and no road class makes one of them the continuation. */
function areAlike({ branches }: JunctionView, prongs: readonly Branch[]): boolean {
  const fromClass = branches[0].roadClass
  return prongs.every(
    (road) =>
      isLink(road.roadClass) === isLink(prongs[0].roadClass) &&
      prongs.every((other) => other === road || !isPlainByClass(fromClass, road.roadClass, other.roadClass)),
  )
}

export function sayFork(view: JunctionView, left: Branch, right: Branch): void {
  const { survey, from } = view
  const unsaid = (branch: Branch) =>
    survey.modeOf(from) === survey.modeOf(branch.side) ? TurnKind.silent : TurnKind.notification
  const sayProng = (branch: Branch, other: Branch, direction: Direction) => {
    if (isMinor(branch.roadClass) === isMinor(other.roadClass)) say(branch, TurnKind.fork, direction)
    else say(branch, isMinor(branch.roadClass) ? TurnKind.turn : unsaid(branch), direction)
  }
  sayProng(left, right, Direction.slightLeft)
  sayProng(right, left, Direction.slightRight)
}

export function sayTripleFork(view: JunctionView, left: Branch, middle: Branch, right: Branch): void {
  const open = [left, middle, right].filter((branch) => branch.turn !== NO_ID)
  if (open.length < 3) {
    if (open.length === 2) sayFork(view, open[0], open[1])
    else for (const branch of open) sayBasic(view, branch)
    return
  }
  say(left, TurnKind.fork, Direction.slightLeft)
  const { survey, from } = view
  const goesOn = Math.abs(middle.deflection) < 3 && survey.roadOf(from) === middle.road
  say(middle, goesOn ? TurnKind.silent : TurnKind.fork, Direction.straight)
  say(right, TurnKind.fork, Direction.slightRight)
}
