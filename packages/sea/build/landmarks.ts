import { COST_UNITS_PER_NM, LANDMARK_UNITS_PER_NM, UNREACHED_LANDMARK_COST } from '../schema.ts'
import { BucketSearch, type Graph, UNREACHABLE } from '../search/bucket-search.ts'

/** Landmarks that are computed together, with their number and the closures that apply to them. */
export interface LandmarkGroup {
  readonly count: number
  readonly openGraph: () => Graph
}

/**
 * Computes the costs from a few nodes at the far ends of the sea to all other nodes. Differences of these costs are
 * lower bounds for every search (Goldberg and Harrelson, 2005). Each landmark is the node farthest from the previous
 * landmarks of its group. Costs are stored node by node, because searches read multiple landmarks of one node at a
 * time.
 */
export function computeLandmarkCosts(
  nodeCount: number,
  groups: readonly LandmarkGroup[],
  start: number,
  onProgress: (share: number) => void = () => {},
): Uint16Array {
  const landmarkCount = groups.reduce((sum, { count }) => sum + count, 0)
  const cost = new Uint16Array(nodeCount * landmarkCount)
  const costs = new Int32Array(nodeCount)
  const nearestCost = new Int32Array(nodeCount)
  let landmark = 0
  for (const { openGraph, count } of groups) {
    const search = new BucketSearch(openGraph())
    search.computeCostsFrom(start, costs)
    nearestCost.set(costs)
    for (let end = landmark + count; landmark < end; landmark++) {
      search.computeCostsFrom(findFarthest(nearestCost), costs)
      // The first landmark is the node farthest from the start. The start is not a landmark.
      if (landmark === end - count) nearestCost.set(costs)
      else updateNearestCosts(nearestCost, costs)
      writeCosts(costs, cost, landmark, landmarkCount)
      onProgress((landmark + 1) / landmarkCount)
    }
  }
  return cost
}

function updateNearestCosts(nearest: Int32Array, costs: Int32Array): void {
  for (let node = 0; node < costs.length; node++) if (costs[node] < nearest[node]) nearest[node] = costs[node]
}

function writeCosts(costs: Int32Array, cost: Uint16Array, landmark: number, perNode: number): void {
  const unitRatio = COST_UNITS_PER_NM / LANDMARK_UNITS_PER_NM
  for (let node = 0, entry = landmark; node < costs.length; node++, entry += perNode) {
    cost[entry] =
      costs[node] === UNREACHABLE
        ? UNREACHED_LANDMARK_COST
        : Math.min(UNREACHED_LANDMARK_COST - 1, Math.floor((costs[node] + unitRatio / 2) / unitRatio))
  }
}

/** Returns the farthest node. Unreachable nodes are not chosen. */
function findFarthest(costs: Int32Array): number {
  let farthestNode = 0
  let maxCost = -1
  for (let node = 0; node < costs.length; node++) {
    if (costs[node] <= maxCost || costs[node] === UNREACHABLE) continue
    farthestNode = node
    maxCost = costs[node]
  }
  return farthestNode
}
