import { deflectionBetween, toDirection } from '../angles.ts'
import {
  entersCircle,
  isOfCircle,
  isRotary,
  isRoundaboutTurn,
  leavesCircle,
  passesExit,
  TurnKind,
} from '../maneuver-code.ts'
import { absorb, isWaypoint, removeGone, type Stretch } from './stretch.ts'

/** Counts exits and reduces each roundabout to its entry and exit. */
export function tellCircles(stretches: Stretch[]): void {
  const first = firstOfCircle(stretches)
  if (first === stretches.length) return
  // A route that starts inside a roundabout has no entry.
  let entry = entersCircle(stretches[first].kind) ? -1 : 0
  for (let i = first; i < stretches.length; i++) {
    const { kind } = stretches[i]
    if (entry === -1 && entersCircle(kind)) entry = i
    if (entry === -1 || !leavesCircle(kind)) continue
    tellWayThrough(stretches, entry, i)
    entry = -1
  }
  if (entry > 0) tellWayInto(stretches, entry)
  else if (entry === 0) absorbAll(stretches, 0, stretches.length)
  removeGone(stretches)
}

function firstOfCircle(stretches: readonly Stretch[]): number {
  let i = 0
  while (i < stretches.length && !isOfCircle(stretches[i].kind)) i++
  return i
}

/** The route ends inside the roundabout that it enters at `first`. */
function tellWayInto(stretches: readonly Stretch[], first: number): void {
  const entry = stretches[first]
  if (isRotary(entry.kind)) entry.rotarySign = entry.sign
  else if (isRoundaboutTurn(entry.kind)) entry.kind = TurnKind.enterRoundabout
  absorbAll(stretches, first, stretches.length)
}

/** Enters at `first` and leaves at `last`, which are equal when the route only touches the roundabout. */
function tellWayThrough(stretches: readonly Stretch[], first: number, last: number): void {
  const entry = stretches[first]
  const exit = stretches[last]
  let exits = 0
  for (let i = first; i <= last; i++) {
    const { kind } = stretches[i]
    if (passesExit(kind) || leavesCircle(kind)) exits++
  }
  exit.exit = exits
  if (entersCircle(entry.kind)) {
    entry.exit = exits
    if (isRotary(entry.kind)) entry.rotarySign = entry.sign
    else if (isRoundaboutTurn(entry.kind) && entry !== exit) {
      entry.direction = toDirection(deflectionBetween(entry.bearingIn, exit.bearingOut))
    }
    entry.sign = exit.sign
  }
  // A roundabout treated as an intersection is a single turn. Others get a second instruction at the exit.
  const asOneTurn = isRoundaboutTurn(entry.kind) && entry.mode === exit.mode
  absorbAll(stretches, first, asOneTurn ? last + 1 : last)
}

/** Merges everything before `end` into `first`. */
function absorbAll(stretches: readonly Stretch[], first: number, end: number): void {
  for (let i = first + 1; i < end; i++) if (!isWaypoint(stretches[i])) absorb(stretches[first], stretches[i])
}
