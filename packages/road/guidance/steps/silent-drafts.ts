import type { RouteLeg } from '../../route/leg.ts'
import { TurnKind } from '../maneuver-code.ts'
import {
  absorbStep,
  type DraftStep,
  type GuidanceSource,
  hasSameName,
  isWaypoint,
  removeAbsorbed,
} from './draft-step.ts'
import { findLanesInto } from './lanes.ts'

/** Minimum length, in meters, of a road section whose new name is announced. */
const MIN_NEW_NAME_METERS = 105

/** Merges silent stretches into the preceding stretch. */
export function dropSilentSteps(source: GuidanceSource, drafts: DraftStep[]): void {
  let lastAnnounced = drafts[0]
  let keptCount = 0
  for (let i = 0; i < drafts.length; i++) {
    const draft = drafts[i]
    if (draft.kind === TurnKind.silent || draft.kind === TurnKind.passExit) {
      absorbStep(lastAnnounced, draft)
      continue
    }
    drafts[keptCount++] = draft
    if (isWaypoint(draft)) continue
    // The phrase "at the end of the road" helps only if the driver has passed other roads.
    if (draft.kind === TurnKind.endOfRoad && lastAnnounced.junctionCount < 2) {
      draft.kind = hasSameName(source, lastAnnounced, draft) ? TurnKind.continue : TurnKind.turn
    }
    lastAnnounced = draft
  }
  drafts.length = keptCount
}

/** Drops names that were just announced and names that apply only briefly. */
export function dropShortNames(source: GuidanceSource, leg: RouteLeg, drafts: DraftStep[]): void {
  let announcedStep = drafts[0]
  for (let i = 1; i + 1 < drafts.length; i++) {
    const draft = drafts[i]
    if (isDroppable(source, leg, announcedStep, draft)) absorbStep(announcedStep, draft)
    else announcedStep = draft
  }
  removeAbsorbed(drafts)
}

function isDroppable(source: GuidanceSource, leg: RouteLeg, announcedStep: DraftStep, draft: DraftStep): boolean {
  if (draft.kind !== TurnKind.newName || draft.mode !== announcedStep.mode) return false
  if (!hasSameName(source, announcedStep, draft) && draft.meters >= MIN_NEW_NAME_METERS) return false
  // Lane guidance justifies an instruction even if the name does not.
  return findLanesInto(source, leg, draft).length === 0
}
