import type { FlowGraph } from './flow-graph.ts'

/** What a node is in the flow. */
export const FREE = 0
export const SOURCE = 1
export const SINK = 2

/** Room for the flows of any graph with at most so many nodes and edges. */
export interface FlowScratch {
  readonly flow: Int32Array
  readonly level: Int32Array
  readonly cursor: Int32Array
  readonly queue: Int32Array
  readonly path: Int32Array
  readonly role: Uint8Array
}

export function createFlowScratch({ nodeCount, head }: FlowGraph): FlowScratch {
  return {
    flow: new Int32Array(head.length),
    level: new Int32Array(nodeCount),
    cursor: new Int32Array(nodeCount),
    queue: new Int32Array(nodeCount),
    path: new Int32Array(nodeCount + 1),
    role: new Uint8Array(nodeCount),
  }
}

/**
 * Dinic's algorithm from all sources to all sinks. Gives up and returns Infinity when the flow exceeds `limit`: the cut
 * would be worse than the best one known. Leaves the flow in `scratch`, for the sides of the cut.
 */
export function maxFlow(graph: FlowGraph, scratch: FlowScratch, sources: Int32Array, limit: number): number {
  scratch.flow.fill(0, 0, graph.head.length)
  let total = 0
  while (buildLevels(graph, scratch, sources)) {
    total += blockingFlow(graph, scratch, sources, limit - total)
    if (total > limit) return Number.POSITIVE_INFINITY
  }
  return total
}

/** Breadth first over arcs with room left; false when no sink is reached. Stops at the sinks' level. */
function buildLevels(
  { first, head, capacity, nodeCount }: FlowGraph,
  scratch: FlowScratch,
  sources: Int32Array,
): boolean {
  const { flow, level, cursor, queue, role } = scratch
  level.fill(-1, 0, nodeCount)
  let end = 0
  for (let i = 0; i < sources.length; i++) {
    level[sources[i]] = 0
    queue[end++] = sources[i]
  }
  let sinkLevel = -1
  let next = 0
  for (; next < end; next++) {
    const v = queue[next]
    if (sinkLevel >= 0 && level[v] >= sinkLevel) break
    for (let e = first[v]; e < first[v + 1]; e++) {
      const w = head[e]
      if (level[w] >= 0 || capacity[e] <= flow[e]) continue
      level[w] = level[v] + 1
      if (role[w] === SINK) sinkLevel = level[w]
      else queue[end++] = w
    }
  }
  for (let i = 0; i < end; i++) cursor[queue[i]] = first[queue[i]]
  return sinkLevel >= 0
}

function blockingFlow(graph: FlowGraph, scratch: FlowScratch, sources: Int32Array, limit: number): number {
  let total = 0
  for (let i = 0; i < sources.length; i++) {
    for (;;) {
      const pushed = augment(graph, scratch, sources[i])
      if (pushed === 0) break
      total += pushed
      if (total > limit) return total
    }
  }
  return total
}

/** One path from the source, depth first along the levels; what it carries, or 0. */
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
      const back = path[--length]
      v = head[twin[back]]
      cursor[v] = back + 1
    }
  }
  let carried = Number.POSITIVE_INFINITY
  for (let i = 0; i < length; i++) carried = Math.min(carried, capacity[path[i]] - flow[path[i]])
  for (let i = 0; i < length; i++) {
    flow[path[i]] += carried
    flow[twin[path[i]]] -= carried
  }
  return carried
}

/**
 * The side of the minimum cut that hangs on `starts`: reached over arcs with room left, forwards from the sources, or
 * backwards from the sinks. Marks it in `side` and returns its size.
 */
export function markSide(
  { first, head, capacity, nodeCount }: FlowGraph,
  { flow, queue }: FlowScratch,
  starts: Int32Array,
  forwards: boolean,
  side: Uint8Array,
): number {
  const sign = forwards ? 1 : -1
  side.fill(0, 0, nodeCount)
  let end = 0
  for (let i = 0; i < starts.length; i++) {
    side[starts[i]] = 1
    queue[end++] = starts[i]
  }
  for (let next = 0; next < end; next++) {
    const v = queue[next]
    for (let e = first[v]; e < first[v + 1]; e++) {
      if (side[head[e]] === 1 || capacity[e] <= sign * flow[e]) continue
      side[head[e]] = 1
      queue[end++] = head[e]
    }
  }
  return end
}
