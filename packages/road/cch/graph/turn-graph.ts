/**
 * The road network as the hierarchy sees it. Its vertices are the arcs of the network (one direction of an edge), its
 * edges are the turns that are allowed from one arc into the next: turn costs and restrictions are exact, and an arc
 * that may not be turned into simply has no edge. The junctions only serve to find good separators.
 */
export interface TurnGraph {
  readonly nodeCount: number
  /** Coordinates of the junctions in any flat projection; only their order along a direction matters. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly arcCount: number
  readonly arcTail: Uint32Array
  readonly arcHead: Uint32Array
  readonly turnCount: number
  readonly turnFrom: Uint32Array
  readonly turnTo: Uint32Array
}
