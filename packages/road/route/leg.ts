/** A path between two stops, in arcs of the network. */
export interface RouteLeg {
  /** At least one. The first is driven from `startFraction` of its length on, the last up to `endFraction`. */
  readonly arcs: Uint32Array
  /** turns[i] leads from arcs[i] into arcs[i + 1]; NO_ID where a stop is left against the driven direction. */
  readonly turns: Uint32Array
  readonly startFraction: number
  readonly endFraction: number
}
