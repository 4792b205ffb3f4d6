import type { LocalSearch } from './search-state.ts'

/**
 * Or-3opt, the 3-opt move without reversal (segment insertion in Kanellakis and Papadimitriou 1980, "Local search for
 * the asymmetric traveling salesman problem"). It swaps two adjacent paths of any length: node → nextNode … b → y … c →
 * z becomes node → y … c → nextNode … b → z. All near nodes are tried for both new arcs. With six near nodes instead of
 * ten, the gap for ftv170 at 100 ms was 1.4 % instead of 0.4 %.
 */
export function orThreeOpt(search: LocalSearch, node: number): boolean {
  const { size, cost, tour, neighborCount, nearestOutgoing } = search
  const { position } = tour
  const originPosition = position[node]
  const nextNode = tour.next(node)
  const removedCost = cost[node * size + nextNode]
  for (let outerRank = node * neighborCount, outerEnd = outerRank + neighborCount; outerRank < outerEnd; outerRank++) {
    const y = nearestOutgoing[outerRank]
    const firstGain = removedCost - cost[node * size + y]
    if (firstGain <= 0) break
    if (y === nextNode) continue
    const b = tour.previous(y)
    const secondGain = firstGain + cost[b * size + y]
    const offsetB = position[b] < originPosition ? position[b] - originPosition + size : position[b] - originPosition
    for (let innerRank = b * neighborCount, innerEnd = innerRank + neighborCount; innerRank < innerEnd; innerRank++) {
      const z = nearestOutgoing[innerRank]
      const thirdGain = secondGain - cost[b * size + z]
      if (thirdGain <= 0) break
      const c = tour.previous(z)
      const offsetC = position[c] < originPosition ? position[c] - originPosition + size : position[c] - originPosition
      if (offsetC <= offsetB) continue
      const gain = thirdGain + cost[c * size + z] - cost[c * size + nextNode]
      if (gain <= 0) continue
      tour.swapSegmentsAfter(node, b, c)
      search.tourCost -= gain
      queueNodes(search, node, nextNode, b, y, c, z)
      return true
    }
  }
  return false
}

function queueNodes({ queue }: LocalSearch, a: number, b: number, c: number, d: number, e: number, f: number): void {
  queue.push(a)
  queue.push(b)
  queue.push(c)
  queue.push(d)
  queue.push(e)
  queue.push(f)
}
