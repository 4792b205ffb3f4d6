import { NO_ID } from '../../sentinels.ts'
import { angleBetween, Direction, toDirection } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isMotorwayLike, isRamp } from '../survey/road-traits.ts'
import type { Branch, JunctionView } from './junction-view.ts'

export function setManeuver(
  branch: Branch,
  kind: TurnKind,
  direction: Direction = toDirection(branch.deflection),
): void {
  branch.kind = kind
  branch.direction = direction
}

/**
 * Returns the kind of a turn that always needs an instruction: onto a ramp, along the same street, or into another
 * street.
 */
export function chooseBasicKind({ survey, from }: JunctionView, branch: Branch): TurnKind {
  if (!isRamp(survey.classOf(from)) && isRamp(branch.roadClass)) return TurnKind.onRamp
  return isSameStreet(survey.names, survey.roadOf(from), branch.road) ? TurnKind.continue : TurnKind.turn
}

export function isSameStreet(names: JunctionView['survey']['names'], from: number, to: number): boolean {
  return names.isNamed(from) && names.isNamed(to) && !names.isNameChange(from, to)
}

export function classifyBasicTurn(view: JunctionView, branch: Branch, direction?: Direction): void {
  if (branch.turn !== NO_ID) setManeuver(branch, chooseBasicKind(view, branch), direction)
}

/** Classifies the continuing road, which needs an instruction only if the name or travel mode changes. */
export function classifyObviousRoad(view: JunctionView, index: number, crossing = isThroughStreet(view, index)): void {
  const { survey, from, branches } = view
  const branch = branches[index]
  const kind = chooseBasicKind(view, branch)
  if (kind === TurnKind.onRamp) return setManeuver(branch, kind)
  if (Math.abs(branch.deflection) === 180) return setManeuver(branch, TurnKind.continue, Direction.uturn)
  const hasModeChange = survey.changesMode(from, branch.side)
  if (survey.names.isNameChange(survey.roadOf(from), branch.road) && kind === TurnKind.turn) {
    if (crossing) return classifyOntoThroughStreet(view, branch, hasModeChange)
    return setManeuver(branch, hasModeChange ? TurnKind.notification : TurnKind.newName)
  }
  if (hasModeChange) return setManeuver(branch, TurnKind.notification)
  setManeuver(branch, branches.length > 2 ? TurnKind.silent : TurnKind.none)
}

/** Classifies a turn where the current road ends at a through street. */
function classifyOntoThroughStreet({ survey, from }: JunctionView, branch: Branch, modeChanges: boolean): void {
  if (isMotorwayLike(branch.roadClass)) {
    return setManeuver(branch, TurnKind.merge, branch.deflection < 0 ? Direction.slightRight : Direction.slightLeft)
  }
  if (isRamp(survey.classOf(from)) && isRamp(branch.roadClass)) {
    return setManeuver(branch, modeChanges ? TurnKind.notification : TurnKind.silent)
  }
  const isNearlyStraight = Math.abs(branch.deflection) < 40 && survey.lengthMeters(branch.side) > 60
  setManeuver(branch, TurnKind.turn, isNearlyStraight ? Direction.straight : toDirection(branch.deflection))
}

/**
 * Returns true if the road of a branch continues on the other side of the junction. In this case, the driver joins a
 * through street.
 */
export function isThroughStreet({ survey, branches }: JunctionView, index: number): boolean {
  const branch = branches[index]
  if (!survey.names.hasNameOrRef(branch.road)) return false
  for (let i = 1; i < branches.length; i++) {
    const otherBranch = branches[i]
    if (
      i !== index &&
      angleBetween(otherBranch.deflection, branch.deflection) > 155 &&
      otherBranch.roadClass === branch.roadClass &&
      survey.names.isSame(branch.road, otherBranch.road)
    ) {
      return true
    }
  }
  return false
}
