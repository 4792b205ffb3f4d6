/**
 * The road network as input to the hierarchy. The vertices of the graph are the network arcs (each is one direction of
 * an edge), and its edges are the allowed turns between arcs. Turn costs and restrictions are therefore exact, and a
 * forbidden turn has no edge. Junctions are needed only to find good separators.
 */
export interface TurnGraph {
  readonly nodeCount: number
  /** Junction coordinates in any planar projection. Only their order along a direction matters. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly arcCount: number
  readonly arcTail: Uint32Array
  readonly arcHead: Uint32Array
  readonly turnCount: number
  readonly turnFrom: Uint32Array
  readonly turnTo: Uint32Array
}
