import type { RoadMap } from '@fairway/road'
import type { OsmBlock } from '../osm/block.ts'
import { buildMap } from '../roads/build-map.ts'
import { collectRoads } from '../roads/collect.ts'
import { carRules } from '../roads/rules/travel-rules.ts'

/** Compiles a map from one block of OpenStreetMap data. */
export async function compileBlock(block: OsmBlock): Promise<RoadMap> {
  const raw = await collectRoads(async function* () {
    yield block
  })
  return buildMap(raw, carRules, () => undefined)
}
