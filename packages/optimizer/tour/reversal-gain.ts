import type { CostMatrix } from '../matrix.ts'
import type { ArrayTour } from './array-tour.ts'

/**
 * What turning a path around saves within it where the way back costs something else: a difference of two prefix sums.
 * The sums are brought up to date only as far as they are asked for. Kicks are local, so a question is mostly about
 * positions just behind the change; sums kept for the whole tour would cost each move the length of the tour.
 */
export class ReversalGain {
  readonly #cost: Int32Array
  readonly #tour: ArrayTour
  /** At each position: forward minus backward cost of all arcs before it. */
  readonly #sum: Float64Array
  #lastValid = 0

  constructor(matrix: CostMatrix, tour: ArrayTour) {
    this.#cost = matrix.cost
    this.#tour = tour
    this.#sum = new Float64Array(tour.size + 1)
  }

  of(from: number, to: number): number {
    const tour = this.#tour
    if (tour.lowestChange <= this.#lastValid) this.#lastValid = Math.max(0, tour.lowestChange - 1)
    tour.lowestChange = tour.size
    const sum = this.#sum
    if (from <= to) {
      if (to > this.#lastValid) this.#extend(to)
      return sum[to] - sum[from]
    }
    if (this.#lastValid < tour.size) this.#extend(tour.size)
    return sum[tour.size] - sum[from] + sum[to]
  }

  #extend(to: number): void {
    const { size, order } = this.#tour
    const cost = this.#cost
    const sum = this.#sum
    let node = order[this.#lastValid]
    for (let at = this.#lastValid; at < to; at++) {
      const next = order[at + 1 === size ? 0 : at + 1]
      sum[at + 1] = sum[at] + cost[node * size + next] - cost[next * size + node]
      node = next
    }
    this.#lastValid = to
  }
}
