import type { FlowGraph } from './flow-graph.ts'

/** Role of a node in the flow. */
export const FREE = 0
export const SOURCE = 1
export const SINK = 2

/** Scratch memory for flows in graphs with up to this many nodes and edges. */
export interface FlowScratch {
  readonly flow: Int32Array
  readonly level: Int32Array
  readonly cursor: Int32Array
  readonly queue: Int32Array
  readonly path: Int32Array
  readonly role: Uint8Array
  /** Sources with a neighbor that is not a source. */
  readonly frontier: Int32Array
  /** Number of queue entries that have a level. */
  labelled: number
}

export function createFlowScratch({ nodeCount, head }: FlowGraph): FlowScratch {
  return {
    flow: new Int32Array(head.length),
    level: new Int32Array(nodeCount),
    cursor: new Int32Array(nodeCount),
    queue: new Int32Array(nodeCount),
    path: new Int32Array(nodeCount + 1),
    role: new Uint8Array(nodeCount),
    frontier: new Int32Array(nodeCount),
    labelled: 0,
  }
}

/**
 * Dinic's algorithm from all sources to all sinks. Returns Infinity once the flow exceeds `limit`, because the cut
 * would be worse than the best one so far. Leaves the flow in `scratch` for `markSide`. Most sources are surrounded by
 * other sources, so only those at the frontier are visited.
 */
export function maxFlow(graph: FlowGraph, scratch: FlowScratch, sources: Int32Array, limit: number): number {
  const { flow, level, frontier } = scratch
  flow.fill(0, 0, graph.head.length)
  level.fill(-1, 0, graph.nodeCount)
  scratch.labelled = 0
  for (let i = 0; i < sources.length; i++) level[sources[i]] = 0
  const frontierSize = findFrontier(graph, scratch, sources)
  let total = 0
  while (buildLevels(graph, scratch, frontierSize)) {
    for (let i = 0; i < frontierSize && total <= limit; i++) {
      for (let pushedFlow = -1; pushedFlow !== 0; total += pushedFlow) pushedFlow = augment(graph, scratch, frontier[i])
    }
    if (total > limit) return Number.POSITIVE_INFINITY
  }
  return total
}

function findFrontier({ first, head }: FlowGraph, { role, frontier }: FlowScratch, sources: Int32Array): number {
  let size = 0
  for (let i = 0; i < sources.length; i++) {
    const end = first[sources[i] + 1]
    let e = first[sources[i]]
    while (e < end && role[head[e]] === SOURCE) e++
    if (e < end) frontier[size++] = sources[i]
  }
  return size
}

/**
 * Breadth-first search over arcs with residual capacity, up to the level of the sinks. Returns false when no sink is
 * reached.
 */
function buildLevels({ first, head, capacity }: FlowGraph, scratch: FlowScratch, frontierSize: number): boolean {
  const { flow, level, cursor, queue, role, frontier } = scratch
  // Resets only the labels of the last round: filling the whole array would cost more than the search.
  for (let i = frontierSize; i < scratch.labelled; i++) level[queue[i]] = -1
  for (let i = 0; i < frontierSize; i++) queue[i] = frontier[i]
  let end = frontierSize
  let sinkLevel = Number.POSITIVE_INFINITY
  for (let next = 0; next < end; next++) {
    const v = queue[next]
    const nextLevel = level[v] + 1
    cursor[v] = first[v]
    if (nextLevel > sinkLevel) continue
    for (let e = first[v], last = first[v + 1]; e < last; e++) {
      const w = head[e]
      if (level[w] >= 0 || capacity[e] <= flow[e]) continue
      level[w] = nextLevel
      if (role[w] === SINK) sinkLevel = nextLevel
      queue[end++] = w
    }
  }
  scratch.labelled = end
  return sinkLevel < Number.POSITIVE_INFINITY
}

/** Finds one augmenting path from the source, depth first along the levels. Returns its flow, or 0. */
function augment({ first, head, capacity, twin }: FlowGraph, scratch: FlowScratch, source: number): number {
  const { flow, level, cursor, path, role } = scratch
  let v = source
  let length = 0
  while (role[v] !== SINK) {
    const below = level[v] + 1
    const end = first[v + 1]
    let e = cursor[v]
    while (e < end && (capacity[e] <= flow[e] || level[head[e]] !== below)) e++
    cursor[v] = e
    if (e < end) {
      path[length++] = e
      v = head[e]
    } else {
      if (length === 0) return 0
      const lastEdge = path[--length]
      v = head[twin[lastEdge]]
      cursor[v] = lastEdge + 1
    }
  }
  let bottleneck = Number.POSITIVE_INFINITY
  for (let i = 0; i < length; i++) bottleneck = Math.min(bottleneck, capacity[path[i]] - flow[path[i]])
  for (let i = 0; i < length; i++) {
    flow[path[i]] += bottleneck
    flow[twin[path[i]]] -= bottleneck
  }
  return bottleneck
}

/**
 * Marks in `side` the side of the minimum cut that contains `starts`, and returns its size. Follows arcs with residual
 * capacity, forward from the sources or backward from the sinks.
 */
export function markSide(
  { first, head, capacity, nodeCount }: FlowGraph,
  { flow, queue }: FlowScratch,
  starts: Int32Array,
  forwards: boolean,
  side: Uint8Array,
): number {
  const flowSign = forwards ? 1 : -1
  side.fill(0, 0, nodeCount)
  let end = 0
  for (let i = 0; i < starts.length; i++) {
    side[starts[i]] = 1
    queue[end++] = starts[i]
  }
  for (let next = 0; next < end; next++) {
    const v = queue[next]
    for (let e = first[v]; e < first[v + 1]; e++) {
      if (side[head[e]] === 1 || capacity[e] <= flowSign * flow[e]) continue
      side[head[e]] = 1
      queue[end++] = head[e]
    }
  }
  return end
}
