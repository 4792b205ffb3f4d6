import { customize } from '../cch/customize.ts'
import { orderArcs } from '../cch/order/arc-order.ts'
import { buildTopology, type Topology } from '../cch/topology.ts'
import { buildTriangles, type Triangles } from '../cch/triangles.ts'
import { createMetric } from '../cch/wasm/metric-memory.ts'
import type { RoadMap, RoadMetric } from '../map.ts'
import type { RoadNetwork } from '../network/network.ts'
import { buildTurnGraph } from '../network/turn-graph-of.ts'
import { type Closures, defaultProfile, type TravelProfile } from '../profiles/car-weights.ts'
import { profileWeights } from '../profiles/profile-weights.ts'
import { buildSnapIndex } from '../snap/snap-index.ts'

/** Builds a map for the planner from a network. The map has no guidance data, because the planner does not need any. */
export function buildRoadMap(network: RoadNetwork): RoadMap {
  const graph = buildTurnGraph(network)
  return {
    network,
    snapIndex: buildSnapIndex(network),
    topology: buildTopology(graph, orderArcs(graph)),
    guidance: { bearing: new Uint16Array(2 * network.edges.count), nameCore: new Uint32Array(network.roads.count) },
  }
}

/**
 * Triangles of the maps built so far. Triangles take longer to build than a metric, and tests build many metrics per
 * map.
 */
const trianglesByTopology = new WeakMap<Topology, Triangles>()

function findTriangles(topology: Topology): Triangles {
  const triangles = trianglesByTopology.get(topology) ?? buildTriangles(topology)
  trianglesByTopology.set(topology, triangles)
  return triangles
}

export function buildMetric(
  { network, topology }: RoadMap,
  closures: Closures = noClosures(network),
  profile: TravelProfile = defaultProfile,
): RoadMetric {
  const { weights, arcDuration } = profileWeights(network, profile, closures)
  const hierarchy = createMetric(topology)
  customize(findTriangles(topology), weights.turn, hierarchy)
  return { weights, hierarchy, arcDuration }
}

export function noClosures({ arcs, turns }: RoadNetwork): Closures {
  return { arcs: new Uint8Array(arcs.count), turns: new Uint8Array(turns.count) }
}
