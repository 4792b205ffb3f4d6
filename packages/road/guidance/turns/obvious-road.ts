import { ArcFlag, isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleBetween, Direction, deflectionBetween, reverseBearing, toDirection } from '../angles.ts'
import {
  getRank,
  getRoadClassGroup,
  isLessImportant,
  isLinkOf,
  isMinor,
  isMotorwayLike,
  isRamp,
} from '../survey/road-traits.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/**
 * Returns the index of the branch that drivers follow without an instruction, or -1. The result determines which turns
 * are announced.
 */
export function findObviousBranch(view: JunctionView): number {
  const { branches, survey } = view
  const { names } = survey
  if (branches.length === 1) return -1
  if (branches.length === 2) return 1
  const fromRoad = survey.roadOf(view.from)
  const fromClass = survey.classOf(view.from)
  const isOpen = (branch: Branch) => branch.turn !== NO_ID
  // For a driver on a street, a ramp never continues the road, regardless of where the ramp leads.
  const isEquallyImportant = ({ turn, roadClass }: Branch) =>
    turn !== NO_ID &&
    !isLessImportant(roadClass, fromClass) &&
    !isLinkOf(roadClass, fromClass) &&
    (!isRamp(roadClass) || isRamp(fromClass))

  const sameRoadIndex = view.findClosestTo(0, (branch) => {
    if (!isEquallyImportant(branch) || names.hasNameOrRef(fromRoad) !== names.hasNameOrRef(branch.road)) return false
    if (!names.hasNameOrRef(fromRoad) && !(isMinor(fromClass) && isMinor(branch.roadClass))) return false
    return !names.isNameChange(fromRoad, branch.road)
  })
  if (sameRoadIndex !== -1 && isClearlyObvious(view, sameRoadIndex)) return rejectRoundaboutChange(view, sameRoadIndex)

  const equalRoad = view.findClosestTo(0, isEquallyImportant)
  if (equalRoad !== -1 && isClearlyObvious(view, equalRoad)) return rejectRoundaboutChange(view, equalRoad)

  const straightest = view.findClosestTo(0, isOpen)
  if (straightest === -1) return -1
  const candidate = branches[straightest]
  const turn = Math.abs(candidate.deflection)
  if (straightest !== equalRoad && !isMinor(candidate.roadClass)) {
    const isOnlyForwardBranch =
      turn <= 90 && branches.filter((branch) => Math.abs(branch.deflection) <= 90).length === 1
    if ((turn <= 60 || isOnlyForwardBranch) && isClearlyObvious(view, straightest))
      return rejectRoundaboutChange(view, straightest)
  }
  if (isMotorwayLike(candidate.roadClass) && turn <= 60 && view.countEntries() === 1) {
    return rejectRoundaboutChange(view, straightest)
  }
  return isOneWaySplit(view) ? rejectRoundaboutChange(view, straightest) : -1
}

function rejectRoundaboutChange(view: JunctionView, index: number): number {
  const { survey, from, branches } = view
  return index === 0 || survey.isRoundabout(from) !== survey.isRoundabout(branches[index].side) ? -1 : index
}

/**
 * Returns true if all three roads are one street and only one of them is open. The junction is then a merge of
 * carriageways, not a T-junction.
 */
function isOneWaySplit(view: JunctionView): boolean {
  const { branches, survey, from } = view
  if (branches.length !== 3 || view.countEntries() !== 1 || !survey.names.hasNameOrRef(survey.roadOf(from)))
    return false
  if (!branches.every((branch) => survey.hasSameName(branch.side, from))) return false
  return angleBetween(branches[1].deflection, 90) > 40 || angleBetween(branches[2].deflection, -90) > 40
}

/** Returns true if no other road is an equally plausible continuation. */
function isClearlyObvious(view: JunctionView, index: number): boolean {
  const candidate = view.branches[index]
  const isForward = Math.abs(candidate.deflection) < 60
  for (let i = 1; i < view.branches.length; i++) {
    const rival = view.branches[i]
    if (rival === candidate) continue
    if (isForward ? isRivalAhead(view, candidate, rival) : isRivalInBend(view, candidate, rival)) return false
  }
  return true
}

/** Returns true if `rival` is also plausible next to a nearly straight candidate. */
function isRivalAhead(view: JunctionView, candidate: Branch, rival: Branch): boolean {
  const { survey, branches, from } = view
  const { names } = survey
  const fromRoad = survey.roadOf(from)
  const fromClass = survey.classOf(from)
  const turn = Math.abs(candidate.deflection)
  const rivalTurn = Math.abs(rival.deflection)
  if (turn < 40 && rival.turn === NO_ID) return false

  const isRivalClearlySharper = rivalTurn > 2 * turn && rivalTurn - turn > 12.5
  const isRivalSharper = rivalTurn > 1.4 * turn
  if (
    isRivalClearlySharper &&
    isRestricted(view, rival) &&
    !isRestricted(view, candidate) &&
    !isSideRestricted(view, from)
  )
    return false
  if (
    survey.isRoundabout(from) === survey.isRoundabout(candidate.side) &&
    survey.isRoundabout(from) !== survey.isRoundabout(rival.side) &&
    turn < rivalTurn
  ) {
    return false
  }
  const keepsName = !names.isNameChange(fromRoad, candidate.road)
  const rivalChangesName = names.isNameChange(fromRoad, rival.road)
  if (isRivalClearlySharper && (keepsName || rivalChangesName) && !isLaneFork(view, candidate, rival)) return false

  if (branches.length >= 4) {
    // A road that crosses from one side to the other does not continue the crossed road.
    const oppositeBranch = view.branches[findClosestBearing(view, reverseBearing(rival.bearing))]
    const sameStreet = !names.isNameChange(oppositeBranch.road, rival.road)
    const crossingAngle = angleBetween(oppositeBranch.deflection, rival.deflection)
    if (isRivalClearlySharper && (sameStreet || crossingAngle > 140)) return false
    if (keepsName && rivalChangesName && isRivalSharper && sameStreet && crossingAngle > 155) return false
  }
  if (isRivalClearlySharper && getRank(fromClass) > 6) return false
  if (
    isRivalClearlySharper &&
    turn < 25 &&
    survey.lanesOf(candidate.side) > 0 &&
    survey.lanesOf(candidate.side) === survey.lanesOf(from)
  ) {
    return false
  }

  const sameRank = getRank(fromClass) === getRank(candidate.roadClass)
  if (sameRank && keepsName && isRivalSharper) {
    if (getRank(candidate.roadClass) < getRank(rival.roadClass)) return false
    if (getRank(candidate.roadClass) > getRank(rival.roadClass) + 4) return false
  }
  if (isMuchLessImportant(view, candidate, rival)) return false
  if (sameRank && rivalChangesName && getRoadClassGroup(fromClass) < getRoadClassGroup(rival.roadClass)) {
    if (names.isNameChange(candidate.road, rival.road)) return false
  }
  return !(sameRank && isLink(rival.roadClass))
}

/**
 * Returns true if `rival` is also plausible next to a turning candidate. Access does not affect how drivers perceive
 * the junction.
 */
function isRivalInBend(view: JunctionView, candidate: Branch, rival: Branch): boolean {
  const { branches } = view
  const reverseBranch = branches[0]
  const turn = Math.abs(candidate.deflection)
  const rivalTurn = Math.abs(rival.deflection)
  if (toDirection(rival.deflection) !== Direction.straight && isMuchLessImportant(view, candidate, rival)) return false
  if (rivalTurn > 2 * turn) return false
  const { initialBearing } = view.survey
  if (angleBetween(initialBearing[reverseBranch.side], reverseBranch.bearing) > 25) {
    // If the arriving road bends just before the junction, the geometry within the junction is decisive.
    const directionFromRival = toDirection(
      deflectionBetween(reverseBearing(initialBearing[rival.side]), initialBearing[candidate.side]),
    )
    if (
      directionFromRival !== Direction.straight &&
      Math.abs(rival.initialDeflection) > 2 * Math.abs(candidate.initialDeflection)
    )
      return false
  }
  return true
}

/** Returns true for a less important road with fewer lanes, or for a link between the relevant roads. */
function isMuchLessImportant({ survey, from }: JunctionView, candidate: Branch, rival: Branch): boolean {
  const fromClass = survey.classOf(from)
  const laneCount = survey.lanesOf(rival.side)
  if (
    laneCount > 0 &&
    laneCount + 1 < survey.lanesOf(from) &&
    isLessImportant(rival.roadClass, fromClass) &&
    isLessImportant(rival.roadClass, candidate.roadClass)
  ) {
    return true
  }
  return isLinkOf(rival.roadClass, fromClass) && isLinkOf(rival.roadClass, candidate.roadClass)
}

/** Returns true if the lanes split into two halves. */
function isLaneFork({ survey, from }: JunctionView, candidate: Branch, rival: Branch): boolean {
  const laneCount = survey.lanesOf(rival.side)
  return (
    laneCount > 0 &&
    survey.lanesOf(candidate.side) === laneCount &&
    survey.lanesOf(from) === 2 * laneCount &&
    angleBetween(candidate.deflection, rival.deflection) < 60
  )
}

const isRestricted = (view: JunctionView, branch: Branch): boolean => isSideRestricted(view, branch.side)

function isSideRestricted({ survey: { network } }: JunctionView, edgeSide: number): boolean {
  const arc = network.edges.arc[edgeSide] === NO_ID ? network.edges.arc[edgeSide ^ 1] : network.edges.arc[edgeSide]
  return arc !== NO_ID && (network.arcs.flags[arc] & ArcFlag.restricted) !== 0
}

function findClosestBearing({ branches }: JunctionView, bearing: number): number {
  let bestBranch = 0
  for (let i = 1; i < branches.length; i++) {
    if (angleBetween(branches[i].bearing, bearing) < angleBetween(branches[bestBranch].bearing, bearing)) bestBranch = i
  }
  return bestBranch
}
