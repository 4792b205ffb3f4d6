import type { Terrain } from '@fairway/geo'
import type { NetworkName, RoadMap } from '@fairway/road'
import type { OsmBlock } from '../osm/block.ts'
import { buildMap } from '../roads/build-map.ts'
import { collectRoads } from '../roads/collect.ts'
import { rulesByNetwork } from '../roads/rules/rules-by-network.ts'

/** Compiles a map from one block of OpenStreetMap data. */
export async function compileBlock(block: OsmBlock, network: NetworkName = 'car', terrain?: Terrain): Promise<RoadMap> {
  const raw = await collectRoads(async function* () {
    yield block
  })
  return buildMap(raw, rulesByNetwork[network], () => undefined, terrain)
}
