/**
 * An undirected graph with capacities for computing cuts. Every edge is stored at both endpoints, and `twin` maps one
 * copy to the other. Parallel edges are merged, and their capacities are added.
 */
export interface FlowGraph {
  readonly nodeCount: number
  readonly first: Int32Array
  readonly head: Int32Array
  readonly capacity: Int32Array
  readonly twin: Int32Array
}

/**
 * Builds the graph from arcs with a tail and a head. The capacity of an edge is the number of its arcs. Loops are
 * dropped.
 */
export function createFlowGraph(nodeCount: number, tail: Uint32Array, head: Uint32Array): FlowGraph {
  const { pairs, counts } = mergeParallel(nodeCount, tail, head)
  const first = new Int32Array(nodeCount + 1)
  for (const pair of pairs) {
    first[Math.floor(pair / nodeCount) + 1]++
    first[(pair % nodeCount) + 1]++
  }
  for (let node = 0; node < nodeCount; node++) first[node + 1] += first[node]
  const next = first.slice(0, nodeCount)
  const edgeCount = first[nodeCount]
  const graph = {
    nodeCount,
    first,
    head: new Int32Array(edgeCount),
    capacity: new Int32Array(edgeCount),
    twin: new Int32Array(edgeCount),
  }
  for (let index = 0; index < pairs.length; index++) {
    const low = Math.floor(pairs[index] / nodeCount)
    const high = pairs[index] % nodeCount
    const forwardEdge = next[low]++
    const backwardEdge = next[high]++
    graph.head[forwardEdge] = high
    graph.head[backwardEdge] = low
    graph.capacity[forwardEdge] = graph.capacity[backwardEdge] = counts[index]
    graph.twin[forwardEdge] = backwardEdge
    graph.twin[backwardEdge] = forwardEdge
  }
  return graph
}

/**
 * Encodes each pair of endpoints as one number; a double represents `low · nodeCount + high` exactly. Returns the
 * sorted pairs and their counts.
 */
function mergeParallel(
  nodeCount: number,
  tail: Uint32Array,
  head: Uint32Array,
): { pairs: Float64Array; counts: Int32Array } {
  const edgeKeys = new Float64Array(tail.length)
  let length = 0
  for (let arc = 0; arc < tail.length; arc++) {
    const a = tail[arc]
    const b = head[arc]
    if (a !== b) edgeKeys[length++] = a < b ? a * nodeCount + b : b * nodeCount + a
  }
  const sorted = edgeKeys.subarray(0, length).sort()
  const counts = new Int32Array(length)
  let keptLength = 0
  for (let index = 0; index < length; index++) {
    if (index > 0 && sorted[index] === sorted[index - 1]) counts[keptLength - 1]++
    else {
      sorted[keptLength] = sorted[index]
      counts[keptLength++] = 1
    }
  }
  return { pairs: sorted.slice(0, keptLength), counts: counts.slice(0, keptLength) }
}

/** A subgraph, with the coordinates of its nodes and their numbers in the full graph. */
export interface Cell {
  readonly graph: FlowGraph
  readonly x: Float64Array
  readonly y: Float64Array
  readonly node: Int32Array
}

/**
 * Extracts the nodes labeled `wantedLabel` and the edges between them. `scratch` must have room for the cell's nodes
 * and edges.
 */
export function extractCell(cell: Cell, label: Int32Array, wantedLabel: number, scratch: CellScratch): Cell {
  const { graph, x, y, node } = cell
  const { first, head, capacity, twin, nodeCount } = graph
  const { newNode, newEdge } = scratch
  let nodes = 0
  let edges = 0
  for (let v = 0; v < nodeCount; v++) {
    if (label[v] !== wantedLabel) continue
    newNode[v] = nodes++
    for (let e = first[v]; e < first[v + 1]; e++) if (label[head[e]] === wantedLabel) newEdge[e] = edges++
  }
  const partGraph = {
    nodeCount: nodes,
    first: new Int32Array(nodes + 1),
    head: new Int32Array(edges),
    capacity: new Int32Array(edges),
    twin: new Int32Array(edges),
  }
  const result = {
    graph: partGraph,
    x: new Float64Array(nodes),
    y: new Float64Array(nodes),
    node: new Int32Array(nodes),
  }
  edges = 0
  for (let v = 0; v < nodeCount; v++) {
    if (label[v] !== wantedLabel) continue
    const w = newNode[v]
    result.x[w] = x[v]
    result.y[w] = y[v]
    result.node[w] = node[v]
    for (let e = first[v]; e < first[v + 1]; e++) {
      if (label[head[e]] !== wantedLabel) continue
      partGraph.head[edges] = newNode[head[e]]
      partGraph.capacity[edges] = capacity[e]
      partGraph.twin[edges++] = newEdge[twin[e]]
    }
    partGraph.first[w + 1] = edges
  }
  return result
}

/** Returns the nodes labeled `wantedLabel`, by their numbers in the full graph. */
export function extractNodes({ node }: Cell, label: Int32Array, wantedLabel: number, count: number): Int32Array {
  const nodes = new Int32Array(count)
  let length = 0
  for (let v = 0; v < node.length; v++) if (label[v] === wantedLabel) nodes[length++] = node[v]
  return nodes
}

export interface CellScratch {
  readonly newNode: Int32Array
  readonly newEdge: Int32Array
}

export function createCellScratch({ nodeCount, head }: FlowGraph): CellScratch {
  return { newNode: new Int32Array(nodeCount), newEdge: new Int32Array(head.length) }
}

/** Labels the connected components 0, 1, 2, … and returns the number of components. */
export function labelParts(
  { nodeCount, first, head }: FlowGraph,
  label: Int32Array,
  { newNode: queue }: CellScratch,
): number {
  label.fill(-1, 0, nodeCount)
  let partCount = 0
  for (let root = 0; root < nodeCount; root++) {
    if (label[root] >= 0) continue
    let tail = 0
    label[root] = partCount
    queue[tail++] = root
    for (let next = 0; next < tail; next++) {
      const v = queue[next]
      for (let e = first[v]; e < first[v + 1]; e++) {
        if (label[head[e]] >= 0) continue
        label[head[e]] = partCount
        queue[tail++] = head[e]
      }
    }
    partCount++
  }
  return partCount
}
