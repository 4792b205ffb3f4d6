import { annotateTurns } from '@fairway/road/guidance/annotate-turns.ts'
import { buildGuidanceIndex } from '@fairway/road/guidance/guidance-index.ts'
import { buildTopology } from '@fairway/road/hierarchy/topology.ts'
import type { RoadMap } from '@fairway/road/map.ts'
import { withManeuvers } from '@fairway/road/network/drive.ts'
import { turnGraphOf } from '@fairway/road/network/turn-graph-of.ts'
import { orderArcs } from '@fairway/road/order/arc-order.ts'
import { buildSnapIndex } from '@fairway/road/snap/snap-index.ts'
import type { OsmBlock } from '../osm/block.ts'
import { buildNetwork } from '../roads/build-network.ts'
import { collectRoads } from '../roads/collect.ts'

/** What `compileRoads` does after an extract is read; a test of drawMap keeps the two the same. */
export async function compileBlock(block: OsmBlock): Promise<RoadMap> {
  const raw = await collectRoads(async function* () {
    yield block
  })
  const bare = buildNetwork(raw)
  const guidance = buildGuidanceIndex(bare)
  const network = withManeuvers(bare, annotateTurns(bare))
  const graph = turnGraphOf(network)
  const topology = buildTopology(graph, orderArcs(graph))
  return { network, snapIndex: buildSnapIndex(network), topology, guidance }
}
