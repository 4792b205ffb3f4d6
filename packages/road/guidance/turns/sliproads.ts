import { isLink, RoadClass } from '../../network/attributes.ts'
import { NO_ID } from '../../sentinels.ts'
import { angleBetween } from '../angles.ts'
import { isRoundaboutKind, TurnKind } from '../maneuver-code.ts'
import { isMinor } from '../survey/road-traits.ts'
import { setManeuver } from './basic-turns.ts'
import type { Branch, JunctionView } from './junction-view.ts'
import { findObviousBranch } from './obvious-road.ts'
import type { SliproadCorner } from './sliproad-scene.ts'

/**
 * Marks slip roads that bypass the corner of an intersection. The main road continues to `c`. The
 * slip road leaves the main road at `b` and meets the crossing road at `d`. A driver on the slip
 * road makes one turn, although the map has two.
 *
 *     a --- b ----- c ---
 *            \      |
 *              \    |
 *                 \ d
 */
export function markSliproads(view: JunctionView, scene: SliproadCorner): void {
  const { branches } = view
  // One of the candidates is the continuing road, so at least two candidates are necessary.
  let candidateCount = 0
  for (const branch of branches) if (couldBeSliproad(view, branch)) candidateCount++
  if (candidateCount < 2) return
  const obviousIndex = findContinuingRoad(view, scene)
  if (obviousIndex === -1 || !isSameRoad(view, branches[obviousIndex])) return
  const mainBranch = branches[obviousIndex]
  if (!scene.loadMainJunction(mainBranch.side, maxCornerMeters(mainBranch.roadClass))) return
  let hasSliproad = false
  for (const index of [obviousIndex - 1, obviousIndex + 1]) {
    const branch = branches[index]
    if (index < 1 || branch === undefined || isMinor(branch.roadClass) || !couldBeSliproad(view, branch)) continue
    if (angleBetween(branch.deflection, mainBranch.deflection) < 1e-3) continue
    if (!scene.cutsCorner(view, branch, index < obviousIndex ? 'right' : 'left', maxCornerMeters(branch.roadClass)))
      continue
    branch.kind = TurnKind.sliproad
    hasSliproad = true
  }
  if (hasSliproad && mainBranch.kind === TurnKind.fork) classifyContinuation(mainBranch)
}

function couldBeSliproad({ survey }: JunctionView, branch: Branch): boolean {
  return (
    branch.turn !== NO_ID &&
    !isRoundaboutKind(branch.kind) &&
    Math.abs(branch.deflection) <= 80 &&
    !survey.isRoundabout(branch.side)
  )
}

/** Returns the continuing road. At a fork with two prongs, this is the prong that does not merely join another road. */
function findContinuingRoad(view: JunctionView, scene: SliproadCorner): number {
  const { branches } = view
  const obvious = findObviousBranch(view)
  if (obvious !== -1) return obvious
  if (branches.length !== 3 || branches[1].kind !== TurnKind.fork || branches[2].kind !== TurnKind.fork) return -1
  const rightEnd = scene.findEndJunction(branches[1].side)
  const leftEnd = scene.findEndJunction(branches[2].side)
  const node = view.survey.head(view.from)
  if (rightEnd === undefined || leftEnd === undefined) return -1
  if (rightEnd.isJoining && leftEnd.node !== node) return 2
  return leftEnd.isJoining && rightEnd.node !== node ? 1 : -1
}

function isSameRoad({ survey, from }: JunctionView, main: Branch): boolean {
  return (
    survey.classOf(from) === main.roadClass &&
    survey.modeOf(from) === survey.modeOf(main.side) &&
    survey.names.continuesName(survey.roadOf(from), main.road)
  )
}

/** Classifies the continuing road. This road is no longer a prong of a fork, because the other prong is a slip road. */
function classifyContinuation(main: Branch): void {
  setManeuver(main, Math.abs(main.deflection) < 5 ? TurnKind.silent : TurnKind.continue)
}

/** Returns the maximum distance to the corner in meters. Slip roads along major roads are longer. */
function maxCornerMeters(roadClass: number): number {
  return 250 * (cornerFactorByClass[roadClass] ?? (isLink(roadClass) ? 0.3 : 0.1))
}

const cornerFactorByClass: Readonly<Record<number, number>> = {
  [RoadClass.motorway]: 1,
  [RoadClass.trunk]: 0.8,
  [RoadClass.primary]: 0.8,
  [RoadClass.secondary]: 0.6,
  [RoadClass.tertiary]: 0.5,
  [RoadClass.residential]: 0.4,
  [RoadClass.unclassified]: 0.4,
  [RoadClass.livingStreet]: 0.3,
}
