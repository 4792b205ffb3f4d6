import { TravelMode } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { Direction } from './angles.ts'
import { surveyOf } from './guidance-index.ts'
import { encodeManeuver, TurnKind, TurnTrait } from './maneuver-code.ts'
import { isMotorwayLike } from './survey/road-traits.ts'
import { say } from './turns/basic-turns.ts'
import { sayCircleTurns } from './turns/circle-turns.ts'
import { Circles } from './turns/circles.ts'
import { isPastDriveways, sayPastDriveways } from './turns/driveways.ts'
import { JunctionView } from './turns/junction-view.ts'
import { findMedians } from './turns/medians.ts'
import { isMotorwayJunction, sayMotorwayTurns } from './turns/motorways.ts'
import { sayPlainTurns } from './turns/plain-turns.ts'
import { SliproadScene } from './turns/sliproad-scene.ts'
import { markSliproads } from './turns/sliproads.ts'

/**
 * Computes one maneuver code per turn, see maneuver-code.ts. Runs once per dataset and shares the junction survey with
 * the guidance index.
 */
export function annotateTurns(network: RoadNetwork): Uint16Array {
  const surveyed = surveyOf(network)
  const { survey } = surveyed
  const { arcs, turns } = network
  const codes = new Uint16Array(turns.count)
  const circles = new Circles(survey)
  const medians = findMedians(surveyed)
  const view = new JunctionView(survey)
  const scene = new SliproadScene(survey)
  for (let arc = 0; arc < arcs.count; arc++) {
    if (turns.first[arc] === turns.first[arc + 1]) continue
    view.look(arcs.edgeSide[arc], arc, surveyed)
    sayTurns(view, circles, scene)
    writeCodes(view, medians, codes)
  }
  return codes
}

function sayTurns(view: JunctionView, circles: Circles, scene: SliproadScene): void {
  if (isAtSea(view)) return
  if (!sayCircleTurns(view, circles)) {
    sayByAngle(view)
    if (isPastDriveways(view)) sayPastDriveways(view)
    else if (isMotorwayJunction(view)) sayMotorwayTurns(view)
    else sayPlainTurns(view)
  }
  if (view.branches.length > 2) markSliproads(view, scene)
  if (isMotorwayLike(view.survey.classOf(view.from))) {
    for (const branch of view.branches) if (branch.kind === TurnKind.onRamp) branch.kind = TurnKind.offRamp
  }
}

/** Default classification by angle. The junction rules overwrite it. */
function sayByAngle({ from, branches }: JunctionView): void {
  for (const branch of branches) {
    if (branch.turn === NO_ID) continue
    if (branch.side === (from ^ 1)) say(branch, TurnKind.continue, Direction.uturn)
    else say(branch, TurnKind.turn)
  }
}

/** Ferries and trains are not steered, so junctions between their lines need no instruction. */
function isAtSea({ survey, from, branches }: JunctionView): boolean {
  const mode = survey.modeOf(from)
  return mode !== TravelMode.driving && branches.every(({ side }) => survey.modeOf(side) === mode)
}

function writeCodes(view: JunctionView, medians: Uint8Array, codes: Uint16Array): void {
  const { branches } = view
  const shared =
    (view.countEntries() === 1 ? TurnTrait.onlyChoice : 0) | (branches.length === 2 ? TurnTrait.noCrossing : 0)
  for (const branch of branches) {
    if (branch.turn === NO_ID) continue
    const traits =
      shared |
      (isStraightest(view, branch.deflection, branch.turn) ? TurnTrait.straightest : 0) |
      (medians[branch.side] === 1 ? TurnTrait.intoMedian : 0)
    codes[branch.turn] = encodeManeuver(branch.kind, branch.direction, traits)
  }
}

/** Roughly straight, and no other open branch is clearly straighter. */
function isStraightest({ branches }: JunctionView, deflection: number, turn: number): boolean {
  if (Math.abs(deflection) > 55) return false
  return branches.every(
    (other) =>
      other.turn === NO_ID ||
      other.turn === turn ||
      Math.abs(other.deflection - deflection) <= 10 ||
      Math.abs(other.deflection) >= Math.abs(deflection),
  )
}
