import type { LocalSearch } from './search-state.ts'

/**
 * Maximum segment length. Short segments keep the repair local. With 10 instead of 50, the gap to the optimum at 1,002
 * stops was three times as large.
 */
const MAX_SEGMENT_LENGTH = 50

/**
 * Share of kicks between nodes that are near each other but may be far apart in the tour, such as links between
 * clusters.
 */
const WALK_RATE = 0.5
const MAX_WALK_STEPS = 5

/**
 * Applies a local double bridge (Martin, Otto and Felten 1991). Three adjacent paths A B C become C B A. No single move
 * can undo this kick. Requires at least eight nodes.
 */
export function doubleBridge(search: LocalSearch, random: () => number): void {
  if (random() < WALK_RATE && bridgeNearNodes(search, random)) return
  const { size } = search
  const maxLength = Math.min(MAX_SEGMENT_LENGTH, Math.floor((size - 2) / 3))
  const [a, b, c] = [randomLength(random, maxLength), randomLength(random, maxLength), randomLength(random, maxLength)]
  swapOuterPaths(search, Math.floor(random() * size), a, b, c)
}

/** Cuts the tour at a random node and at three nodes reached by short random walks from it (Applegate et al. 2003). */
function bridgeNearNodes(search: LocalSearch, random: () => number): boolean {
  const { size, tour, nearestOutgoing, neighborCount } = search
  const start = Math.floor(random() * size)
  const walk = (): number => {
    let node = start
    for (let stepCount = randomLength(random, MAX_WALK_STEPS); stepCount > 0; stepCount--)
      node = nearestOutgoing[node * neighborCount + Math.floor(random() * neighborCount)]
    return tour.position[node]
  }
  const [first, second, third, fourth] = Int32Array.of(tour.position[start], walk(), walk(), walk()).sort()
  if (first === second || second === third || third === fourth) return false
  swapOuterPaths(search, first, second - first, third - second, fourth - third)
  return true
}

function swapOuterPaths(search: LocalSearch, start: number, a: number, b: number, c: number): void {
  const { size, cost, tour, queue } = search
  const cutPositions = [start, start + a, start + a + b, start + a + b + c]
  const previousNodes = cutPositions.map((cut) => tour.order[(cut + size - 1) % size])
  const nextNodes = cutPositions.map((cut) => tour.order[cut % size])
  const arcCost = (from: number, to: number): number => cost[previousNodes[from] * size + nextNodes[to]]
  search.tourCost +=
    arcCost(0, 2) +
    arcCost(3, 1) +
    arcCost(2, 0) +
    arcCost(1, 3) -
    arcCost(0, 0) -
    arcCost(1, 1) -
    arcCost(2, 2) -
    arcCost(3, 3)
  tour.swapSegments(start, a, b + c)
  tour.swapSegments(start, b, c)
  for (const node of previousNodes) queue.push(node)
  for (const node of nextNodes) queue.push(node)
}

function randomLength(random: () => number, maxLength: number): number {
  return 1 + Math.floor(random() * maxLength)
}
