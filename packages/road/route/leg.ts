import type { Snap } from '../snap/snapper.ts'

/** A path between two stops, in arcs of the network. */
export interface RouteLeg {
  /**
   * Arcs of the path, at least one. The path starts at `startFraction` of the first arc and ends at `endFraction` of
   * the last.
   */
  readonly arcs: Uint32Array
  /**
   * The turns of the path: `turns[i]` leads from `arcs[i]` into `arcs[i + 1]`. The value is NO_ID where the path leaves
   * a stop in the opposite direction.
   */
  readonly turns: Uint32Array
  readonly startFraction: number
  readonly endFraction: number
  /** Position at the end of the leg, if its stop is known. */
  readonly end?: Pick<Snap, 'distanceMeters' | 'offsetMeters'>
}

/** A leg with the snapped positions of its stops. */
export interface PlannedLeg extends RouteLeg {
  readonly weight: number
  readonly start: Snap
  readonly end: Snap
}

/** Returns the position of a snap along one direction of its edge, as a fraction of the length in that direction. */
export function fractionAlong(snap: Snap, direction: number): number {
  return direction === 0 ? snap.fraction : 1 - snap.fraction
}
