import { seededRandom } from '@fairway/geo'
import { type Cycle, toCycle, toNodes, toStops } from '../cycle.ts'
import { findCheapestCycle, MAX_EXACT_NODES } from '../exact/held-karp.ts'
import {
  type CostMatrix,
  computeOrderCost,
  isCheaper,
  type TourCost,
  type TourEndpoints,
  UNREACHABLE,
} from '../matrix.ts'
import { findNearestNeighbors } from '../neighbors.ts'
import { buildGreedyTour, buildNearestNeighborTour } from './constructions.ts'
import { type SearchLimits, searchFromStarts } from './iterated-search.ts'

/** Number of neighbors per node. With 7 neighbors, the gap to the optimum at 1,002 stops was 50 % larger. */
const NEIGHBOR_COUNT = 10

export interface TourOptions extends TourEndpoints, SearchLimits {
  readonly seed: number
  /** An existing order. The result is this order unless the search finds a better one. */
  readonly initialOrder?: readonly number[] | undefined
}

export interface ImprovedTour extends TourCost {
  readonly order: readonly number[]
  /** Number of kicks. 0 if the tour was solved exactly. */
  readonly iterations: number
}

/**
 * Finds the best tour for one vehicle within the limits. Uses an exact method for up to a dozen stops and local search
 * for larger problems.
 */
export function improveTour(matrix: CostMatrix, options: TourOptions): ImprovedTour {
  const { initialOrder, closed } = options
  if (initialOrder) assertInitialOrder(matrix.size, initialOrder, options)
  const cycle = toCycle(matrix, options)
  const { nodes, iterations } = findCycle(cycle, options)
  const order = toStops(cycle, nodes)
  const foundCost = computeOrderCost(matrix, order, closed)
  if (initialOrder) {
    const initialCost = computeOrderCost(matrix, initialOrder, closed)
    if (!isCheaper(foundCost, initialCost)) return { order: initialOrder, ...initialCost, iterations }
  }
  return { order, ...foundCost, iterations }
}

function findCycle(cycle: Cycle, options: TourOptions): { nodes: ArrayLike<number>; iterations: number } {
  if (cycle.matrix.size <= MAX_EXACT_NODES) return { nodes: findCheapestCycle(cycle), iterations: 0 }
  const penalizedMatrix = withPenalties(cycle.matrix)
  const numbering = buildGreedyTour(penalizedMatrix, findNearestNeighbors(penalizedMatrix, NEIGHBOR_COUNT))
  const matrix = renumberMatrix(penalizedMatrix, numbering)
  const neighbors = findNearestNeighbors(matrix, NEIGHBOR_COUNT)
  const startTours = [buildNearestNeighborTour(matrix, neighbors, 0), buildGreedyTour(matrix, neighbors)]
  if (options.initialOrder) startTours.push(renumberTour(toNodes(cycle, options.initialOrder), numbering))
  const { nodes, kickCount } = searchFromStarts(matrix, neighbors, startTours, seededRandom(options.seed), options)
  return { nodes: nodes.map((node) => numbering[node]), iterations: kickCount }
}

/**
 * Renumbers nodes along a tour. Costs between nearby nodes are then close in memory, which avoids most cache misses of
 * the search.
 */
function renumberMatrix({ size, cost }: CostMatrix, numbering: Int32Array): CostMatrix {
  const renumbered = new Int32Array(size * size)
  for (let from = 0; from < size; from++) {
    const base = numbering[from] * size
    for (let to = 0; to < size; to++) renumbered[from * size + to] = cost[base + numbering[to]]
  }
  return { size, cost: renumbered }
}

function renumberTour(nodes: Int32Array, numbering: Int32Array): Int32Array {
  const numberOf = new Int32Array(numbering.length)
  for (let number = 0; number < numbering.length; number++) numberOf[numbering[number]] = number
  return nodes.map((node) => numberOf[node])
}

/**
 * Replaces unreachable pairs with a penalty. The penalty exceeds the cost of any tour, unless such a penalty would be
 * more than half of the largest 32-bit number. An unreachable pair is then merely expensive, and the result is still
 * never worse than the given order.
 */
function withPenalties(matrix: CostMatrix): CostMatrix {
  if (!matrix.cost.includes(UNREACHABLE)) return matrix
  const { size } = matrix
  const cost = matrix.cost.slice()
  let maxCost = 0
  for (let cell = 0; cell < cost.length; cell++) {
    if (cost[cell] !== UNREACHABLE && cost[cell] > maxCost) maxCost = cost[cell]
  }
  const penalty = Math.max(maxCost, Math.min(2 ** 30, maxCost * size + 1))
  for (let cell = 0; cell < cost.length; cell++) if (cost[cell] === UNREACHABLE) cost[cell] = penalty
  return { size, cost }
}

function assertInitialOrder(size: number, order: readonly number[], { closed, start, end }: TourEndpoints): void {
  if (order.length !== size || new Set(order).size !== size || order.some((stop) => !(stop >= 0 && stop < size))) {
    throw new RangeError('the given order does not visit each stop once')
  }
  if (start !== undefined && order[0] !== start) throw new RangeError('the given order starts elsewhere')
  if (!closed && end !== undefined && order.at(-1) !== end) throw new RangeError('the given order ends elsewhere')
}
