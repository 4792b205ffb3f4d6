import { COST_UNITS_PER_NM, LANDMARK_UNITS_PER_NM, UNREACHED } from '../schema.ts'
import { BucketSearch, type Graph, UNREACHABLE } from '../search/bucket-search.ts'

/** Landmarks that are computed together: their number and the closures that apply to them. */
export interface LandmarkGroup {
  readonly count: number
  readonly openGraph: () => Graph
}

/**
 * Computes the costs from a few nodes at the far ends of the sea to all others. Their differences are lower bounds for
 * every search (Goldberg and Harrelson, 2005). Each landmark is the node farthest from the previous ones in its group.
 * Costs are stored node by node, because searches read several landmarks of one node at a time.
 */
export function computeLandmarkCosts(
  nodes: number,
  groups: readonly LandmarkGroup[],
  start: number,
  onProgress: (share: number) => void = () => {},
): Uint16Array {
  const all = groups.reduce((sum, { count }) => sum + count, 0)
  const cost = new Uint16Array(nodes * all)
  const costs = new Int32Array(nodes)
  const nearest = new Int32Array(nodes)
  let landmark = 0
  for (const { openGraph, count } of groups) {
    const search = new BucketSearch(openGraph())
    search.computeCostsFrom(start, costs)
    nearest.set(costs)
    for (let end = landmark + count; landmark < end; landmark++) {
      search.computeCostsFrom(findFarthest(nearest), costs)
      // The first landmark is the node farthest from the start, which is not a landmark itself.
      if (landmark === end - count) nearest.set(costs)
      else keepNearest(nearest, costs)
      writeCosts(costs, cost, landmark, all)
      onProgress((landmark + 1) / all)
    }
  }
  return cost
}

function keepNearest(nearest: Int32Array, costs: Int32Array): void {
  for (let node = 0; node < costs.length; node++) if (costs[node] < nearest[node]) nearest[node] = costs[node]
}

function writeCosts(costs: Int32Array, cost: Uint16Array, landmark: number, perNode: number): void {
  const units = COST_UNITS_PER_NM / LANDMARK_UNITS_PER_NM
  for (let node = 0, entry = landmark; node < costs.length; node++, entry += perNode) {
    cost[entry] =
      costs[node] === UNREACHABLE ? UNREACHED : Math.min(UNREACHED - 1, Math.floor((costs[node] + units / 2) / units))
  }
}

/** Unreachable nodes are not chosen. */
function findFarthest(costs: Int32Array): number {
  let best = 0
  let maxCost = -1
  for (let node = 0; node < costs.length; node++) {
    if (costs[node] <= maxCost || costs[node] === UNREACHABLE) continue
    best = node
    maxCost = costs[node]
  }
  return best
}
