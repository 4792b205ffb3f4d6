/** The best path of a search, or a path through a candidate. */
export interface Path {
  readonly weight: number
  /** Indexes of the source and the target that the path connects. */
  readonly source: number
  readonly target: number
  /** The road arcs of the path, including the first and the last. The next path overwrites this view. */
  readonly arcs: Uint32Array
  /** The turns of the path: `turns[i]` leads from `arcs[i]` into `arcs[i + 1]`. The next path overwrites this view. */
  readonly turns: Uint32Array
}
