import type { TurnGraph } from '../cch/graph/turn-graph.ts'
import type { Endpoints } from '../cch/sources-targets.ts'
import { INFINITE_WEIGHT } from '../sentinels.ts'
import { dijkstra } from './dijkstra.ts'

/**
 * Runs Dijkstra's algorithm from each source, as the reference for searches with multiple sources and targets.
 * `requireDistinct` corresponds to `mustLeaveArc` in PathQuery.
 */
export function dijkstraBetween(
  graph: TurnGraph,
  turnWeight: Int32Array,
  sources: Endpoints,
  targets: Endpoints,
  requireDistinct: boolean,
): number {
  let best = INFINITE_WEIGHT
  for (let i = 0; i < sources.count; i++) {
    const distance = dijkstra(graph, turnWeight, sources.arc[i])
    for (let j = 0; j < targets.count; j++) {
      const isShared = requireDistinct && sources.arc[i] === targets.arc[j]
      const between = isShared ? findRoundTripWeight(graph, turnWeight, sources.arc[i]) : distance[targets.arc[j]]
      if (between >= INFINITE_WEIGHT) continue
      best = Math.min(best, sources.weight[i] + between + targets.weight[j])
    }
  }
  return best
}

function findRoundTripWeight(graph: TurnGraph, turnWeight: Int32Array, arc: number): number {
  let best = INFINITE_WEIGHT
  graph.turnFrom.forEach((from, turn) => {
    if (from !== arc) return
    best = Math.min(best, turnWeight[turn] + dijkstra(graph, turnWeight, graph.turnTo[turn])[arc])
  })
  return best
}
