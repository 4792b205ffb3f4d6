import { NO_ID } from '../../sentinels.ts'
import { angleApart, Direction, mirrored, toDirection } from '../angles.ts'
import { rankOf } from '../survey/road-traits.ts'
import { sayBasic, sayObvious } from './basic-turns.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/** Classifies the turns to the right of the branch at `limit`. Two turns with the same direction get different ones. */
export function sayRightTurns(view: JunctionView, limit: number): void {
  if (limit <= 1) return
  if (limit === 2) sayBasic(view, view.branches[1])
  else sayTurns(view, view.branches.slice(1, limit), 1)
}

/** Classifies the turns to the left of the branch at `limit`, mirrored from right turns. */
export function sayLeftTurns(view: JunctionView, limit: number): void {
  const last = view.branches.length - 1
  if (limit >= last) return
  if (limit === last - 1) sayBasic(view, view.branches[last])
  else sayTurns(view, view.branches.slice(limit + 1).reverse(), -1)
}

/** 1 for right turns, -1 for left turns. */
type Handedness = 1 | -1

/** `turns` has at least two elements and starts with the sharpest. */
function sayTurns(view: JunctionView, turns: readonly Branch[], hand: Handedness): void {
  const alikeEarly = areAlike(turns[0], turns[1])
  const alikeLate = turns.length === 3 && areAlike(turns[1], turns[2])
  if (turns.length > 3 || !(alikeEarly || alikeLate)) {
    for (const branch of turns) sayBasic(view, branch)
    return
  }
  if (turns.length === 2) return tellApart(view, turns[1], turns[0], hand)
  const open = turns.filter(({ turn }) => turn !== NO_ID)
  if (open.length < 3) {
    if (open.length === 2) tellApart(view, open[1], open[0], hand)
    else for (const branch of open) sayBasic(view, branch)
    return
  }
  const earlyGap = angleApart(turns[0].deflection, turns[1].deflection)
  const lateGap = angleApart(turns[1].deflection, turns[2].deflection)
  if (earlyGap >= 40 && lateGap >= 40) {
    const told = [Direction.sharpRight, Direction.right, Direction.slightRight] as const
    turns.forEach((branch, i) => {
      sayBasic(view, branch, handed(told[i], hand))
    })
  } else if (alikeEarly && lateGap >= 60) {
    tellApart(view, turns[1], turns[0], hand)
    sayBasic(view, turns[2])
  } else if (alikeLate && earlyGap >= 60) {
    sayBasic(view, turns[0])
    tellApart(view, turns[2], turns[1], hand)
  } else for (const branch of turns) sayBasic(view, branch)
}

const areAlike = (a: Branch, b: Branch): boolean => toDirection(a.deflection) === toDirection(b.deflection)

const handed = (direction: Direction, hand: Handedness): Direction => (hand === 1 ? direction : mirrored(direction))

/** Two turns with the same direction on one side: the better fit keeps it, the other gets the adjacent direction. */
function tellApart(view: JunctionView, inner: Branch, outer: Branch, hand: Handedness): void {
  if (inner.turn === NO_ID || outer.turn === NO_ID || inner.deflection === outer.deflection) {
    sayBasic(view, inner)
    sayBasic(view, outer)
    return
  }
  const speak = (innerDirection: Direction, outerDirection: Direction) => {
    sayBasic(view, inner, handed(innerDirection, hand))
    sayBasic(view, outer, handed(outerDirection, hand))
  }
  const innerTurn = hand * inner.deflection
  const outerTurn = hand * outer.deflection
  const innerDirection = toDirection(innerTurn)
  const outerDirection = toDirection(outerTurn)
  if (
    innerDirection === Direction.straight ||
    innerDirection === Direction.slightLeft ||
    outerDirection === Direction.slightRight
  ) {
    return sayOneGoesOn(view, inner, outer, hand)
  }
  if (Math.abs(innerTurn - 90) < 3) speak(Direction.right, Direction.sharpRight)
  else if (Math.abs(outerTurn - 90) < 3) speak(Direction.slightRight, Direction.right)
  else if (outerDirection === Direction.sharpRight) speak(Direction.right, Direction.sharpRight)
  else if (Math.abs(innerTurn - 95) >= Math.abs(outerTurn - 95)) speak(Direction.slightRight, Direction.right)
  else speak(Direction.right, Direction.sharpRight)
}

/** Both are nearly straight: the more important one continues, the other becomes a slight turn. */
function sayOneGoesOn(view: JunctionView, inner: Branch, outer: Branch, hand: Handedness): void {
  if (rankOf(inner.roadClass) > rankOf(outer.roadClass)) {
    sayObvious(view, view.branches.indexOf(outer), false)
    sayBasic(view, inner, handed(Direction.slightLeft, hand))
  } else {
    sayObvious(view, view.branches.indexOf(inner), false)
    sayBasic(view, outer, handed(Direction.slightRight, hand))
  }
}
