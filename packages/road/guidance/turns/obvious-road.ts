import { ArcFlag, isLink } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleApart, Direction, deflectionBetween, reverseBearing, toDirection } from '../angles.ts'
import { groupOf, isLesser, isLinkOf, isMinor, isMotorwayLike, isRamp, rankOf } from '../survey/road-traits.ts'
import type { Branch, JunctionView } from './junction-view.ts'

/**
 * The road that drivers follow without an instruction: its index among the branches, or -1. This decides which turns
 * are announced.
 */
export function findObvious(view: JunctionView): number {
  const { branches, survey } = view
  const { names } = survey
  if (branches.length === 1) return -1
  if (branches.length === 2) return 1
  const fromRoad = survey.roadOf(view.from)
  const fromClass = survey.classOf(view.from)
  const isOpen = (branch: Branch) => branch.turn !== NO_ID
  // For a driver on a street, a ramp never continues the road, whatever road it leads to.
  const isEqual = ({ turn, roadClass }: Branch) =>
    turn !== NO_ID &&
    !isLesser(roadClass, fromClass) &&
    !isLinkOf(roadClass, fromClass) &&
    (!isRamp(roadClass) || isRamp(fromClass))

  const sameRoad = view.closestTo(0, (branch) => {
    if (!isEqual(branch) || names.isSigned(fromRoad) !== names.isSigned(branch.road)) return false
    if (!names.isSigned(fromRoad) && !(isMinor(fromClass) && isMinor(branch.roadClass))) return false
    return !names.changes(fromRoad, branch.road)
  })
  if (sameRoad !== -1 && standsOut(view, sameRoad)) return unlessIntoCircle(view, sameRoad)

  const equalRoad = view.closestTo(0, isEqual)
  if (equalRoad !== -1 && standsOut(view, equalRoad)) return unlessIntoCircle(view, equalRoad)

  const straightest = view.closestTo(0, isOpen)
  if (straightest === -1) return -1
  const candidate = branches[straightest]
  const turn = Math.abs(candidate.deflection)
  if (straightest !== equalRoad && !isMinor(candidate.roadClass)) {
    const alone = turn <= 90 && branches.filter((branch) => Math.abs(branch.deflection) <= 90).length === 1
    if ((turn <= 60 || alone) && standsOut(view, straightest)) return unlessIntoCircle(view, straightest)
  }
  if (isMotorwayLike(candidate.roadClass) && turn <= 60 && view.countEntries() === 1) {
    return unlessIntoCircle(view, straightest)
  }
  return isOneWaySplit(view) ? unlessIntoCircle(view, straightest) : -1
}

function unlessIntoCircle(view: JunctionView, index: number): number {
  const { survey, from, branches } = view
  return index === 0 || survey.isRoundabout(from) !== survey.isRoundabout(branches[index].side) ? -1 : index
}

/** All three roads are one street and only one may be entered: merging carriageways, not a T-junction. */
function isOneWaySplit(view: JunctionView): boolean {
  const { branches, survey, from } = view
  if (branches.length !== 3 || view.countEntries() !== 1 || !survey.names.isSigned(survey.roadOf(from))) return false
  if (!branches.every((branch) => survey.hasSameSign(branch.side, from))) return false
  return angleApart(branches[1].deflection, 90) > 40 || angleApart(branches[2].deflection, -90) > 40
}

/** True if no other road is an equally plausible continuation. */
function standsOut(view: JunctionView, index: number): boolean {
  const candidate = view.branches[index]
  const narrow = Math.abs(candidate.deflection) < 60
  for (let i = 1; i < view.branches.length; i++) {
    const other = view.branches[i]
    if (other === candidate) continue
    if (narrow ? rivalsAhead(view, candidate, other) : rivalsInBend(view, candidate, other)) return false
  }
  return true
}

/** For a nearly straight candidate: true if `other` is also plausible. */
function rivalsAhead(view: JunctionView, candidate: Branch, other: Branch): boolean {
  const { survey, branches, from } = view
  const { names } = survey
  const fromRoad = survey.roadOf(from)
  const fromClass = survey.classOf(from)
  const turn = Math.abs(candidate.deflection)
  const otherTurn = Math.abs(other.deflection)
  if (turn < 40 && other.turn === NO_ID) return false

  const clearlyMore = otherTurn > 2 * turn && otherTurn - turn > 12.5
  const somewhatMore = otherTurn > 1.4 * turn
  if (clearlyMore && isRestricted(view, other) && !isRestricted(view, candidate) && !isSideRestricted(view, from))
    return false
  if (
    survey.isRoundabout(from) === survey.isRoundabout(candidate.side) &&
    survey.isRoundabout(from) !== survey.isRoundabout(other.side) &&
    turn < otherTurn
  ) {
    return false
  }
  const keepsName = !names.changes(fromRoad, candidate.road)
  const otherChangesName = names.changes(fromRoad, other.road)
  if (clearlyMore && (keepsName || otherChangesName) && !isLaneFork(view, candidate, other)) return false

  if (branches.length >= 4) {
    // A road that crosses from one side to the other does not continue the crossed road.
    const across = view.branches[closestBearing(view, reverseBearing(other.bearing))]
    const sameStreet = !names.changes(across.road, other.road)
    const apart = angleApart(across.deflection, other.deflection)
    if (clearlyMore && (sameStreet || apart > 140)) return false
    if (keepsName && otherChangesName && somewhatMore && sameStreet && apart > 155) return false
  }
  if (clearlyMore && rankOf(fromClass) > 6) return false
  if (
    clearlyMore &&
    turn < 25 &&
    survey.lanesOf(candidate.side) > 0 &&
    survey.lanesOf(candidate.side) === survey.lanesOf(from)
  ) {
    return false
  }

  const sameRank = rankOf(fromClass) === rankOf(candidate.roadClass)
  if (sameRank && keepsName && somewhatMore) {
    if (rankOf(candidate.roadClass) < rankOf(other.roadClass)) return false
    if (rankOf(candidate.roadClass) > rankOf(other.roadClass) + 4) return false
  }
  if (isMuchLess(view, candidate, other)) return false
  if (sameRank && otherChangesName && groupOf(fromClass) < groupOf(other.roadClass)) {
    if (names.changes(candidate.road, other.road)) return false
  }
  return !(sameRank && isLink(other.roadClass))
}

/** For a turning candidate: true if `other` is also plausible. Access does not matter for perception. */
function rivalsInBend(view: JunctionView, candidate: Branch, other: Branch): boolean {
  const { branches } = view
  const back = branches[0]
  const turn = Math.abs(candidate.deflection)
  const otherTurn = Math.abs(other.deflection)
  if (toDirection(other.deflection) !== Direction.straight && isMuchLess(view, candidate, other)) return false
  if (otherTurn > 2 * turn) return false
  const { near } = view.survey
  if (angleApart(near[back.side], back.bearing) > 25) {
    // The arriving road bends just before the junction, so the geometry within the junction counts.
    const onward = toDirection(deflectionBetween(reverseBearing(near[other.side]), near[candidate.side]))
    if (onward !== Direction.straight && Math.abs(other.nearDeflection) > 2 * Math.abs(candidate.nearDeflection))
      return false
  }
  return true
}

/** A less important road with fewer lanes, or only a link between the relevant roads. */
function isMuchLess({ survey, from }: JunctionView, candidate: Branch, other: Branch): boolean {
  const fromClass = survey.classOf(from)
  const lanes = survey.lanesOf(other.side)
  if (
    lanes > 0 &&
    lanes + 1 < survey.lanesOf(from) &&
    isLesser(other.roadClass, fromClass) &&
    isLesser(other.roadClass, candidate.roadClass)
  ) {
    return true
  }
  return isLinkOf(other.roadClass, fromClass) && isLinkOf(other.roadClass, candidate.roadClass)
}

/** The lanes split into two halves. */
function isLaneFork({ survey, from }: JunctionView, candidate: Branch, other: Branch): boolean {
  const lanes = survey.lanesOf(other.side)
  return (
    lanes > 0 &&
    survey.lanesOf(candidate.side) === lanes &&
    survey.lanesOf(from) === 2 * lanes &&
    angleApart(candidate.deflection, other.deflection) < 60
  )
}

const isRestricted = (view: JunctionView, branch: Branch): boolean => isSideRestricted(view, branch.side)

function isSideRestricted({ survey: { network } }: JunctionView, side: number): boolean {
  const arc = network.edges.arc[side] === NO_ID ? network.edges.arc[side ^ 1] : network.edges.arc[side]
  return arc !== NO_ID && (network.arcs.flags[arc] & ArcFlag.restricted) !== 0
}

function closestBearing({ branches }: JunctionView, bearing: number): number {
  let best = 0
  for (let i = 1; i < branches.length; i++) {
    if (angleApart(branches[i].bearing, bearing) < angleApart(branches[best].bearing, bearing)) best = i
  }
  return best
}
