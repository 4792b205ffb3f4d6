import { RoadFlag } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isMinor } from '../survey/road-traits.ts'
import { classifyObviousRoad, setManeuver } from './basic-turns.ts'
import { CircularJunctionKind, type CircularJunctions } from './circles.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/** Turn kinds by CircularJunctionKind: entering, entering after an exit, entering and leaving at once, and leaving. */
const kindsByJunction = {
  [CircularJunctionKind.roundabout]: {
    enter: TurnKind.enterRoundabout,
    enterAtExit: TurnKind.enterRoundaboutAtExit,
    touch: TurnKind.touchRoundabout,
    exit: TurnKind.exitRoundabout,
  },
  [CircularJunctionKind.rotary]: {
    enter: TurnKind.enterRotary,
    enterAtExit: TurnKind.enterRotaryAtExit,
    touch: TurnKind.touchRotary,
    exit: TurnKind.exitRotary,
  },
  [CircularJunctionKind.roundaboutTurn]: {
    enter: TurnKind.enterRoundaboutTurn,
    enterAtExit: TurnKind.enterRoundaboutTurnAtExit,
    touch: TurnKind.touchRoundaboutTurn,
    exit: TurnKind.exitRoundaboutTurn,
  },
} as const

/** Classifies the turns at a roundabout. Returns false if there is no roundabout, so that other rules apply. */
export function classifyRoundaboutTurns(view: JunctionView, circles: CircularJunctions): boolean {
  const { survey, from, branches } = view
  const isFromCircle = survey.isCircular(from)
  if (!isFromCircle && !branches.some(({ turn, side }) => turn !== NO_ID && survey.isCircular(side))) return false
  const kind = circles.kindAt(survey.head(from))
  if (kind === CircularJunctionKind.none) return false
  if (isFromCircle) classifyInside(view, kind)
  else classifyEntry(view, kind)
  return true
}

function classifyInside(view: JunctionView, circle: keyof typeof kindsByJunction): void {
  const { survey, from, branches } = view
  const isExitCounted = hasCountedExit(view)
  const hasExits = countLeavingArcs(view) > 1
  for (const branch of branches) {
    if (!survey.isCircular(branch.side)) setManeuver(branch, kindsByJunction[circle].exit)
    else if (!hasExits) setManeuver(branch, branches.length === 2 ? TurnKind.none : TurnKind.silent)
    // A service road counts as an exit only if the roundabout itself is a service road. Drivers do not count a farm
    // gate as an exit.
    else setManeuver(branch, isExitCounted || isMinor(survey.classOf(from)) ? TurnKind.passExit : TurnKind.silent)
  }
}

function hasCountedExit({ survey, from }: JunctionView): boolean {
  const node = survey.head(from)
  for (let i = survey.sideFirst[node]; i < survey.sideFirst[node + 1]; i++) {
    const edgeSide = survey.side[i]
    if (
      survey.network.edges.arc[edgeSide] !== NO_ID &&
      !survey.isCircular(edgeSide) &&
      !isMinor(survey.classOf(edgeSide))
    )
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

function classifyEntry(view: JunctionView, circle: keyof typeof kindsByJunction): void {
  const { survey, branches } = view
  const isAfterExit = isExitBeforeRing(view)
  let isBeyondRing = false
  for (const branch of sortByDrivingSide(view)) {
    const isRingBranch = survey.isCircular(branch.side)
    if (isRingBranch) isBeyondRing = !isBeyondRing
    if (branch.turn === NO_ID) continue
    if (isRingBranch)
      setManeuver(branch, isAfterExit ? kindsByJunction[circle].enterAtExit : kindsByJunction[circle].enter)
    // The road leads straight through the middle, and the ring only crosses it.
    else if (isBeyondRing && Math.abs(branch.deflection) < 25) classifyObviousRoad(view, branches.indexOf(branch))
    else setManeuver(branch, kindsByJunction[circle].touch)
  }
}

/** Returns true if a vehicle that enters the roundabout passes an exit at this node. */
function isExitBeforeRing(view: JunctionView): boolean {
  const { survey, from } = view
  for (const { turn, side } of sortByDrivingSide(view)) {
    if (turn === NO_ID) continue
    if (survey.isCircular(side)) return false
    if (survey.head(side) !== survey.tail(from)) return true
  }
  return false
}

/** Returns the branches in order, starting from the side of the road on which traffic drives. */
function sortByDrivingSide({ survey, from, branches }: JunctionView): readonly Branch[] {
  const isLeftHandTraffic = (survey.network.roads.flags[survey.roadOf(from)] & RoadFlag.leftHandTraffic) !== 0
  return isLeftHandTraffic ? branches.toReversed() : branches
}
