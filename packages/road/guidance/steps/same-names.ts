import { DriveRecord } from '../../network/drive-column.ts'
import type { RouteLeg } from '../../route/leg.ts'
import { Direction } from '../angles.ts'
import { TurnKind } from '../maneuver-code.ts'
import { absorbStep, type DraftStep, type GuidanceSource, removeAbsorbed } from './draft-step.ts'
import { MAX_JUNCTION_METERS } from './join-rules.ts'
import { findLanesInto } from './lanes.ts'

/**
 * Corrects turns onto the road that the vehicle is already on. Such a turn becomes "continue", and a straight one needs
 * no instruction. Joined maneuvers and ref changes cause such turns, because they change the road after the junction
 * was classified.
 */
export function keepSameNames(source: GuidanceSource, leg: RouteLeg, drafts: DraftStep[]): void {
  let announcedStep = drafts[0]
  for (let i = 1; i + 1 < drafts.length; i++) {
    const draft = drafts[i]
    if (!announcesRoad(draft) || !isOnNamedRoad(source, leg, announcedStep, draft)) {
      announcedStep = draft
      continue
    }
    const isNeeded = draft.direction !== Direction.straight || draft.mode !== announcedStep.mode
    if (isNeeded || findLanesInto(source, leg, draft).length > 0) {
      draft.kind = TurnKind.continue
      announcedStep = draft
    } else absorbStep(announcedStep, draft)
  }
  removeAbsorbed(drafts)
}

function announcesRoad({ kind, direction }: DraftStep): boolean {
  if (direction === Direction.uturn) return false
  return kind === TurnKind.turn || kind === TurnKind.endOfRoad || kind === TurnKind.newName
}

/** Returns true if the step leads to the road that was announced last, or to the road before its maneuver. */
function isOnNamedRoad(
  { network }: GuidanceSource,
  leg: RouteLeg,
  announcedStep: DraftStep,
  draft: DraftStep,
): boolean {
  const { arcs, edges, roads } = network
  const name = roads.name[edges.road[draft.nameSide >> 1]]
  if (name === 0) return false
  if (name === roads.name[edges.road[announcedStep.nameSide >> 1]]) return true
  // A short edge before the maneuver lies within the junction and may have the name of the street that the route
  // enters.
  let meters = 0
  for (let i = draft.firstArc - 1; i >= announcedStep.firstArc && meters <= MAX_JUNCTION_METERS; i--) {
    const arc = leg.arcs[i] * DriveRecord.SIZE
    if (roads.name[edges.road[arcs.drive[arc + DriveRecord.EDGE_SIDE] >> 1]] !== name) return false
    meters += arcs.drive[arc + DriveRecord.LENGTH_CM] / 100
  }
  return meters > MAX_JUNCTION_METERS
}
