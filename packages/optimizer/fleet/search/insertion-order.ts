import type { FleetModel } from '../model.ts'

/** Weights of the orders, from the paper. The last three apply only if stops have windows. */
const RANDOM = 4
const DEMAND = 4
const FAR = 2
const CLOSE = 1
const WINDOW = 2

/**
 * Order in which stops are reinserted. Stops that are hard to place should come early, but not always the same ones.
 */
export class InsertionOrder {
  private readonly key: Float64Array
  private readonly level: Int32Array
  private readonly sameLevel: Int32Array
  private readonly demand: Float64Array
  private readonly far: Float64Array
  private readonly opens: Float64Array
  private readonly closes: Float64Array
  private readonly weights: number
  private readonly random: () => number

  constructor(model: FleetModel, random: () => number) {
    const { stopCount, dimensions, demand, windows, level } = model
    this.random = random
    this.level = level
    this.sameLevel = new Int32Array(stopCount)
    this.key = new Float64Array(stopCount)
    this.demand = Float64Array.from({ length: stopCount }, (_, stop) =>
      demand.subarray(stop * dimensions, (stop + 1) * dimensions).reduce((sum, each) => sum + each, 0),
    )
    this.far = distancesFromHub(model)
    const { first, from, to } = windows
    const owns = (stop: number): boolean => first[stop] < first[stop + 1]
    this.opens = Float64Array.from({ length: stopCount }, (_, stop) => (owns(stop) ? from[first[stop]] : 0))
    this.closes = Float64Array.from({ length: stopCount }, (_, stop) =>
      owns(stop) ? to[first[stop + 1] - 1] : 2 ** 41,
    )
    this.weights = RANDOM + DEMAND + FAR + CLOSE + (from.length > 0 ? 3 * WINDOW : 0)
  }

  /**
   * Sorts the first `count` stops, by priority first if there is not room for all. `share` (below 1) selects one of the
   * orders.
   */
  sort(stops: Int32Array, count: number, byPriority: boolean, share = this.random()): void {
    const key = this.key
    const level = byPriority ? this.level : this.sameLevel
    const kind = share * this.weights
    for (let index = 0; index < count; index++) key[stops[index]] = this.keyOf(stops[index], kind)
    for (let index = 1; index < count; index++) {
      const stop = stops[index]
      let at = index
      for (; at > 0; at--) {
        const other = stops[at - 1]
        if (level[other] < level[stop] || (level[other] === level[stop] && key[other] <= key[stop])) break
        stops[at] = other
      }
      stops[at] = stop
    }
  }

  private keyOf(stop: number, kind: number): number {
    if (kind < RANDOM) return this.random()
    if (kind < RANDOM + DEMAND) return -this.demand[stop]
    if (kind < RANDOM + DEMAND + FAR) return -this.far[stop]
    if (kind < RANDOM + DEMAND + FAR + CLOSE) return this.far[stop]
    const timed = kind - RANDOM - DEMAND - FAR - CLOSE
    if (timed < WINDOW) return this.closes[stop] - this.opens[stop]
    return timed < 2 * WINDOW ? this.opens[stop] : -this.closes[stop]
  }
}

/** Round-trip cost from the nearest vehicle. */
function distancesFromHub({ stopCount, width, cost }: FleetModel): Float64Array {
  return Float64Array.from({ length: stopCount }, (_, stop) => {
    let nearest = width === stopCount ? 0 : Number.POSITIVE_INFINITY
    for (let hub = stopCount; hub < width; hub++) {
      nearest = Math.min(nearest, cost[hub * width + stop] + cost[stop * width + hub])
    }
    return nearest
  })
}
