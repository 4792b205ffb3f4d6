import type { FleetModel } from '../../model.ts'

/**
 * Weights of the insertion orders, from the paper cited in string-removal.ts. The last three orders apply only if stops
 * have windows.
 */
const RANDOM_WEIGHT = 4
const DEMAND_WEIGHT = 4
const FARTHEST_FIRST_WEIGHT = 2
const NEAREST_FIRST_WEIGHT = 1
const WINDOW_WEIGHT = 2

/**
 * Determines the order in which stops are reinserted. Stops that are hard to insert should come early, but the order
 * must vary between rounds.
 */
export class InsertionOrder {
  private readonly sortKey: Float64Array
  private readonly priorityLevel: Int32Array
  private readonly equalLevels: Int32Array
  private readonly demand: Float64Array
  private readonly hubDistance: Float64Array
  private readonly windowStart: Float64Array
  private readonly windowEnd: Float64Array
  private readonly totalWeight: number
  private readonly random: () => number

  constructor(model: FleetModel, random: () => number) {
    const { stopCount, dimensionCount, demand, windows, priorityLevel } = model
    this.random = random
    this.priorityLevel = priorityLevel
    this.equalLevels = new Int32Array(stopCount)
    this.sortKey = new Float64Array(stopCount)
    this.demand = Float64Array.from({ length: stopCount }, (_, stop) =>
      demand.subarray(stop * dimensionCount, (stop + 1) * dimensionCount).reduce((sum, amount) => sum + amount, 0),
    )
    this.hubDistance = computeHubDistances(model)
    const { first, from, to } = windows
    const hasTimeWindow = (stop: number): boolean => first[stop] < first[stop + 1]
    this.windowStart = Float64Array.from({ length: stopCount }, (_, stop) =>
      hasTimeWindow(stop) ? from[first[stop]] : 0,
    )
    this.windowEnd = Float64Array.from({ length: stopCount }, (_, stop) =>
      hasTimeWindow(stop) ? to[first[stop + 1] - 1] : 2 ** 41,
    )
    this.totalWeight =
      RANDOM_WEIGHT +
      DEMAND_WEIGHT +
      FARTHEST_FIRST_WEIGHT +
      NEAREST_FIRST_WEIGHT +
      (from.length > 0 ? 3 * WINDOW_WEIGHT : 0)
  }

  /**
   * Sorts the first `count` stops, by priority first if some stops cannot be served. `share` (below 1) selects the
   * order.
   */
  sort(stops: Int32Array, count: number, byPriority: boolean, share = this.random()): void {
    const key = this.sortKey
    const level = byPriority ? this.priorityLevel : this.equalLevels
    const kind = share * this.totalWeight
    for (let index = 0; index < count; index++) key[stops[index]] = this.computeSortKey(stops[index], kind)
    for (let index = 1; index < count; index++) {
      const stop = stops[index]
      let position = index
      for (; position > 0; position--) {
        const previousStop = stops[position - 1]
        if (
          level[previousStop] < level[stop] ||
          (level[previousStop] === level[stop] && key[previousStop] <= key[stop])
        )
          break
        stops[position] = previousStop
      }
      stops[position] = stop
    }
  }

  private computeSortKey(stop: number, kind: number): number {
    if (kind < RANDOM_WEIGHT) return this.random()
    if (kind < RANDOM_WEIGHT + DEMAND_WEIGHT) return -this.demand[stop]
    if (kind < RANDOM_WEIGHT + DEMAND_WEIGHT + FARTHEST_FIRST_WEIGHT) return -this.hubDistance[stop]
    if (kind < RANDOM_WEIGHT + DEMAND_WEIGHT + FARTHEST_FIRST_WEIGHT + NEAREST_FIRST_WEIGHT)
      return this.hubDistance[stop]
    const windowOrderKind = kind - RANDOM_WEIGHT - DEMAND_WEIGHT - FARTHEST_FIRST_WEIGHT - NEAREST_FIRST_WEIGHT
    if (windowOrderKind < WINDOW_WEIGHT) return this.windowEnd[stop] - this.windowStart[stop]
    return windowOrderKind < 2 * WINDOW_WEIGHT ? this.windowStart[stop] : -this.windowEnd[stop]
  }
}

/** Computes the round-trip cost from the nearest vehicle to each stop. */
function computeHubDistances({ stopCount, width, cost }: FleetModel): Float64Array {
  return Float64Array.from({ length: stopCount }, (_, stop) => {
    let minRoundTripCost = width === stopCount ? 0 : Number.POSITIVE_INFINITY
    for (let endpointRow = stopCount; endpointRow < width; endpointRow++) {
      minRoundTripCost = Math.min(minRoundTripCost, cost[endpointRow * width + stop] + cost[stop * width + endpointRow])
    }
    return minRoundTripCost
  })
}
