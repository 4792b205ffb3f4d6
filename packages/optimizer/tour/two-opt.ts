import type { LocalSearch } from './search-state.ts'

/**
 * Applies 2-opt (Croes 1958), which removes two arcs and reverses the path between them. Tries both directions that
 * make a near node adjacent to `node`. With asymmetric costs, the cost of the reversed path is included.
 */
export function twoOpt(search: LocalSearch, node: number): boolean {
  return reversePathAfter(search, node) || reversePathFrom(search, node)
}

/** Changes node → nextNode … neighbor → afterNeighbor to node → neighbor … nextNode → afterNeighbor. */
function reversePathAfter(search: LocalSearch, node: number): boolean {
  const { size, cost, tour, nearestOutgoing, neighborCount, symmetric } = search
  const nextNode = tour.next(node)
  const removedCost = cost[node * size + nextNode]
  for (
    let neighborIndex = node * neighborCount, end = neighborIndex + neighborCount;
    neighborIndex < end;
    neighborIndex++
  ) {
    const neighbor = nearestOutgoing[neighborIndex]
    const partialGain = removedCost - cost[node * size + neighbor]
    if (partialGain <= 0) break
    const afterNeighbor = tour.next(neighbor)
    if (neighbor === nextNode || afterNeighbor === node) continue
    let gain = partialGain + cost[neighbor * size + afterNeighbor] - cost[nextNode * size + afterNeighbor]
    if (gain <= 0) continue
    if (!symmetric) gain += search.reversalGain.compute(tour.position[nextNode], tour.position[neighbor])
    if (gain <= 0) continue
    tour.reverse(tour.position[nextNode], tour.position[neighbor])
    return applyMove(search, gain, node, nextNode, neighbor, afterNeighbor)
  }
  return false
}

/** Changes previousNode → node … beforeNeighbor → neighbor to previousNode → beforeNeighbor … node → neighbor. */
function reversePathFrom(search: LocalSearch, node: number): boolean {
  const { size, cost, tour, nearestOutgoing, neighborCount, symmetric } = search
  const previousNode = tour.previous(node)
  const removedCost = cost[previousNode * size + node]
  for (
    let neighborIndex = node * neighborCount, end = neighborIndex + neighborCount;
    neighborIndex < end;
    neighborIndex++
  ) {
    const neighbor = nearestOutgoing[neighborIndex]
    const partialGain = removedCost - cost[node * size + neighbor]
    if (partialGain <= 0) break
    const beforeNeighbor = tour.previous(neighbor)
    if (neighbor === previousNode || beforeNeighbor === node) continue
    let gain = partialGain + cost[beforeNeighbor * size + neighbor] - cost[previousNode * size + beforeNeighbor]
    if (gain <= 0) continue
    if (!symmetric) gain += search.reversalGain.compute(tour.position[node], tour.position[beforeNeighbor])
    if (gain <= 0) continue
    tour.reverse(tour.position[node], tour.position[beforeNeighbor])
    return applyMove(search, gain, node, previousNode, neighbor, beforeNeighbor)
  }
  return false
}

function applyMove(search: LocalSearch, gain: number, a: number, b: number, c: number, d: number): true {
  search.tourCost -= gain
  search.queue.push(a)
  search.queue.push(b)
  search.queue.push(c)
  search.queue.push(d)
  return true
}
