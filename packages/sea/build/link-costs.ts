import { DEGREES_PER_MICRODEGREE } from '../grid.ts'
import { CHANNEL_NODE_SIZE, COST_UNITS_PER_NM, type Sea } from '../schema.ts'
import { clearanceNm } from '../water/clearance.ts'
import { degreesIntoIce } from '../water/ice.ts'
import type { Adjacency } from './adjacency.ts'
import type { NodeList } from './node-list.ts'
import { NodeDistances } from './short-distance.ts'

/** Distance that ships keep from the shore where possible, in nautical miles. */
const SHORE_DISTANCE_NM = 5
/** Extra cost per mile right at the shore, compared with open water. */
const SHORE_PENALTY = 0.5
/** Extra cost per mile for each degree of latitude into the ice. */
const ICE_PENALTY_PER_DEGREE = 0.25

/**
 * Cost factor of rivers, which lead to ports and must not be used as through routes. Two rivers may come close to each
 * other where no ship could cross from one to the other.
 */
const RIVER_FACTOR = 2

export function computeLinkCosts(
  sea: Sea,
  nodes: NodeList,
  { first, head }: Adjacency,
  isRiver: (node: number) => boolean,
): Uint16Array {
  const factor = new Float32Array(nodes.count)
  for (let node = 0; node < nodes.count; node++) {
    const latitude = nodes.latitude[node] * DEGREES_PER_MICRODEGREE
    const isInChannel = nodes.size[node] === CHANNEL_NODE_SIZE
    if (isInChannel) {
      factor[node] = isRiver(node) ? RIVER_FACTOR : 1
      continue
    }
    const clearance = clearanceNm(sea, latitude, nodes.longitude[node] * DEGREES_PER_MICRODEGREE)
    const shorePenalty = SHORE_PENALTY * Math.max(0, 1 - clearance / SHORE_DISTANCE_NM)
    factor[node] = 1 + shorePenalty + ICE_PENALTY_PER_DEGREE * degreesIntoIce(latitude)
  }
  const cost = new Uint16Array(head.length)
  const distances = new NodeDistances(nodes.latitude, nodes.longitude, nodes.count)
  for (let node = 0; node < nodes.count; node++) {
    for (let link = first[node]; link < first[node + 1]; link++) {
      const to = head[link]
      const costUnits = (distances.between(node, to) * COST_UNITS_PER_NM * (factor[node] + factor[to])) / 2
      cost[link] = Math.max(1, Math.min(65535, Math.round(costUnits)))
    }
  }
  return cost
}
