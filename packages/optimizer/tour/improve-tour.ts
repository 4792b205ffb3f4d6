import { seededRandom } from '@fairway/geo'
import { type Cycle, toCycle, toNodes, toStops } from '../cycle.ts'
import { cheapestCycle, MAX_EXACT_NODES } from '../exact/held-karp.ts'
import { type CostMatrix, costOfOrder, isCheaper, type TourCost, type TourEnds, UNREACHABLE } from '../matrix.ts'
import { NO_NEIGHBOURS, nearestNeighbours } from '../neighbours.ts'
import { greedyTour, nearestNeighbourTour } from './constructions.ts'
import { iterate, type SearchLimits } from './iterated-search.ts'
import { costOfCycle, startSearch } from './search-state.ts'

/** With 7 the gap to the optimum at 1,002 stops was 50% larger. */
const NEIGHBOURS = 10

export interface TourOptions extends TourEnds, SearchLimits {
  readonly seed: number
  /** An existing order. The result is this order unless the search finds a better one. */
  readonly given?: readonly number[] | undefined
}

export interface ImprovedTour extends TourCost {
  readonly order: readonly number[]
  /** Number of kicks; 0 when the tour was solved exactly. */
  readonly iterations: number
}

/** Finds the best tour for one vehicle within the limits: exact for up to a dozen stops, by local search beyond. */
export function improveTour(matrix: CostMatrix, options: TourOptions): ImprovedTour {
  const { given, closed } = options
  if (given) assertOrder(matrix.size, given, options)
  const cycle = toCycle(matrix, options)
  const { nodes, iterations } = findCycle(cycle, options)
  const order = toStops(cycle, nodes)
  const found = costOfOrder(matrix, order, closed)
  if (given) {
    const asGiven = costOfOrder(matrix, given, closed)
    if (!isCheaper(found, asGiven)) return { order: given, ...asGiven, iterations }
  }
  return { order, ...found, iterations }
}

function findCycle(cycle: Cycle, options: TourOptions): { nodes: ArrayLike<number>; iterations: number } {
  if (cycle.matrix.size <= MAX_EXACT_NODES) return { nodes: cheapestCycle(cycle), iterations: 0 }
  const matrix = withPenalties(cycle.matrix)
  const neighbours = nearestNeighbours(matrix, NEIGHBOURS, options.isOver)
  const starts = [nearestNeighbourTour(matrix, neighbours, 0)]
  if (neighbours !== NO_NEIGHBOURS) starts.push(greedyTour(matrix, neighbours))
  if (options.given) starts.push(toNodes(cycle, options.given))
  const costs = starts.map((nodes) => costOfCycle(matrix, nodes))
  const start = starts[costs.indexOf(Math.min(...costs))]
  // Preparing the search takes as long again. An unimproved start is better than a late response.
  if (options.isOver()) return { nodes: start, iterations: 0 }
  const best = new Int32Array(matrix.size)
  const iterations = iterate(startSearch(matrix, neighbours, start), seededRandom(options.seed), options, best)
  return { nodes: best, iterations }
}

/**
 * An unreachable pair costs more than any tour, so the search uses it only as a last resort. The penalty stays below
 * half of the largest number. For tours that exceed it, the pair is merely expensive, and the given order still never
 * gets worse.
 */
function withPenalties(matrix: CostMatrix): CostMatrix {
  if (!matrix.cost.includes(UNREACHABLE)) return matrix
  const { size } = matrix
  const cost = matrix.cost.slice()
  let dearest = 0
  for (let cell = 0; cell < cost.length; cell++) {
    if (cost[cell] !== UNREACHABLE && cost[cell] > dearest) dearest = cost[cell]
  }
  const penalty = Math.max(dearest, Math.min(2 ** 30, dearest * size + 1))
  for (let cell = 0; cell < cost.length; cell++) if (cost[cell] === UNREACHABLE) cost[cell] = penalty
  return { size, cost }
}

function assertOrder(size: number, order: readonly number[], { closed, start, end }: TourEnds): void {
  if (order.length !== size || new Set(order).size !== size || order.some((stop) => !(stop >= 0 && stop < size))) {
    throw new RangeError('the given order does not visit each stop once')
  }
  if (start !== undefined && order[0] !== start) throw new RangeError('the given order starts elsewhere')
  if (!closed && end !== undefined && order.at(-1) !== end) throw new RangeError('the given order ends elsewhere')
}
