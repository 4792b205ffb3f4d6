import { type Cycle, toCycle, toStops } from '../cycle.ts'
import { type CostMatrix, computeOrderCost, type TourCost, type TourEndpoints, UNREACHABLE } from '../matrix.ts'

export interface ExactTour extends TourCost {
  readonly order: number[]
}

/**
 * Maximum number of cycle nodes. Solving 13 nodes takes a few milliseconds and 1 MB, and each additional node doubles
 * both.
 */
export const MAX_EXACT_NODES = 13

/** Cost that exceeds the sum of all arcs of a tour but keeps sums exact in a double. */
const UNREACHABLE_COST = 2 ** 45

export function solveExactly(matrix: CostMatrix, endpoints: TourEndpoints): ExactTour {
  const cycle = toCycle(matrix, endpoints)
  const order = toStops(cycle, findCheapestCycle(cycle))
  return { order, ...computeOrderCost(matrix, order, endpoints.closed) }
}

/**
 * Finds the cheapest cycle (Held and Karp 1962, "A dynamic programming approach to sequencing problems"). For
 * increasingly large sets of nodes, computes the cheapest path from node 0 through the set to each of its nodes. Ties
 * go to the smaller node.
 */
export function findCheapestCycle({ matrix }: Pick<Cycle, 'matrix'>): number[] {
  const { size } = matrix
  if (size > MAX_EXACT_NODES + 1) throw new RangeError(`${size} nodes are too many for an exact solution`)
  if (size < 3) return size === 2 ? [0, 1] : [0]
  const cost = Float64Array.from(matrix.cost, (arc) => (arc === UNREACHABLE ? UNREACHABLE_COST : arc))
  const innerCount = size - 1
  const bestCost = new Float64Array((1 << innerCount) * innerCount).fill(Number.POSITIVE_INFINITY)
  for (let last = 0; last < innerCount; last++) bestCost[(1 << last) * innerCount + last] = cost[last + 1]
  for (let set = 1; set < 1 << innerCount; set++) {
    for (let last = 0; last < innerCount; last++) {
      const base = bestCost[set * innerCount + last]
      if (base === Number.POSITIVE_INFINITY) continue
      const row = (last + 1) * size + 1
      for (let next = 0; next < innerCount; next++) {
        if (set & (1 << next)) continue
        const cell = (set | (1 << next)) * innerCount + next
        const sum = base + cost[row + next]
        if (sum < bestCost[cell]) bestCost[cell] = sum
      }
    }
  }
  return traceCycle(bestCost, cost, size)
}

/** Recomputes the predecessors from the costs, because storing them would double the memory. */
function traceCycle(bestCost: Float64Array, cost: Float64Array, size: number): number[] {
  const innerCount = size - 1
  const reversedOrder: number[] = []
  let set = (1 << innerCount) - 1
  let nextNode = 0
  while (set !== 0) {
    let bestLast = -1
    let minCost = Number.POSITIVE_INFINITY
    for (let last = 0; last < innerCount; last++) {
      if (!(set & (1 << last))) continue
      const sum = bestCost[set * innerCount + last] + cost[(last + 1) * size + nextNode]
      if (sum < minCost) {
        minCost = sum
        bestLast = last
      }
    }
    reversedOrder.push(bestLast + 1)
    set &= ~(1 << bestLast)
    nextNode = bestLast + 1
  }
  return [0, ...reversedOrder.reverse()]
}
