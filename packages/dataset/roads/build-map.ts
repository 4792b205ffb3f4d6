import type { Terrain } from '@fairway/geo'
import {
  annotateTurns,
  buildGuidanceIndex,
  buildSnapIndex,
  buildTopology,
  orderArcs,
  type RoadMap,
  turnGraphOf,
  withManeuvers,
} from '@fairway/road'
import type { CompileOptions } from '../compile-options.ts'
import { buildNetwork } from './build-network.ts'
import type { RawRoads } from './collect.ts'
import type { TravelRules } from './rules/travel-rules.ts'
import { addTerrain } from './terrain/add-terrain.ts'

/** Builds all road data of the routing engine from an extract. */
export function buildMap(
  rawRoads: RawRoads,
  rules: TravelRules,
  onProgress: CompileOptions['onProgress'],
  terrain?: Terrain,
): RoadMap {
  const { network, guidance } = buildGuidedNetwork(rawRoads, rules, onProgress, terrain)
  onProgress({ stage: 'ordering the roads', fraction: 0 })
  const graph = turnGraphOf(network)
  const arcRank = orderArcs(graph, undefined, (fraction) => onProgress({ stage: 'ordering the roads', fraction }))
  onProgress({ stage: 'building the hierarchy', fraction: 0 })
  const topology = buildTopology(graph, arcRank)
  const snapIndex = buildSnapIndex(network)
  onProgress({ stage: 'building the hierarchy', fraction: 1 })
  return { network, snapIndex, topology, guidance }
}

/**
 * Builds the network with turn guidance. A separate function releases the intermediate tables before the hierarchy is
 * built.
 */
function buildGuidedNetwork(
  rawRoads: RawRoads,
  rules: TravelRules,
  onProgress: CompileOptions['onProgress'],
  terrain?: Terrain,
): Pick<RoadMap, 'network' | 'guidance'> {
  onProgress({ stage: 'building the network', fraction: 0 })
  const flatNetwork = buildNetwork(rawRoads, rules, terrain)
  if (terrain) onProgress({ stage: 'reading the terrain', fraction: 0 })
  const networkWithoutManeuvers = terrain ? addTerrain(flatNetwork, terrain) : flatNetwork
  onProgress({ stage: 'preparing guidance', fraction: 0 })
  const guidance = buildGuidanceIndex(networkWithoutManeuvers)
  return { network: withManeuvers(networkWithoutManeuvers, annotateTurns(networkWithoutManeuvers)), guidance }
}
