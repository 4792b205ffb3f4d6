import { orderArcs } from '@fairway/road/cch/order/arc-order.ts'
import { buildTopology } from '@fairway/road/cch/topology.ts'
import { annotateTurns } from '@fairway/road/guidance/annotate-turns.ts'
import { buildGuidanceIndex } from '@fairway/road/guidance/guidance-index.ts'
import type { RoadMap } from '@fairway/road/map.ts'
import { withManeuvers } from '@fairway/road/network/metric-snapshot.ts'
import { turnGraphOf } from '@fairway/road/network/turn-graph-of.ts'
import { buildSnapIndex } from '@fairway/road/snap/snap-index.ts'
import type { CompileOptions } from '../compile-options.ts'
import { buildNetwork } from './build-network.ts'
import type { RawRoads } from './collect.ts'

/** Everything the engine reads, from the roads of an extract. */
export function buildMap(raw: RawRoads, onProgress: CompileOptions['onProgress']): RoadMap {
  onProgress({ stage: 'building the network', fraction: 0 })
  const bare = buildNetwork(raw)
  onProgress({ stage: 'preparing guidance', fraction: 0 })
  const guidance = buildGuidanceIndex(bare)
  const network = withManeuvers(bare, annotateTurns(bare))
  onProgress({ stage: 'ordering the roads', fraction: 0 })
  const graph = turnGraphOf(network)
  const rank = orderArcs(graph, undefined, (fraction) => onProgress({ stage: 'ordering the roads', fraction }))
  onProgress({ stage: 'building the hierarchy', fraction: 0 })
  const topology = buildTopology(graph, rank)
  const snapIndex = buildSnapIndex(network)
  onProgress({ stage: 'building the hierarchy', fraction: 1 })
  return { network, snapIndex, topology, guidance }
}
