import type { Snap } from '../snap/snapper.ts'

/** A path between two stops, in arcs of the network. */
export interface RouteLeg {
  /** At least one arc. The first is driven from `startFraction` of its length, the last up to `endFraction`. */
  readonly arcs: Uint32Array
  /** turns[i] leads from arcs[i] into arcs[i + 1]. NO_ID where a stop is left in the opposite direction. */
  readonly turns: Uint32Array
  readonly startFraction: number
  readonly endFraction: number
  /** The position where the leg ends, if its stop is known. */
  readonly end?: Pick<Snap, 'distanceMeters' | 'offsetMeters'>
}

/** A leg with the snapped positions of its stops. */
export interface PlannedLeg extends RouteLeg {
  readonly weight: number
  readonly start: Snap
  readonly end: Snap
}

/** Position of a snap along one direction of its edge, as a fraction of the length in that direction. */
export function fractionAlong(snap: Snap, side: number): number {
  return side === 0 ? snap.fraction : 1 - snap.fraction
}
