import { UNREACHABLE } from '../../matrix.ts'
import type { Neighbours } from '../../neighbours.ts'
import { type FleetModel, NO_STOP } from '../model.ts'
import { beginAt } from '../timing/timing.ts'
import type { BalancePenalty } from './balance-penalty.ts'
import { Blinks, type Insertion } from './insertion.ts'
import { NearPlaces } from './near-places.ts'
import { OrderLoads } from './order-loads.ts'
import { OrderTimes } from './order-times.ts'
import { NOWHERE, type Routes } from './routes.ts'
import { TourRules } from './tour-rules.ts'
import { VehicleRoom } from './vehicle-room.ts'

/**
 * In longer tours, the slots of a pair are searched only next to neighbors, because there are too many pairs of slots.
 */
const LONG_TOUR = 40

/**
 * Finds the cheapest slot under rules that depend on the whole order: breaks, pairs, and durations with windows. It
 * compares costs first and times approximately, so that only orders that would be the new best are simulated.
 */
export class ExactInsertion implements Insertion {
  after = NOWHERE
  private vehicle = NOWHERE
  /** Positions in the order without the stop. The delivery position applies to pairs. */
  private pickAt = 0
  private deliverAt = 0
  private least = 0
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly balance: BalancePenalty
  private readonly rules: TourRules
  private readonly times: OrderTimes
  private readonly loads: OrderLoads
  private readonly room: VehicleRoom
  private readonly blinks: Blinks
  private readonly pickPlaces: NearPlaces
  private readonly deliverPlaces: NearPlaces
  private readonly order: Int32Array
  private readonly positionOf: Int32Array
  /** One view of the same buffer per length, because creating a view takes longer than simulating a short tour. */
  private readonly tours: readonly Int32Array[]

  constructor(
    model: FleetModel,
    routes: Routes,
    neighbours: Neighbours,
    balance: BalancePenalty,
    random: () => number,
  ) {
    this.model = model
    this.routes = routes
    this.balance = balance
    this.rules = new TourRules(model)
    this.times = new OrderTimes(model)
    this.loads = new OrderLoads(model)
    this.room = new VehicleRoom(model, routes)
    this.blinks = new Blinks(random)
    this.pickPlaces = new NearPlaces(neighbours, routes)
    this.deliverPlaces = new NearPlaces(neighbours, routes)
    this.order = new Int32Array(model.stopCount)
    this.positionOf = new Int32Array(model.stopCount)
    const buffer = new Int32Array(model.stopCount + 2)
    this.tours = Array.from(buffer, (_, length) => buffer.subarray(0, length))
  }

  find(stop: number): boolean {
    const { vehicleCount, kindCount, allowed, stopCount, maxStops, partner } = this.model
    const { count } = this.routes
    this.vehicle = NOWHERE
    this.least = Number.POSITIVE_INFINITY
    const more = partner[stop] === NO_STOP ? 1 : 2
    for (let kind = 0; kind < kindCount; kind++) {
      const empty = this.room.findEmpty(kind)
      if (empty < 0 || !allowed[empty * stopCount + stop] || more > maxStops[empty]) continue
      this.tryVehicle(stop, empty)
    }
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (count[vehicle] === 0 || !allowed[vehicle * stopCount + stop]) continue
      if (count[vehicle] + more <= maxStops[vehicle]) this.tryVehicle(stop, vehicle)
    }
    if (this.vehicle === NOWHERE) return false
    this.routes.copyOrder(this.vehicle, this.order)
    this.after = this.pickAt === 0 ? stopCount + this.vehicle : this.order[this.pickAt - 1]
    return true
  }

  put(stop: number): void {
    const other = this.model.partner[stop]
    const behind = this.deliverAt === this.pickAt ? stop : this.order[this.deliverAt - 1]
    this.routes.insert(stop, this.after)
    if (other !== NO_STOP) this.routes.insert(other, behind)
    this.update(this.vehicle)
  }

  update(vehicle: number): void {
    if (!this.balance.isOn || this.balance.byStops) return
    const tour = this.tours[this.routes.count[vehicle]]
    this.routes.copyOrder(vehicle, tour)
    this.balance.span[vehicle] = tour.length === 0 ? 0 : this.rules.shortestTime(vehicle, tour)
  }

  isSound(vehicle: number): boolean {
    const tour = this.tours[this.routes.count[vehicle]]
    if (tour.length === 0) return true
    if (this.model.hasMissingWays && this.routes.hasMissingWay(vehicle)) return false
    this.routes.copyOrder(vehicle, tour)
    return this.rules.areKept(vehicle, tour)
  }

  private tryVehicle(stop: number, vehicle: number): void {
    const { partner } = this.model
    const length = this.routes.copyOrder(vehicle, this.order)
    this.times.drive(vehicle, this.order, length)
    this.loads.addUp(this.order, length)
    if (partner[stop] === NO_STOP) {
      for (let at = 0; at <= length; at++) this.tryStop(stop, vehicle, length, at)
    } else if (length <= LONG_TOUR) {
      for (let at = 0; at <= length; at++) {
        const reach = this.loads.reach(vehicle, stop, at, length)
        for (let to = at; to <= reach; to++) this.tryPair(stop, partner[stop], vehicle, length, at, to)
      }
    } else this.tryNear(stop, partner[stop], vehicle, length)
  }

  private tryNear(pickup: number, delivery: number, vehicle: number, length: number): void {
    for (let at = 0; at < length; at++) this.positionOf[this.order[at]] = at
    const pick = this.pickPlaces
    const deliver = this.deliverPlaces
    pick.find(pickup, vehicle, this.positionOf, length)
    deliver.find(delivery, vehicle, this.positionOf, length)
    for (let one = 0; one < pick.count; one++) {
      const at = pick.at[one]
      const reach = this.loads.reach(vehicle, pickup, at, length)
      if (reach >= at) this.tryPair(pickup, delivery, vehicle, length, at, at)
      for (let other = deliver.count - 1; other >= 0 && deliver.at[other] > at; other--) {
        if (deliver.at[other] <= reach) this.tryPair(pickup, delivery, vehicle, length, at, deliver.at[other])
      }
    }
  }

  private tryStop(stop: number, vehicle: number, length: number, at: number): void {
    const { width, row, cost, duration, windows, stopCount } = this.model
    const hub = row[stopCount + vehicle]
    const before = at === 0 ? hub : this.order[at - 1]
    const after = at === length ? hub : this.order[at]
    const to = cost[before * width + stop]
    const from = cost[stop * width + after]
    const more = to + from - cost[before * width + after]
    if (more >= this.least || to === UNREACHABLE || from === UNREACHABLE) return
    if (!this.loads.fitsUpTo(vehicle, stop, at)) return
    const begin = beginAt(windows, stop, this.times.free[at] + duration[before * width + stop])
    if (this.times.isInTime(stop, begin, after, at)) this.try(stop, NO_STOP, vehicle, length, at, at, more)
  }

  /** Both are inserted before the stops currently at these positions. */
  private tryPair(
    pickup: number,
    delivery: number,
    vehicle: number,
    length: number,
    pickAt: number,
    deliverAt: number,
  ): void {
    const { width, row, cost, duration, service, windows, stopCount } = this.model
    const order = this.order
    const hub = row[stopCount + vehicle]
    const before = pickAt === 0 ? hub : order[pickAt - 1]
    const after = pickAt === length ? hub : order[pickAt]
    const isTogether = pickAt === deliverAt
    const behind = isTogether ? pickup : order[deliverAt - 1]
    const ahead = deliverAt === length ? hub : order[deliverAt]
    const to = cost[before * width + pickup]
    const there = cost[behind * width + delivery]
    const on = cost[delivery * width + ahead]
    const away = isTogether ? 0 : cost[pickup * width + after]
    const past = isTogether ? 0 : cost[behind * width + ahead]
    const more = to + away + there + on - cost[before * width + after] - past
    if (more >= this.least) return
    if (to === UNREACHABLE || away === UNREACHABLE || there === UNREACHABLE || on === UNREACHABLE) return
    const begin = beginAt(windows, pickup, this.times.free[pickAt] + duration[before * width + pickup])
    if (!isTogether && !this.times.isInTime(pickup, begin, after, pickAt)) return
    const ready = isTogether ? begin + service[pickup] : this.times.free[deliverAt]
    const deliver = beginAt(windows, delivery, ready + duration[behind * width + delivery])
    if (!this.times.isInTime(delivery, deliver, ahead, deliverAt)) return
    this.try(pickup, delivery, vehicle, length, pickAt, deliverAt, more)
  }

  private try(
    stop: number,
    delivery: number,
    vehicle: number,
    length: number,
    pickAt: number,
    deliverAt: number,
    cost: number,
  ): void {
    const balance = this.balance
    let more = balance.byStops ? cost + balance.of(length + (delivery === NO_STOP ? 1 : 2)) : cost
    if (more >= this.least) return
    const tour = this.build(stop, delivery, length, pickAt, deliverAt)
    if (!this.rules.areKept(vehicle, tour)) return
    if (balance.isOn && !balance.byStops) more += balance.of(this.rules.shortestTime(vehicle, tour))
    if (more >= this.least || this.blinks.overlooks()) return
    this.least = more
    this.vehicle = vehicle
    this.pickAt = pickAt
    this.deliverAt = deliverAt
  }

  private build(stop: number, delivery: number, length: number, pickAt: number, deliverAt: number): Int32Array {
    const order = this.order
    const tour = this.tours[length + (delivery === NO_STOP ? 1 : 2)]
    let at = 0
    for (let position = 0; position <= length; position++) {
      if (position === pickAt) tour[at++] = stop
      if (position === deliverAt && delivery !== NO_STOP) tour[at++] = delivery
      if (position < length) tour[at++] = order[position]
    }
    return tour
  }
}
