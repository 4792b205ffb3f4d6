import { RoadFlag } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isMinor } from '../survey/road-traits.ts'
import { say, sayObvious } from './basic-turns.ts'
import { CircleKind, type Circles } from './circles.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/** By CircleKind: enter, enter after an exit, enter and leave at once, leave. */
const kinds = {
  [CircleKind.roundabout]: {
    enter: TurnKind.enterRoundabout,
    enterAtExit: TurnKind.enterRoundaboutAtExit,
    touch: TurnKind.touchRoundabout,
    exit: TurnKind.exitRoundabout,
  },
  [CircleKind.rotary]: {
    enter: TurnKind.enterRotary,
    enterAtExit: TurnKind.enterRotaryAtExit,
    touch: TurnKind.touchRotary,
    exit: TurnKind.exitRotary,
  },
  [CircleKind.roundaboutTurn]: {
    enter: TurnKind.enterRoundaboutTurn,
    enterAtExit: TurnKind.enterRoundaboutTurnAtExit,
    touch: TurnKind.touchRoundaboutTurn,
    exit: TurnKind.exitRoundaboutTurn,
  },
} as const

/** Classifies the turns at a roundabout. Returns false if there is none, so that other rules apply. */
export function sayCircleTurns(view: JunctionView, circles: Circles): boolean {
  const { survey, from, branches } = view
  const inCircle = survey.isCircle(from)
  if (!inCircle && !branches.some(({ turn, side }) => turn !== NO_ID && survey.isCircle(side))) return false
  const kind = circles.kindAt(survey.head(from))
  if (kind === CircleKind.none) return false
  if (inCircle) sayInside(view, kind)
  else sayEntry(view, kind)
  return true
}

function sayInside(view: JunctionView, circle: keyof typeof kinds): void {
  const { survey, from, branches } = view
  const counts = hasCountedExit(view)
  const exits = countLeavingArcs(view) > 1
  for (const branch of branches) {
    if (!survey.isCircle(branch.side)) say(branch, kinds[circle].exit)
    else if (!exits) say(branch, branches.length === 2 ? TurnKind.none : TurnKind.silent)
    // Service roads count as exits only if the roundabout itself is one. Drivers do not count a farm gate.
    else say(branch, counts || isMinor(survey.classOf(from)) ? TurnKind.passExit : TurnKind.silent)
  }
}

function hasCountedExit({ survey, from }: JunctionView): boolean {
  const node = survey.head(from)
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) {
    const side = survey.side[i]
    if (survey.network.edges.arc[side] !== NO_ID && !survey.isCircle(side) && !isMinor(survey.classOf(side)))
      return true
  }
  return false
}

function countLeavingArcs({ survey, from }: JunctionView): number {
  const node = survey.head(from)
  let count = 0
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) {
    if (survey.network.edges.arc[survey.side[i]] !== NO_ID) count++
  }
  return count
}

function sayEntry(view: JunctionView, circle: keyof typeof kinds): void {
  const { survey, branches } = view
  const afterExit = isExitBeforeRing(view)
  let beyondRing = false
  for (const branch of inDrivingOrder(view)) {
    const ring = survey.isCircle(branch.side)
    if (ring) beyondRing = !beyondRing
    if (branch.turn === NO_ID) continue
    if (ring) say(branch, afterExit ? kinds[circle].enterAtExit : kinds[circle].enter)
    // Straight through the middle: the ring only crosses this road.
    else if (beyondRing && Math.abs(branch.deflection) < 25) sayObvious(view, branches.indexOf(branch))
    else say(branch, kinds[circle].touch)
  }
}

/** True if entering the roundabout passes an exit at this node. */
function isExitBeforeRing(view: JunctionView): boolean {
  const { survey, from } = view
  for (const { turn, side } of inDrivingOrder(view)) {
    if (turn === NO_ID) continue
    if (survey.isCircle(side)) return false
    if (survey.head(side) !== survey.tail(from)) return true
  }
  return false
}

/** Ordered from the driving side. */
function inDrivingOrder({ survey, from, branches }: JunctionView): readonly Branch[] {
  const left = (survey.network.roads.flags[survey.roadOf(from)] & RoadFlag.leftHandTraffic) !== 0
  return left ? branches.toReversed() : branches
}
