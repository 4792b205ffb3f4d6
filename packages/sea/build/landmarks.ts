import { COST_UNITS_PER_NM, LANDMARK_UNITS_PER_NM, UNREACHED } from '../schema.ts'
import { BucketSearch, type Graph } from '../search/bucket-search.ts'

/**
 * Costs from a few nodes at the far ends of the sea to all others: differences of them are lower bounds for every search
 * (Goldberg and Harrelson, 2005). Each landmark is the node that is farthest from those before it.
 */
export function measureLandmarks(
  graph: Graph,
  start: number,
  count: number,
  isClosed: (a: number, b: number) => boolean,
) {
  const search = new BucketSearch(graph, isClosed)
  const nodes = graph.first.length - 1
  const found: Int32Array[] = []
  const nearest = new Int32Array(nodes).fill(0x7fffffff)
  let landmark = farthest(search.costsFrom(start))
  for (let at = 0; at < count; at++) {
    const costs = search.costsFrom(landmark)
    for (let node = 0; node < nodes; node++) nearest[node] = Math.min(nearest[node], costs[node])
    found.push(costs)
    landmark = farthest(nearest)
  }
  return found
}

/** Node after node, as searches ask for several landmarks of one node at a time. */
export function interleave(found: readonly Int32Array[]): Uint16Array {
  const nodes = found[0]?.length ?? 0
  const cost = new Uint16Array(nodes * found.length)
  const units = LANDMARK_UNITS_PER_NM / COST_UNITS_PER_NM
  let at = 0
  for (let node = 0; node < nodes; node++) {
    for (const costs of found) {
      cost[at++] = costs[node] < 0 ? UNREACHED : Math.min(UNREACHED - 1, Math.round(costs[node] * units))
    }
  }
  return cost
}

/** Nodes that cannot be reached have -1, and are not chosen. */
function farthest(costs: Int32Array): number {
  let best = 0
  for (let node = 1; node < costs.length; node++) if (costs[node] > costs[best]) best = node
  return best
}
