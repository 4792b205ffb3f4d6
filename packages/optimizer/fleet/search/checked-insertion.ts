import { UNREACHABLE } from '../../matrix.ts'
import type { Neighbours } from '../../neighbours.ts'
import type { FleetModel } from '../model.ts'
import { TOO_LATE } from '../timing/timing.ts'
import type { BalancePenalty } from './balance-penalty.ts'
import { Blinks, type Insertion } from './insertion.ts'
import { LatestTimes } from './latest-times.ts'
import { NOWHERE, type Routes } from './routes.ts'
import type { SearchRules } from './rules.ts'
import { VehicleRoom } from './vehicle-room.ts'

/** With more stops, only slots next to neighbors are checked. */
const MAX_STOPS_TO_SCAN = 160

/**
 * Finds the cheapest slot when windows, distances, durations, or balance matter. Each slot is checked in constant time.
 */
export class CheckedInsertion implements Insertion {
  after = NOWHERE
  private readonly model: FleetModel
  private readonly rules: SearchRules
  private readonly routes: Routes
  private readonly neighbours: Neighbours
  private readonly balance: BalancePenalty
  private readonly times: LatestTimes
  private readonly room: VehicleRoom
  private readonly blinks: Blinks
  private readonly looked: Int32Array
  private search = 0
  private least = 0

  constructor(
    model: FleetModel,
    rules: SearchRules,
    routes: Routes,
    neighbours: Neighbours,
    balance: BalancePenalty,
    random: () => number,
  ) {
    this.model = model
    this.rules = rules
    this.routes = routes
    this.neighbours = neighbours
    this.balance = balance
    this.times = new LatestTimes(model, routes)
    this.room = new VehicleRoom(model, routes)
    this.blinks = new Blinks(random)
    this.looked = new Int32Array(model.vehicleCount)
  }

  find(stop: number): boolean {
    const { stopCount } = this.model
    this.search++
    this.after = NOWHERE
    this.least = Number.POSITIVE_INFINITY
    if (stopCount > MAX_STOPS_TO_SCAN) this.tryNeighbours(stop)
    else this.tryEverywhere(stop)
    for (let kind = 0; kind < this.model.kindCount; kind++) {
      const empty = this.room.findEmpty(kind)
      if (empty >= 0 && this.room.has(empty, stop)) this.try(stop, stopCount + empty, empty)
    }
    if (this.after === NOWHERE && stopCount > MAX_STOPS_TO_SCAN) this.tryEverywhere(stop)
    return this.after !== NOWHERE
  }

  put(stop: number): void {
    this.routes.insert(stop, this.after)
    this.update(this.routes.vehicleOf[stop])
  }

  update(vehicle: number): void {
    if (this.rules.isTimed) this.times.update(vehicle)
  }

  isSound(vehicle: number): boolean {
    const { maxDistance, hasMissingWays } = this.model
    const { isTimed, hasDistanceLimit, hasTimeLimit, timeLimit } = this.rules
    const { distance, time } = this.routes
    if (isTimed && !this.times.isInTime(vehicle)) return false
    if (hasDistanceLimit && distance[vehicle] > maxDistance[vehicle]) return false
    if (hasTimeLimit && time[vehicle] > timeLimit[vehicle]) return false
    return !hasMissingWays || !this.routes.hasMissingWay(vehicle)
  }

  private tryNeighbours(stop: number): void {
    const { stopCount } = this.model
    const { previous, vehicleOf } = this.routes
    const { count, near } = this.neighbours
    const looked = this.looked
    for (let rank = stop * count, end = rank + count; rank < end; rank++) {
      const neighbour = near[rank]
      const vehicle = vehicleOf[neighbour]
      if (vehicle === NOWHERE || looked[vehicle] === -this.search) continue
      if (looked[vehicle] !== this.search) {
        looked[vehicle] = this.room.has(vehicle, stop) ? this.search : -this.search
        if (looked[vehicle] < 0) continue
        this.try(stop, stopCount + vehicle, vehicle)
        this.try(stop, previous[stopCount + vehicle], vehicle)
      }
      this.try(stop, neighbour, vehicle)
      this.try(stop, previous[neighbour], vehicle)
    }
  }

  /**
   * Times only increase along a tour. A slot is impossible if the tour leaves it after the stop closes, or must
   * continue before the stop opens.
   */
  private tryEverywhere(stop: number): void {
    const { stopCount, vehicleCount, width, row, cost, costInto } = this.model
    const { next, count, arc } = this.routes
    const { leave, latest, opens, closes } = this.times
    const base = stop * width
    const soonest = opens[stop]
    const last = closes[stop]
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (count[vehicle] === 0 || !this.room.has(vehicle, stop)) continue
      const hub = stopCount + vehicle
      let node = hub
      do {
        if (leave[node] > last) break
        const before = next[node]
        if (latest[before] >= soonest) {
          const more = costInto[base + row[node]] + cost[base + row[before]] - arc[before]
          if (more < this.least) this.try(stop, node, vehicle)
        }
        node = before
      } while (node !== hub)
    }
  }

  private try(stop: number, after: number, vehicle: number): void {
    const { width, row, cost } = this.model
    const before = this.routes.next[after]
    const leaving = row[after] * width
    const to = leaving + stop
    const from = stop * width + row[before]
    let more = cost[to] + cost[from] - this.routes.arc[before]
    if (more >= this.least) return
    if (this.balance.isOn) {
      more += this.balancing(stop, to, from, leaving + row[before], vehicle)
      if (more >= this.least) return
    }
    if (cost[to] === UNREACHABLE || cost[from] === UNREACHABLE) return
    if (this.rules.isTimed && !this.isInTime(stop, to, from, after, before)) return
    if (!this.isWithinLimits(stop, to, from, leaving + row[before], vehicle)) return
    if (this.blinks.overlooks()) return
    this.least = more
    this.after = after
  }

  private isInTime(stop: number, to: number, from: number, after: number, before: number): boolean {
    const { duration, service } = this.model
    const { leave, latest } = this.times
    const begin = this.times.beginAt(stop, leave[after] + duration[to])
    return begin !== TOO_LATE && begin + service[stop] + duration[from] <= latest[before]
  }

  private isWithinLimits(stop: number, to: number, from: number, past: number, vehicle: number): boolean {
    const { distance, duration, service, maxDistance } = this.model
    const { hasDistanceLimit, hasTimeLimit, timeLimit } = this.rules
    const routes = this.routes
    if (hasDistanceLimit) {
      const farther = distance[to] + distance[from] - distance[past]
      if (routes.distance[vehicle] + farther > maxDistance[vehicle]) return false
    }
    if (!hasTimeLimit) return true
    const longer = duration[to] + duration[from] - duration[past] + service[stop]
    return routes.time[vehicle] + longer <= timeLimit[vehicle]
  }

  private balancing(stop: number, to: number, from: number, past: number, vehicle: number): number {
    if (this.balance.byStops) return this.balance.of(this.routes.count[vehicle] + 1)
    const { duration, service } = this.model
    const longer = duration[to] + duration[from] - duration[past] + service[stop]
    return this.balance.of(this.routes.time[vehicle] + longer)
  }
}
