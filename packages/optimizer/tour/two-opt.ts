import type { LocalSearch } from './search-state.ts'

/**
 * 2-opt (Croes 1958): removes two arcs and reverses the path between them. It tries both directions that make a near
 * node adjacent to `node`. With asymmetric costs, the reversed path is charged at its true cost.
 */
export function twoOpt(search: LocalSearch, node: number): boolean {
  return reversePathAfter(search, node) || reversePathFrom(search, node)
}

/** node → after … near → behind becomes node → near … after → behind. */
function reversePathAfter(search: LocalSearch, node: number): boolean {
  const { size, cost, tour, nearestOutgoing, neighborCount, symmetric } = search
  const after = tour.next(node)
  const leaving = cost[node * size + after]
  for (let rank = node * neighborCount, end = rank + neighborCount; rank < end; rank++) {
    const near = nearestOutgoing[rank]
    const promised = leaving - cost[node * size + near]
    if (promised <= 0) break
    const behind = tour.next(near)
    if (near === after || behind === node) continue
    let gain = promised + cost[near * size + behind] - cost[after * size + behind]
    if (gain <= 0) continue
    if (!symmetric) gain += search.reversalGain.compute(tour.position[after], tour.position[near])
    if (gain <= 0) continue
    tour.reverse(tour.position[after], tour.position[near])
    return applyMove(search, gain, node, after, near, behind)
  }
  return false
}

/** before → node … ahead → near becomes before → ahead … node → near. */
function reversePathFrom(search: LocalSearch, node: number): boolean {
  const { size, cost, tour, nearestOutgoing, neighborCount, symmetric } = search
  const before = tour.previous(node)
  const leaving = cost[before * size + node]
  for (let rank = node * neighborCount, end = rank + neighborCount; rank < end; rank++) {
    const near = nearestOutgoing[rank]
    const promised = leaving - cost[node * size + near]
    if (promised <= 0) break
    const beforeNear = tour.previous(near)
    if (near === before || beforeNear === node) continue
    let gain = promised + cost[beforeNear * size + near] - cost[before * size + beforeNear]
    if (gain <= 0) continue
    if (!symmetric) gain += search.reversalGain.compute(tour.position[node], tour.position[beforeNear])
    if (gain <= 0) continue
    tour.reverse(tour.position[node], tour.position[beforeNear])
    return applyMove(search, gain, node, before, near, beforeNear)
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
