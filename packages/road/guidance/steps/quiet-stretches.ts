import type { RouteLeg } from '../../route/leg.ts'
import { TurnKind } from '../maneuver-code.ts'
import { lanesInto } from './lanes.ts'
import { absorb, type GuidanceSource, hasSameName, isWaypoint, removeGone, type Stretch } from './stretch.ts'

/** A name that lasts no longer than this is not worth saying. */
const SHORT_NAME_METERS = 105

/** Takes up what needs no words into what comes before. */
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
    // "At the end of the road" helps only whoever has passed other roads on the way there.
    if (stretch.kind === TurnKind.endOfRoad && spoken.junctions < 2) {
      stretch.kind = hasSameName(source, spoken, stretch) ? TurnKind.continue : TurnKind.turn
    }
    spoken = stretch
  }
  stretches.length = kept
}

/** Leaves out names that were said just before, and names that hold for a moment only. */
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
  // Which lane to be in is worth a word even when the name is not.
  return lanesInto(source, leg, stretch).length === 0
}
