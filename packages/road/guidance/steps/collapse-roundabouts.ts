import { deflectionBetween, toDirection } from '../angles.ts'
import {
  entersRoundabout,
  isRotary,
  isRoundaboutKind,
  isRoundaboutTurn,
  leavesRoundabout,
  passesExit,
  TurnKind,
} from '../maneuver-code.ts'
import { absorbStep, type DraftStep, isWaypoint, removeAbsorbed } from './draft-step.ts'

/** Counts exits and reduces each roundabout to its entry and exit. */
export function collapseRoundabouts(drafts: DraftStep[]): void {
  const first = findFirstRoundaboutStep(drafts)
  if (first === drafts.length) return
  // A route that starts inside a roundabout has no entry.
  let entry = entersRoundabout(drafts[first].kind) ? -1 : 0
  for (let i = first; i < drafts.length; i++) {
    const { kind } = drafts[i]
    if (entry === -1 && entersRoundabout(kind)) entry = i
    if (entry === -1 || !leavesRoundabout(kind)) continue
    collapseTraversal(drafts, entry, i)
    entry = -1
  }
  if (entry > 0) collapseEntryOnly(drafts, entry)
  else if (entry === 0) absorbRange(drafts, 0, drafts.length)
  removeAbsorbed(drafts)
  for (const draft of drafts) announceTouchAsEntry(drafts, draft)
}

/**
 * Announces the first exit if the route enters and leaves a roundabout at the same node, for example from a split
 * carriageway. If the route has no other maneuver, OSRM announces only an exit. This function does not change that
 * case.
 */
function announceTouchAsEntry(drafts: readonly DraftStep[], draft: DraftStep): void {
  if (!entersRoundabout(draft.kind) || !leavesRoundabout(draft.kind) || isOnlyManeuver(drafts, draft)) return
  if (draft.kind === TurnKind.touchRoundabout) draft.kind = TurnKind.enterRoundabout
  else if (draft.kind === TurnKind.touchRotary) draft.kind = TurnKind.enterRotary
}

/** This check is a separate function, because an inline closure would take memory for every step of the route. */
function isOnlyManeuver(drafts: readonly DraftStep[], draft: DraftStep): boolean {
  return drafts.every((other) => other === draft || isWaypoint(other) || other.kind === TurnKind.silent)
}

function findFirstRoundaboutStep(drafts: readonly DraftStep[]): number {
  let i = 0
  while (i < drafts.length && !isRoundaboutKind(drafts[i].kind)) i++
  return i
}

/** Handles a route that ends inside the roundabout that it enters at `first`. */
function collapseEntryOnly(drafts: readonly DraftStep[], first: number): void {
  const entry = drafts[first]
  if (isRotary(entry.kind)) entry.rotaryNameSide = entry.nameSide
  else if (isRoundaboutTurn(entry.kind)) entry.kind = TurnKind.enterRoundabout
  absorbRange(drafts, first, drafts.length)
}

/**
 * Handles a route that enters at `first` and leaves at `last`. Both are equal if the route only touches the roundabout.
 */
function collapseTraversal(drafts: readonly DraftStep[], first: number, last: number): void {
  const entry = drafts[first]
  const exit = drafts[last]
  let exitCount = 0
  for (let i = first; i <= last; i++) {
    const { kind } = drafts[i]
    if (passesExit(kind) || leavesRoundabout(kind)) exitCount++
  }
  exit.exitNumber = exitCount
  if (entersRoundabout(entry.kind)) {
    entry.exitNumber = exitCount
    if (isRotary(entry.kind)) entry.rotaryNameSide = entry.nameSide
    else if (isRoundaboutTurn(entry.kind) && entry !== exit) {
      entry.direction = toDirection(deflectionBetween(entry.bearingIn, exit.bearingOut))
    }
    entry.nameSide = exit.nameSide
  }
  // A roundabout that is treated as an intersection is a single turn. Other roundabouts get a second instruction at the
  // exit.
  const isSingleTurn = isRoundaboutTurn(entry.kind) && entry.mode === exit.mode
  absorbRange(drafts, first, isSingleTurn ? last + 1 : last)
}

/** Merges all steps before `end` into the step at `first`. */
function absorbRange(drafts: readonly DraftStep[], first: number, end: number): void {
  for (let i = first + 1; i < end; i++) if (!isWaypoint(drafts[i])) absorbStep(drafts[first], drafts[i])
}
