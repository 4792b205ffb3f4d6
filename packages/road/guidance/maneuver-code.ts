import type { Direction } from './angles.ts'

/**
 * What `turns.maneuver` holds: 16 bits per turn, made once per dataset from the geometry of the junction.
 *
 * - bits 0–4: what the turn is for a driver (TurnKind).
 * - bits 5–7: where it goes (Direction, the numbers of `modifiers`).
 * - bits 8–11: what the way there looks like (TurnTrait); only the joining of steps into one reads these.
 */
export const TurnKind = {
  /** Nothing to see: the road goes on. */
  none: 0,
  /** There is something to see, nothing to say. */
  silent: 1,
  newName: 2,
  continue: 3,
  turn: 4,
  merge: 5,
  onRamp: 6,
  offRamp: 7,
  fork: 8,
  endOfRoad: 9,
  notification: 10,
  /** A lane of its own around a crossing: joined with the turn at its end. */
  sliproad: 11,
  /** Into the circle; the exit that shares the node with the entry has been passed in the `…AtExit` kinds. */
  enterRoundabout: 12,
  enterRoundaboutAtExit: 13,
  /** In and out at one node. */
  touchRoundabout: 14,
  exitRoundabout: 15,
  enterRotary: 16,
  enterRotaryAtExit: 17,
  touchRotary: 18,
  exitRotary: 19,
  /** A circle so small and regular that a driver sees a crossing. */
  enterRoundaboutTurn: 20,
  enterRoundaboutTurnAtExit: 21,
  touchRoundaboutTurn: 22,
  exitRoundaboutTurn: 23,
  /** Past an exit, on in the circle. */
  passExit: 24,
} as const
export type TurnKind = (typeof TurnKind)[keyof typeof TurnKind]

export const TurnTrait = {
  /** Nowhere else to go. */
  onlyChoice: 1 << 8,
  /** No other road is there at all. */
  noCrossing: 1 << 9,
  /** Of all that may be entered this goes on most straight. */
  straightest: 1 << 10,
  /** Into a piece between the carriageways of a divided road. */
  intoMedian: 1 << 11,
} as const

export function encodeManeuver(kind: TurnKind, direction: Direction, traits: number): number {
  return kind | (direction << 5) | traits
}

export const kindOf = (code: number): TurnKind => (code & 31) as TurnKind

export const directionOf = (code: number): Direction => ((code >> 5) & 7) as Direction

export const entersCircle = (kind: TurnKind): boolean =>
  kind >= TurnKind.enterRoundabout && kind < TurnKind.passExit && (kind & 3) !== 3

export const leavesCircle = (kind: TurnKind): boolean =>
  kind >= TurnKind.enterRoundabout && kind < TurnKind.passExit && (kind & 3) >= 2

/** Past an exit that counts. */
export const passesExit = (kind: TurnKind): boolean =>
  kind === TurnKind.passExit || (kind >= TurnKind.enterRoundabout && (kind & 3) === 1)

export const isOfCircle = (kind: TurnKind): boolean => kind >= TurnKind.enterRoundabout

export const isRotary = (kind: TurnKind): boolean => kind >= TurnKind.enterRotary && kind <= TurnKind.exitRotary

export const isRoundaboutTurn = (kind: TurnKind): boolean =>
  kind >= TurnKind.enterRoundaboutTurn && kind <= TurnKind.exitRoundaboutTurn
