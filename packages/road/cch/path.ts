/** The best path of a search, or a path through a candidate. */
export interface Path {
  readonly weight: number
  /** Indexes of the connected source and target. */
  readonly source: number
  readonly target: number
  /** The road arcs, including the first and the last. A view that the next path overwrites. */
  readonly arcs: Uint32Array
  /** turns[i] leads from arcs[i] into arcs[i + 1]. This array is also a view. */
  readonly turns: Uint32Array
}
