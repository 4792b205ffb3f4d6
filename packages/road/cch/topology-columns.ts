/**
 * The metric-independent hierarchy, built once per dataset: a flat record of numbers and typed arrays on any kind of
 * buffer. Its vertices are road arcs, identified by rank. An up arc leads from a vertex to a higher one, a down arc
 * from a higher one to it. Both are stored at the lower vertex, sorted by the higher. All up arcs are numbered before
 * all down arcs, because a search needs only one kind. Arcs that are infinite under every metric are omitted. All
 * higher neighbors of a vertex are on its path to the root of the elimination tree. The upper endpoint of an arc can
 * therefore be stored as a depth on that path, which takes 16 bits and is also an index into the dense rows of a query.
 */
export interface Topology extends StoredTopology, DerivedTopology {}

/** The part of a topology that datasets contain. */
export interface StoredTopology {
  readonly vertexCount: number
  readonly arcCount: number
  /** Rank of every road arc, and the inverse mapping. */
  readonly rank: Uint32Array
  readonly roadArc: Uint32Array
  /** In the elimination tree; `vertexCount` for a root, which ranks above all vertices. */
  readonly parent: Uint32Array
  readonly depth: Uint16Array
  /** Maximum depth plus one: the length of a query's rows. */
  readonly height: number
  /** Up arcs of v: upFirst[v] up to upFirst[v + 1]. The same applies to down arcs. */
  readonly upFirst: Uint32Array
  readonly downFirst: Uint32Array
  /** The higher endpoint of every arc, regardless of direction. */
  readonly upper: Uint32Array
  /**
   * The slot of every turn in a metric's weights: its arc or, for a turn from a road arc into itself, a separate slot
   * after the arcs.
   */
  readonly slotOfTurn: Uint32Array
  /** The vertices with a turn into themselves, in ascending order. The slot of the i-th vertex is `arcCount + i`. */
  readonly selfTurn: Uint32Array
}

/** Columns computed from the others on first use. Customization reads most of them; searches read very few. */
interface DerivedTopology {
  /** The lower endpoint of every arc, regardless of direction. */
  readonly lower: Uint32Array
  readonly upperDepth: Uint16Array
  /** The arcs with a vertex as upper endpoint: up arcs into it and down arcs out of it. */
  readonly upBelowFirst: Uint32Array
  readonly upBelow: Uint32Array
  readonly downBelowFirst: Uint32Array
  readonly downBelow: Uint32Array
  /** The road arc that a turn leads into. */
  readonly headOfTurn: Uint32Array
  /** The turn that an arc represents, or NO_ID for a pure shortcut. */
  readonly turnOfArc: Uint32Array
}
