import type { CostMatrix } from '../matrix.ts'
import { isSymmetric, transpose } from '../matrix.ts'
import type { Neighbors } from '../neighbors.ts'
import { findNearestNeighbors } from '../neighbors.ts'
import { ArrayTour } from './array-tour.ts'
import { ReversalGain } from './reversal-gain.ts'
import { NodeQueue } from './work-queue.ts'

/**
 * State shared by the moves. Each move applies the first improvement it finds, updates the tour and the cost, and
 * queues the endpoints of the changed arcs.
 */
export interface LocalSearch {
  readonly size: number
  readonly cost: Int32Array
  readonly symmetric: boolean
  readonly neighborCount: number
  readonly nearestOutgoing: Int32Array
  readonly nearestIncoming: Int32Array
  readonly tour: ArrayTour
  readonly reversalGain: ReversalGain
  readonly queue: NodeQueue
  tourCost: number
}

export function createLocalSearch(
  matrix: CostMatrix,
  { count, near }: Neighbors,
  nodes: ArrayLike<number>,
): LocalSearch {
  const symmetric = isSymmetric(matrix)
  const tour = new ArrayTour(nodes, symmetric)
  return {
    size: matrix.size,
    cost: matrix.cost,
    symmetric,
    neighborCount: count,
    nearestOutgoing: near,
    nearestIncoming: symmetric ? near : findNearestNeighbors(transpose(matrix), count).near,
    tour,
    reversalGain: new ReversalGain(matrix, tour),
    queue: new NodeQueue(matrix.size),
    tourCost: computeCycleCost(matrix, nodes),
  }
}

export function computeCycleCost({ size, cost }: CostMatrix, nodes: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0, from = nodes[size - 1]; index < size; index++) {
    sum += cost[from * size + nodes[index]]
    from = nodes[index]
  }
  return sum
}
