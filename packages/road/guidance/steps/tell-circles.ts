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

/** Counts exits, and leaves of each circle its entry and its exit. */
export function tellCircles(stretches: Stretch[]): void {
  const first = stretches.find(({ kind }) => isOfCircle(kind))
  if (first === undefined) return
  // A way that begins in a circle has no entry to tell.
  let entry = entersCircle(first.kind) ? -1 : 0
  for (let i = 0; i < stretches.length; i++) {
    const { kind } = stretches[i]
    if (entry === -1 && entersCircle(kind)) entry = i
    if (entry === -1 || !leavesCircle(kind)) continue
    tellWayThrough(stretches.slice(entry, i + 1))
    entry = -1
  }
  if (entry > 0) tellWayInto(stretches.slice(entry))
  else if (entry === 0) absorbAll(stretches)
  removeGone(stretches)
}

/** The way ends in the circle. */
function tellWayInto(inside: readonly Stretch[]): void {
  const [entry] = inside
  if (isRotary(entry.kind)) entry.rotarySign = entry.sign
  else if (isRoundaboutTurn(entry.kind)) entry.kind = TurnKind.enterRoundabout
  absorbAll(inside)
}

function tellWayThrough(inside: readonly Stretch[]): void {
  const entry = inside[0]
  const exit = inside[inside.length - 1]
  exit.exit = inside.filter(({ kind }) => passesExit(kind) || leavesCircle(kind)).length
  if (entersCircle(entry.kind)) {
    entry.exit = exit.exit
    if (isRotary(entry.kind)) entry.rotarySign = entry.sign
    else if (isRoundaboutTurn(entry.kind) && entry !== exit) {
      entry.direction = toDirection(deflectionBetween(entry.bearingIn, exit.bearingOut))
    }
    entry.sign = exit.sign
  }
  // A circle told as a crossing is one turn; of others a driver hears again when it is time to leave.
  const asOneTurn = isRoundaboutTurn(entry.kind) && entry.mode === exit.mode
  absorbAll(asOneTurn ? inside : inside.slice(0, -1))
}

function absorbAll(stretches: readonly Stretch[]): void {
  for (const following of stretches.slice(1)) if (!isWaypoint(following)) absorb(stretches[0], following)
}
