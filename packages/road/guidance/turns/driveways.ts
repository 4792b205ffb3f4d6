import { NO_ID } from '../../sentinels.ts'
import { Direction } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { isMinor } from '../survey/road-traits.ts'
import { isSameStreet, setManeuver } from './basic-turns.ts'
import type { JunctionView } from './junction-view.ts'

/**
 * Returns true if a road only passes service roads at this junction. The road then continues regardless of its
 * geometry.
 */
export function passesOnlyDriveways({ survey, from, branches }: JunctionView): boolean {
  if (branches.length <= 2 || isMinor(survey.classOf(from))) return false
  let minorCount = 0
  for (const branch of branches) if (isMinor(branch.roadClass)) minorCount++
  return minorCount + 2 === branches.length
}

export function classifyPastDriveways({ survey, from, branches }: JunctionView): void {
  const mainIndex = branches.findIndex((branch, i) => i > 0 && !isMinor(branch.roadClass))
  if (mainIndex === -1 || branches[mainIndex].turn === NO_ID) return
  const keepsName = isSameStreet(survey.names, survey.roadOf(from), branches[mainIndex].road)
  setManeuver(branches[mainIndex], keepsName ? TurnKind.none : TurnKind.newName)
  if (branches[mainIndex].direction !== Direction.straight) return
  branches.forEach((branch, i) => {
    if (i === mainIndex || branch.direction !== Direction.straight) return
    branch.direction = i < mainIndex ? Direction.slightRight : Direction.slightLeft
  })
}
