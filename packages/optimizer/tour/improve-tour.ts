import { type Cycle, toCycle, toNodes, toStops } from '../cycle.ts'
import { cheapestCycle, MOST_EXACT_NODES } from '../exact/held-karp.ts'
import { type CostMatrix, costOfOrder, isCheaper, type TourCost, type TourEnds, UNREACHABLE } from '../matrix.ts'
import { NO_NEIGHBOURS, nearestNeighbours } from '../neighbours.ts'
import { seededRandom } from '../random.ts'
import { greedyTour, nearestNeighbourTour } from './constructions.ts'
import { iterate, type SearchLimits } from './iterated-search.ts'
import { costOfCycle, startSearch } from './local-search.ts'

/** With 7 the gap to the best tour of 1,002 stops was half as large again. */
const NEIGHBOURS = 10

export interface TourOptions extends TourEnds, SearchLimits {
  readonly seed: number
  /** An order that somebody has already; the answer is this one unless a better one is found. */
  readonly given?: readonly number[] | undefined
}

export interface ImprovedTour extends TourCost {
  readonly order: readonly number[]
  /** Kicks; none when the tour was solved exactly. */
  readonly iterations: number
}

/** The best tour for one vehicle that the limits allow: exact for a dozen stops, searched for beyond. */
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
  if (cycle.matrix.size <= MOST_EXACT_NODES) return { nodes: cheapestCycle(cycle), iterations: 0 }
  const matrix = withPenalties(cycle.matrix)
  const neighbours = nearestNeighbours(matrix, NEIGHBOURS, options.isOver)
  const starts = [nearestNeighbourTour(matrix, neighbours, 0)]
  if (neighbours !== NO_NEIGHBOURS) starts.push(greedyTour(matrix, neighbours))
  if (options.given) starts.push(toNodes(cycle, options.given))
  const costs = starts.map((nodes) => costOfCycle(matrix, nodes))
  const start = starts[costs.indexOf(Math.min(...costs))]
  // What the search needs takes as long again; a start that nothing can be made of is better than a late answer.
  if (options.isOver()) return { nodes: start, iterations: 0 }
  const best = new Int32Array(matrix.size)
  const iterations = iterate(startSearch(matrix, neighbours, start), seededRandom(options.seed), options, best)
  return { nodes: best, iterations }
}

/**
 * A missing way costs more than any tour, so that the search drives it only where nothing else is left. It is kept
 * below half of the largest number; beyond that it is merely dear, and the given order is still never made worse.
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
