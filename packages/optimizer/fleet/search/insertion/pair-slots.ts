import { UNREACHABLE } from '../../../matrix.ts'

/**
 * The cost that the delivery of a pair adds to one tour, by position. The costs of the two stops add up unless they are
 * adjacent, so the cheapest delivery after each position rules out most pickups at once.
 */
export class DeliveryCosts {
  /** By position: the cost of inserting the delivery there. Infinite if that is impossible. */
  readonly costAt: Float64Array
  /** By position: the lowest cost there or later. */
  readonly lowestFrom: Float64Array

  constructor(stopCount: number) {
    this.costAt = new Float64Array(stopCount + 2)
    this.lowestFrom = new Float64Array(stopCount + 2)
  }

  compute(cost: Int32Array, width: number, delivery: number, hub: number, order: Int32Array, length: number): void {
    const { costAt, lowestFrom } = this
    lowestFrom[length + 1] = Number.POSITIVE_INFINITY
    for (let position = length, next = hub; position > 0; position--) {
      const previous = order[position - 1]
      const to = cost[previous * width + delivery]
      const from = cost[delivery * width + next]
      const isReachable = to !== UNREACHABLE && from !== UNREACHABLE
      costAt[position] = isReachable ? to + from - cost[previous * width + next] : Number.POSITIVE_INFINITY
      lowestFrom[position] = Math.min(costAt[position], lowestFrom[position + 1])
      next = previous
    }
  }
}
