import { TravelMode } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { Direction } from './angles.ts'
import { getSurveyResult } from './guidance-index.ts'
import { encodeManeuver, TurnKind, TurnTrait } from './maneuver-code.ts'
import { isMotorwayLike } from './survey/road-traits.ts'
import { setManeuver } from './turns/basic-turns.ts'
import { classifyRoundaboutTurns } from './turns/circle-turns.ts'
import { CircularJunctions } from './turns/circles.ts'
import { classifyPastDriveways, passesOnlyDriveways } from './turns/driveways.ts'
import { JunctionView } from './turns/junction-view.ts'
import { findMedians } from './turns/medians.ts'
import { classifyMotorwayTurns, isMotorwayJunction } from './turns/motorways.ts'
import { classifyOrdinaryTurns } from './turns/plain-turns.ts'
import { SliproadCorner } from './turns/sliproad-scene.ts'
import { markSliproads } from './turns/sliproads.ts'

/**
 * Computes one maneuver code per turn; see maneuver-code.ts. The function runs once per dataset and shares the junction
 * survey with the guidance index.
 */
export function annotateTurns(network: RoadNetwork): Uint16Array {
  const surveyResult = getSurveyResult(network)
  const { survey } = surveyResult
  const { arcs, turns } = network
  const maneuverCodes = new Uint16Array(turns.count)
  const circularJunctions = new CircularJunctions(survey)
  const medians = findMedians(surveyResult)
  const view = new JunctionView(survey)
  const sliproadCorner = new SliproadCorner(survey)
  for (let arc = 0; arc < arcs.count; arc++) {
    if (turns.first[arc] === turns.first[arc + 1]) continue
    view.load(arcs.edgeSide[arc], arc, surveyResult)
    classifyTurns(view, circularJunctions, sliproadCorner)
    classifyAreaCrossings(view)
    writeCodes(view, medians, maneuverCodes)
  }
  return maneuverCodes
}

function classifyTurns(view: JunctionView, circles: CircularJunctions, scene: SliproadCorner): void {
  if (isBetweenFerries(view)) return
  if (!classifyRoundaboutTurns(view, circles)) {
    classifyByAngle(view)
    if (passesOnlyDriveways(view)) classifyPastDriveways(view)
    else if (isMotorwayJunction(view)) classifyMotorwayTurns(view)
    else classifyOrdinaryTurns(view)
  }
  if (view.branches.length > 2) markSliproads(view, scene)
  if (isMotorwayLike(view.survey.classOf(view.from))) {
    for (const branch of view.branches) if (branch.kind === TurnKind.onRamp) branch.kind = TurnKind.offRamp
  }
}

/** Classifies turns by angle. The junction rules overwrite this default classification. */
function classifyByAngle({ from, branches }: JunctionView): void {
  for (const branch of branches) {
    if (branch.turn === NO_ID) continue
    if (branch.side === (from ^ 1)) setManeuver(branch, TurnKind.continue, Direction.uturn)
    else setManeuver(branch, TurnKind.turn)
  }
}

/** Maximum deflection at which a path across a square counts as continuing straight. */
const MAX_STRAIGHT_DEGREES = 30

/** Classifies paths across areas. These paths need no junction rules, because users only need the direction. */
function classifyAreaCrossings({ survey, from, areaCrossings }: JunctionView): void {
  for (const branch of areaCrossings) {
    if (branch.turn === NO_ID) continue
    const isTurn = Math.abs(branch.deflection) > MAX_STRAIGHT_DEGREES
    if (survey.modeOf(from) !== survey.modeOf(branch.side)) setManeuver(branch, TurnKind.notification)
    else if (isTurn) setManeuver(branch, TurnKind.turn)
    else if (survey.names.isNameChange(survey.roadOf(from), branch.road)) setManeuver(branch, TurnKind.newName)
    else setManeuver(branch, TurnKind.silent)
  }
}

/**
 * Returns true for a junction between ferry or train lines. Drivers do not steer there, so they need no instruction.
 */
function isBetweenFerries({ survey, from, branches }: JunctionView): boolean {
  const mode = survey.modeOf(from)
  const isCarried = mode === TravelMode.ferry || mode === TravelMode.train
  return isCarried && branches.every(({ side }) => survey.modeOf(side) === mode)
}

function writeCodes(view: JunctionView, medians: Uint8Array, codes: Uint16Array): void {
  const { branches } = view
  const commonTraitBits =
    (view.countEntries() === 1 ? TurnTrait.onlyChoice : 0) | (branches.length === 2 ? TurnTrait.noCrossing : 0)
  for (const branch of [...branches, ...view.areaCrossings]) {
    if (branch.turn === NO_ID) continue
    const traitBits =
      commonTraitBits |
      (isStraightest(view, branch.deflection, branch.turn) ? TurnTrait.straightest : 0) |
      (medians[branch.side] === 1 ? TurnTrait.intoMedian : 0)
    codes[branch.turn] = encodeManeuver(branch.kind, branch.direction, traitBits)
  }
}

/** Returns true if the turn is roughly straight and no other open branch is clearly straighter. */
function isStraightest({ branches }: JunctionView, deflection: number, turn: number): boolean {
  if (Math.abs(deflection) > 55) return false
  return branches.every(
    (otherBranch) =>
      otherBranch.turn === NO_ID ||
      otherBranch.turn === turn ||
      Math.abs(otherBranch.deflection - deflection) <= 10 ||
      Math.abs(otherBranch.deflection) >= Math.abs(deflection),
  )
}
