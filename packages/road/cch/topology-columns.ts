/**
 * The metric-independent hierarchy, built once per dataset. The topology is a flat record of numbers and typed arrays
 * on any kind of buffer. The vertices are road arcs, identified by rank. An up arc leads from a vertex to a higher
 * vertex, and a down arc leads from a higher vertex to a lower one. Both are stored at the lower vertex, sorted by the
 * higher. All up arcs are numbered before all down arcs, because each direction of a search needs only one kind. Arcs
 * that are infinite under every metric are omitted. All higher neighbors of a vertex are on its path to the root of the
 * elimination tree. The upper endpoint of an arc can therefore be stored as a depth on that path. A depth takes 16 bits
 * and is also an index into the dense rows of a query.
 */
export interface Topology extends StoredTopology, DerivedTopology {}

/** The part of a topology that datasets contain. */
export interface StoredTopology {
  readonly vertexCount: number
  readonly arcCount: number
  /** Rank of every road arc and the inverse mapping. */
  readonly rank: Uint32Array
  readonly roadArc: Uint32Array
  /** Parent in the elimination tree. A root has the parent `vertexCount`, which ranks above all vertices. */
  readonly parent: Uint32Array
  readonly depth: Uint16Array
  /** Maximum depth plus one, which is the length of a query's rows. */
  readonly height: number
  /** Index of the first up or down arc of every vertex. The up arcs of `v` are `upFirst[v]` to `upFirst[v + 1] - 1`. */
  readonly upFirst: Uint32Array
  readonly downFirst: Uint32Array
  /** The higher endpoint of every arc, regardless of direction. */
  readonly upper: Uint32Array
  /**
   * The slot of every turn in a metric's weights. The slot is the turn's arc. A turn from a road arc into itself has a
   * separate slot after the arcs.
   */
  readonly slotOfTurn: Uint32Array
  /** The vertices with a turn into themselves, in ascending order. The slot of the i-th vertex is `arcCount + i`. */
  readonly selfTurn: Uint32Array
}

/**
 * Columns that are computed from the stored columns on first use. Customization reads most of these columns, but
 * searches read few of them.
 */
interface DerivedTopology {
  /** The lower endpoint of every arc, regardless of direction. */
  readonly lower: Uint32Array
  readonly upperDepth: Uint16Array
  /** Arcs whose upper endpoint is a given vertex: up arcs into the vertex and down arcs out of it. */
  readonly upBelowFirst: Uint32Array
  readonly upBelow: Uint32Array
  readonly downBelowFirst: Uint32Array
  readonly downBelow: Uint32Array
  /** The road arc that a turn leads into. */
  readonly headOfTurn: Uint32Array
  /** The turn that an arc represents, or NO_ID if the arc is only a shortcut. */
  readonly turnOfArc: Uint32Array
}
