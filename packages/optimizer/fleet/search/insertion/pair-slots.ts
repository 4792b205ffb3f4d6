import { UNREACHABLE } from '../../../matrix.ts'

/**
 * Stores the cost that the delivery of a pair adds to a tour at each position. Unless the two stops are adjacent, their
 * costs are additive. The cheapest delivery after each position therefore rules out most pickup positions early.
 */
export class DeliveryCosts {
  /** Cost of inserting the delivery at each position. Infinite if that is impossible. */
  readonly costAtPosition: Float64Array
  /** Lowest cost at each position or later. */
  readonly lowestFrom: Float64Array

  constructor(stopCount: number) {
    this.costAtPosition = new Float64Array(stopCount + 2)
    this.lowestFrom = new Float64Array(stopCount + 2)
  }

  compute(
    cost: Int32Array,
    width: number,
    delivery: number,
    endpointRow: number,
    order: Int32Array,
    length: number,
  ): void {
    const { costAtPosition, lowestFrom } = this
    lowestFrom[length + 1] = Number.POSITIVE_INFINITY
    for (let position = length, next = endpointRow; position > 0; position--) {
      const previous = order[position - 1]
      const to = cost[previous * width + delivery]
      const from = cost[delivery * width + next]
      const isReachable = to !== UNREACHABLE && from !== UNREACHABLE
      costAtPosition[position] = isReachable ? to + from - cost[previous * width + next] : Number.POSITIVE_INFINITY
      lowestFrom[position] = Math.min(costAtPosition[position], lowestFrom[position + 1])
      next = previous
    }
  }
}
