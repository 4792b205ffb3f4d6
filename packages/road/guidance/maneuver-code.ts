import type { Direction } from './angles.ts'

/**
 * Maneuver kinds in `turns.maneuver`, which has 16 bits per turn and is computed once per dataset from the junction
 * geometry. Bits 0–4 are the maneuver kind (TurnKind). Bits 5–7 are the direction (Direction). Bits 8–11 are traits of
 * the turn (TurnTrait), which are read only when steps are joined.
 */
export const TurnKind = {
  /** The road continues, and the driver has no decision to make. */
  none: 0,
  /** A visible junction without an instruction. */
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
  /** A separate turning lane around an intersection. The step on a slip road is joined with the turn at its end. */
  sliproad: 11,
  /**
   * The turn enters the roundabout. A turn of an `…AtExit` kind has already passed the exit that shares the node with
   * the entry.
   */
  enterRoundabout: 12,
  enterRoundaboutAtExit: 13,
  /** The turn enters and leaves the roundabout at the same node. */
  touchRoundabout: 14,
  exitRoundabout: 15,
  enterRotary: 16,
  enterRotaryAtExit: 17,
  touchRotary: 18,
  exitRotary: 19,
  /** A roundabout so small and regular that drivers perceive it as an ordinary intersection. */
  enterRoundaboutTurn: 20,
  enterRoundaboutTurnAtExit: 21,
  touchRoundaboutTurn: 22,
  exitRoundaboutTurn: 23,
  /** The turn stays in the roundabout and passes an exit. */
  passExit: 24,
} as const
export type TurnKind = (typeof TurnKind)[keyof typeof TurnKind]

export const TurnTrait = {
  /** No other branch is open to traffic. */
  onlyChoice: 1 << 8,
  /** No other road exists at this node. */
  noCrossing: 1 << 9,
  /** The turn leads into the straightest of all open branches. */
  straightest: 1 << 10,
  /** The turn leads into an edge between the carriageways of a divided road. */
  intoMedian: 1 << 11,
} as const

export function encodeManeuver(kind: TurnKind, direction: Direction, traitBits: number): number {
  return kind | (direction << 5) | traitBits
}

export const decodeTurnKind = (code: number): TurnKind => (code & 31) as TurnKind

export const decodeDirection = (code: number): Direction => ((code >> 5) & 7) as Direction

export const entersRoundabout = (kind: TurnKind): boolean =>
  kind >= TurnKind.enterRoundabout && kind < TurnKind.passExit && (kind & 3) !== 3

export const leavesRoundabout = (kind: TurnKind): boolean =>
  kind >= TurnKind.enterRoundabout && kind < TurnKind.passExit && (kind & 3) >= 2

/** Returns true for turns that pass a counted exit. */
export const passesExit = (kind: TurnKind): boolean =>
  kind === TurnKind.passExit || (kind >= TurnKind.enterRoundabout && (kind & 3) === 1)

export const isRoundaboutKind = (kind: TurnKind): boolean => kind >= TurnKind.enterRoundabout

export const isRotary = (kind: TurnKind): boolean => kind >= TurnKind.enterRotary && kind <= TurnKind.exitRotary

export const isRoundaboutTurn = (kind: TurnKind): boolean =>
  kind >= TurnKind.enterRoundaboutTurn && kind <= TurnKind.exitRoundaboutTurn
