import type { CostMatrix } from '../matrix.ts'
import type { ArrayTour } from './array-tour.ts'

/**
 * Computes the internal saving from reversing a path with asymmetric costs, as a difference of two prefix sums. The
 * sums are updated lazily, because most lookups are close to the last change. Updating the sums of the whole tour would
 * make each move cost O(tour length).
 */
export class ReversalGain {
  private readonly cost: Int32Array
  private readonly tour: ArrayTour
  /** Forward minus backward cost of all arcs before each position. */
  private readonly prefixSum: Float64Array
  private lastValidIndex = 0

  constructor(matrix: CostMatrix, tour: ArrayTour) {
    this.cost = matrix.cost
    this.tour = tour
    this.prefixSum = new Float64Array(tour.size + 1)
  }

  compute(from: number, to: number): number {
    const tour = this.tour
    if (tour.lowestChangedPosition <= this.lastValidIndex)
      this.lastValidIndex = Math.max(0, tour.lowestChangedPosition - 1)
    tour.lowestChangedPosition = tour.size
    const sum = this.prefixSum
    if (from <= to) {
      if (to > this.lastValidIndex) this.extendPrefixSums(to)
      return sum[to] - sum[from]
    }
    if (this.lastValidIndex < tour.size) this.extendPrefixSums(tour.size)
    return sum[tour.size] - sum[from] + sum[to]
  }

  private extendPrefixSums(to: number): void {
    const { size, order } = this.tour
    const cost = this.cost
    const sum = this.prefixSum
    let node = order[this.lastValidIndex]
    for (let index = this.lastValidIndex; index < to; index++) {
      const next = order[index + 1 === size ? 0 : index + 1]
      sum[index + 1] = sum[index] + cost[node * size + next] - cost[next * size + node]
      node = next
    }
    this.lastValidIndex = to
  }
}
