import type { RoadNetwork } from '../network/network.ts'
import type { Closures } from '../profiles/car-weights.ts'
import { DomainRoads } from './domain-roads.ts'
import type { OddMask } from './model.ts'

/**
 * Closes all roads outside a domain, so that no route can leave it. Cheap rules come first, because the class or the
 * bounding box excludes most roads of a large map.
 */
export function closeOutside(network: RoadNetwork, mask: OddMask, closures: Closures): void {
  const { arcs, edges, roads, turns } = network
  const domain = new DomainRoads(network, mask)
  const roadIsInside = new Uint8Array(roads.count)
  for (let road = 0; road < roads.count; road++) roadIsInside[road] = domain.isRoadInside(road) ? 1 : 0
  const edgeIsInside = new Uint8Array(edges.count)
  for (let edge = 0; edge < edges.count; edge++) {
    edgeIsInside[edge] = roadIsInside[edges.road[edge]] === 1 && domain.isEdgeInArea(edge) ? 1 : 0
  }
  for (let arc = 0; arc < arcs.count; arc++) {
    if (edgeIsInside[arcs.edgeSide[arc] >>> 1] === 0 || domain.isTooFast(arc)) closures.arcs[arc] = 1
  }
  if (!domain.judgesTurns) return
  for (let arc = 0; arc < arcs.count; arc++) {
    // Turns out of closed arcs are closed together with the arcs.
    if (closures.arcs[arc] === 1) continue
    for (let turn = turns.first[arc]; turn < turns.first[arc + 1]; turn++) {
      if (closures.arcs[turns.to[turn]] === 0 && !domain.isTurnInside(arc, turn)) closures.turns[turn] = 1
    }
  }
}
