import type { CostMatrix } from '../matrix.ts'
import { isSymmetric, transpose } from '../matrix.ts'
import type { Neighbours } from '../neighbours.ts'
import { nearestNeighbours } from '../neighbours.ts'
import { ArrayTour } from './array-tour.ts'
import { ReversalGain } from './reversal-gain.ts'
import { WorkQueue } from './work-queue.ts'

/**
 * State shared by the moves. Each move applies the first improvement it finds, updates the tour and the cost, and
 * queues the endpoints.
 */
export interface LocalSearch {
  readonly size: number
  readonly cost: Int32Array
  readonly symmetric: boolean
  readonly neighbourCount: number
  readonly nearOut: Int32Array
  readonly nearIn: Int32Array
  readonly tour: ArrayTour
  readonly reversal: ReversalGain
  readonly queue: WorkQueue
  tourCost: number
}

export function startSearch(matrix: CostMatrix, { count, near }: Neighbours, nodes: ArrayLike<number>): LocalSearch {
  const symmetric = isSymmetric(matrix)
  const tour = new ArrayTour(nodes, symmetric)
  return {
    size: matrix.size,
    cost: matrix.cost,
    symmetric,
    neighbourCount: count,
    nearOut: near,
    nearIn: symmetric ? near : nearestNeighbours(transpose(matrix), count).near,
    tour,
    reversal: new ReversalGain(matrix, tour),
    queue: new WorkQueue(matrix.size),
    tourCost: costOfCycle(matrix, nodes),
  }
}

export function costOfCycle({ size, cost }: CostMatrix, nodes: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0, from = nodes[size - 1]; index < size; index++) {
    sum += cost[from * size + nodes[index]]
    from = nodes[index]
  }
  return sum
}
