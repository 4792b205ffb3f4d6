import type { RouteLeg } from '../../route/leg.ts'
import { TurnKind } from '../maneuver-code.ts'
import { lanesInto } from './lanes.ts'
import { absorb, type GuidanceSource, hasSameName, isWaypoint, removeGone, type Stretch } from './stretch.ts'

/** A name that lasts no longer than this is not announced. */
const SHORT_NAME_METERS = 105

/** Merges silent stretches into the preceding one. */
export function dropSilent(source: GuidanceSource, stretches: Stretch[]): void {
  let spoken = stretches[0]
  let kept = 0
  for (let i = 0; i < stretches.length; i++) {
    const stretch = stretches[i]
    if (stretch.kind === TurnKind.silent || stretch.kind === TurnKind.passExit) {
      absorb(spoken, stretch)
      continue
    }
    stretches[kept++] = stretch
    if (isWaypoint(stretch)) continue
    // "At the end of the road" helps only after other roads have been passed.
    if (stretch.kind === TurnKind.endOfRoad && spoken.junctions < 2) {
      stretch.kind = hasSameName(source, spoken, stretch) ? TurnKind.continue : TurnKind.turn
    }
    spoken = stretch
  }
  stretches.length = kept
}

/** Drops names that were just announced and names that apply only briefly. */
export function dropShortNames(source: GuidanceSource, leg: RouteLeg, stretches: Stretch[]): void {
  let spoken = stretches[0]
  for (let i = 1; i + 1 < stretches.length; i++) {
    const stretch = stretches[i]
    if (isDroppable(source, leg, spoken, stretch)) absorb(spoken, stretch)
    else spoken = stretch
  }
  removeGone(stretches)
}

function isDroppable(source: GuidanceSource, leg: RouteLeg, spoken: Stretch, stretch: Stretch): boolean {
  if (stretch.kind !== TurnKind.newName || stretch.mode !== spoken.mode) return false
  if (!hasSameName(source, spoken, stretch) && stretch.meters >= SHORT_NAME_METERS) return false
  // Lane guidance is worth an instruction even when the name is not.
  return lanesInto(source, leg, stretch).length === 0
}
