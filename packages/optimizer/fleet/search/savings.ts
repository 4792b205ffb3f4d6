import { UNREACHABLE } from '../../matrix.ts'
import { NOT_ASSIGNED } from './routes.ts'
import type { FleetSearch } from './start-fleet-search.ts'

/**
 * Joins stops into tours (Clarke and Wright 1964). Every stop starts as a separate tour, and the two tours with the
 * largest saving are joined as long as load and number of stops allow. Requires identical vehicles and joins only
 * neighbors. Stops that do not fit into any vehicle stay unassigned.
 */
export function joinBySavings({ model, routes, neighbors }: FleetSearch): void {
  const { stopCount, vehicleCount, width, cost, servable } = model
  const chains = new Chains(stopCount)
  const { load, fits } = createChainLoads(model)
  for (const pair of listSavings(model, neighbors)) {
    const tailStop = Math.floor(pair / stopCount)
    const headStop = pair % stopCount
    const first = chains.chainOf[tailStop]
    const second = chains.chainOf[headStop]
    if (first === second || chains.last[first] !== tailStop || chains.first[second] !== headStop) continue
    if (!fits(first, second, chains.length[first] + chains.length[second])) continue
    chains.join(first, second)
    for (let d = 0; d < model.dimensionCount; d++)
      load[first * model.dimensionCount + d] += load[second * model.dimensionCount + d]
  }
  const hubRow = model.row[stopCount]
  const order = chains.list().filter((chain) => {
    const [start, end] = [chains.first[chain], chains.last[chain]]
    return servable[start] && cost[hubRow * width + start] !== UNREACHABLE && cost[end * width + hubRow] !== UNREACHABLE
  })
  order.sort((a, b) => chains.length[b] - chains.length[a] || a - b)
  for (let vehicle = 0; vehicle < Math.min(vehicleCount, order.length); vehicle++) {
    let afterNode = stopCount + vehicle
    for (let stop = chains.first[order[vehicle]]; stop !== NOT_ASSIGNED; stop = chains.next[stop]) {
      routes.insert(stop, afterNode)
      afterNode = stop
    }
  }
}

/** Lists pairs of neighbors as `one * stopCount + other`, largest savings first. Ties go to the smaller numbers. */
function listSavings(model: FleetSearch['model'], { count, near }: FleetSearch['neighbors']): Float64Array {
  const { stopCount, width, cost, transposedCost, row, servable } = model
  const hubRow = row[stopCount]
  const keys = new Float64Array(stopCount * count)
  /**
   * The saving and the pair share one number, because sorting numbers is ten times as fast as sorting with a
   * comparator.
   */
  const pairScale = stopCount * stopCount
  let savingCount = 0
  for (let fromStop = 0; fromStop < stopCount; fromStop++) {
    const returnCost = transposedCost[hubRow * width + fromStop]
    for (let rank = fromStop * count; rank < (fromStop + 1) * count; rank++) {
      const toStop = near[rank]
      const arcCost = cost[fromStop * width + toStop]
      const saving = returnCost + cost[hubRow * width + toStop] - arcCost
      if (saving <= 0 || arcCost === UNREACHABLE || !servable[fromStop] || !servable[toStop]) continue
      keys[savingCount++] = -saving * pairScale + fromStop * stopCount + toStop
    }
  }
  const sorted = keys.subarray(0, savingCount).sort()
  for (let index = 0; index < savingCount; index++)
    sorted[index] = ((sorted[index] % pairScale) + pairScale) % pairScale
  return sorted
}

function createChainLoads({ demand, dimensionCount, capacity, maxStops }: FleetSearch['model']) {
  const load = demand.slice()
  const fitsCapacity = (first: number, second: number, count: number): boolean => {
    if (count > maxStops[0]) return false
    for (let d = 0; d < dimensionCount; d++) {
      if (load[first * dimensionCount + d] + load[second * dimensionCount + d] > capacity[d]) return false
    }
    return true
  }
  return { load, fits: fitsCapacity }
}

/** Tours during joining. Each tour is identified by one of its stops. */
class Chains {
  readonly chainOf: Int32Array
  readonly first: Int32Array
  readonly last: Int32Array
  readonly length: Int32Array
  readonly next: Int32Array

  constructor(stopCount: number) {
    this.chainOf = Int32Array.from({ length: stopCount }, (_, stop) => stop)
    this.first = this.chainOf.slice()
    this.last = this.chainOf.slice()
    this.length = new Int32Array(stopCount).fill(1)
    this.next = new Int32Array(stopCount).fill(NOT_ASSIGNED)
  }

  join(first: number, second: number): void {
    this.next[this.last[first]] = this.first[second]
    for (let stop = this.first[second]; stop !== NOT_ASSIGNED; stop = this.next[stop]) this.chainOf[stop] = first
    this.last[first] = this.last[second]
    this.length[first] += this.length[second]
    this.length[second] = 0
  }

  list(): number[] {
    return Array.from(this.chainOf.keys()).filter((chain) => this.length[chain] > 0)
  }
}
