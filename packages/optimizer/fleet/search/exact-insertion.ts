import { UNREACHABLE } from '../../matrix.ts'
import type { Neighbors } from '../../neighbors.ts'
import { type FleetModel, NO_STOP } from '../model.ts'
import { earliestStartAt } from '../timing/timing.ts'
import type { BalancePenalty } from './balance-penalty.ts'
import { Blinks, type Insertion } from './insertion.ts'
import { NearbyPositions } from './near-places.ts'
import { OrderLoads } from './order-loads.ts'
import { OrderTimes } from './order-times.ts'
import { NOT_ASSIGNED, type Routes } from './routes.ts'
import { TourConstraints } from './tour-rules.ts'
import { VehicleEligibility } from './vehicle-eligibility.ts'

/**
 * In longer tours, the slots of a pair are searched only next to neighbors, because there are too many pairs of slots.
 */
const LONG_TOUR_STOPS = 40

/**
 * Finds the cheapest slot under rules that depend on the whole order: breaks, pairs, and durations combined with
 * windows. It compares costs first and times approximately, so that only orders that would be the new best are
 * simulated.
 */
export class ExactInsertion implements Insertion {
  afterNode = NOT_ASSIGNED
  private vehicle = NOT_ASSIGNED
  /** Positions in the order without the stop. The delivery position applies to pairs. */
  private pickupPosition = 0
  private deliveryPosition = 0
  private bestCost = 0
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly balance: BalancePenalty
  private readonly constraints: TourConstraints
  private readonly times: OrderTimes
  private readonly loads: OrderLoads
  private readonly eligibility: VehicleEligibility
  private readonly blinks: Blinks
  private readonly pickupPositions: NearbyPositions
  private readonly deliveryPositions: NearbyPositions
  private readonly order: Int32Array
  private readonly positionOf: Int32Array
  /** One view of the same buffer per length, because creating a view takes longer than simulating a short tour. */
  private readonly tourBuffers: readonly Int32Array[]

  constructor(model: FleetModel, routes: Routes, neighbors: Neighbors, balance: BalancePenalty, random: () => number) {
    this.model = model
    this.routes = routes
    this.balance = balance
    this.constraints = new TourConstraints(model)
    this.times = new OrderTimes(model)
    this.loads = new OrderLoads(model)
    this.eligibility = new VehicleEligibility(model, routes)
    this.blinks = new Blinks(random)
    this.pickupPositions = new NearbyPositions(neighbors, routes)
    this.deliveryPositions = new NearbyPositions(neighbors, routes)
    this.order = new Int32Array(model.stopCount)
    this.positionOf = new Int32Array(model.stopCount)
    const buffer = new Int32Array(model.stopCount + 2)
    this.tourBuffers = Array.from(buffer, (_, length) => buffer.subarray(0, length))
  }

  findSlot(stop: number): boolean {
    const { vehicleCount, vehicleKindCount, allowed, stopCount, maxStops, partner } = this.model
    const { tourLength } = this.routes
    this.vehicle = NOT_ASSIGNED
    this.bestCost = Number.POSITIVE_INFINITY
    const more = partner[stop] === NO_STOP ? 1 : 2
    for (let kind = 0; kind < vehicleKindCount; kind++) {
      const empty = this.eligibility.findEmptyVehicle(kind)
      if (empty < 0 || !allowed[empty * stopCount + stop] || more > maxStops[empty]) continue
      this.tryVehicle(stop, empty)
    }
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (tourLength[vehicle] === 0 || !allowed[vehicle * stopCount + stop]) continue
      if (tourLength[vehicle] + more <= maxStops[vehicle]) this.tryVehicle(stop, vehicle)
    }
    if (this.vehicle === NOT_ASSIGNED) return false
    this.routes.copyOrder(this.vehicle, this.order)
    this.afterNode = this.pickupPosition === 0 ? stopCount + this.vehicle : this.order[this.pickupPosition - 1]
    return true
  }

  insert(stop: number): void {
    const deliveryStop = this.model.partner[stop]
    const beforeDelivery = this.deliveryPosition === this.pickupPosition ? stop : this.order[this.deliveryPosition - 1]
    this.routes.insert(stop, this.afterNode)
    if (deliveryStop !== NO_STOP) this.routes.insert(deliveryStop, beforeDelivery)
    this.update(this.vehicle)
  }

  update(vehicle: number): void {
    if (!this.balance.isEnabled || this.balance.isByStopCount) return
    const tour = this.tourBuffers[this.routes.tourLength[vehicle]]
    this.routes.copyOrder(vehicle, tour)
    this.balance.tourDuration[vehicle] = tour.length === 0 ? 0 : this.constraints.findShortestDuration(vehicle, tour)
  }

  isFeasible(vehicle: number): boolean {
    const tour = this.tourBuffers[this.routes.tourLength[vehicle]]
    if (tour.length === 0) return true
    if (this.model.hasUnreachablePairs && this.routes.hasUnreachableLeg(vehicle)) return false
    this.routes.copyOrder(vehicle, tour)
    return this.constraints.areSatisfied(vehicle, tour)
  }

  private tryVehicle(stop: number, vehicle: number): void {
    const { partner } = this.model
    const length = this.routes.copyOrder(vehicle, this.order)
    this.times.computeTimes(vehicle, this.order, length)
    this.loads.computeLoads(this.order, length)
    if (partner[stop] === NO_STOP) {
      for (let at = 0; at <= length; at++) this.tryStop(stop, vehicle, length, at)
    } else if (length <= LONG_TOUR_STOPS) {
      for (let at = 0; at <= length; at++) {
        const reach = this.loads.findLastDeliveryPosition(vehicle, stop, at, length)
        for (let to = at; to <= reach; to++) this.tryPair(stop, partner[stop], vehicle, length, at, to)
      }
    } else this.tryNeighborPairs(stop, partner[stop], vehicle, length)
  }

  private tryNeighborPairs(pickup: number, delivery: number, vehicle: number, length: number): void {
    for (let at = 0; at < length; at++) this.positionOf[this.order[at]] = at
    const pick = this.pickupPositions
    const deliver = this.deliveryPositions
    pick.find(pickup, vehicle, this.positionOf, length)
    deliver.find(delivery, vehicle, this.positionOf, length)
    for (let pickupIndex = 0; pickupIndex < pick.count; pickupIndex++) {
      const at = pick.positions[pickupIndex]
      const reach = this.loads.findLastDeliveryPosition(vehicle, pickup, at, length)
      if (reach >= at) this.tryPair(pickup, delivery, vehicle, length, at, at)
      for (
        let deliveryIndex = deliver.count - 1;
        deliveryIndex >= 0 && deliver.positions[deliveryIndex] > at;
        deliveryIndex--
      ) {
        if (deliver.positions[deliveryIndex] <= reach)
          this.tryPair(pickup, delivery, vehicle, length, at, deliver.positions[deliveryIndex])
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
    if (more >= this.bestCost || to === UNREACHABLE || from === UNREACHABLE) return
    if (!this.loads.fitsUpTo(vehicle, stop, at)) return
    const serviceStart = earliestStartAt(
      windows,
      stop,
      this.times.earliestDeparture[at] + duration[before * width + stop],
    )
    if (this.times.isInTime(stop, serviceStart, after, at)) this.tryOrder(stop, NO_STOP, vehicle, length, at, at, more)
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
    const isAdjacent = pickAt === deliverAt
    const beforeDelivery = isAdjacent ? pickup : order[deliverAt - 1]
    const afterDelivery = deliverAt === length ? hub : order[deliverAt]
    const to = cost[before * width + pickup]
    const costToDelivery = cost[beforeDelivery * width + delivery]
    const costFromDelivery = cost[delivery * width + afterDelivery]
    const costFromPickup = isAdjacent ? 0 : cost[pickup * width + after]
    const bypassedCost = isAdjacent ? 0 : cost[beforeDelivery * width + afterDelivery]
    const more = to + costFromPickup + costToDelivery + costFromDelivery - cost[before * width + after] - bypassedCost
    if (more >= this.bestCost) return
    if (
      to === UNREACHABLE ||
      costFromPickup === UNREACHABLE ||
      costToDelivery === UNREACHABLE ||
      costFromDelivery === UNREACHABLE
    )
      return
    const pickupStart = earliestStartAt(
      windows,
      pickup,
      this.times.earliestDeparture[pickAt] + duration[before * width + pickup],
    )
    if (!isAdjacent && !this.times.isInTime(pickup, pickupStart, after, pickAt)) return
    const ready = isAdjacent ? pickupStart + service[pickup] : this.times.earliestDeparture[deliverAt]
    const deliveryStart = earliestStartAt(windows, delivery, ready + duration[beforeDelivery * width + delivery])
    if (!this.times.isInTime(delivery, deliveryStart, afterDelivery, deliverAt)) return
    this.tryOrder(pickup, delivery, vehicle, length, pickAt, deliverAt, more)
  }

  private tryOrder(
    stop: number,
    delivery: number,
    vehicle: number,
    length: number,
    pickAt: number,
    deliverAt: number,
    cost: number,
  ): void {
    const balance = this.balance
    let more = balance.isByStopCount ? cost + balance.penaltyFor(length + (delivery === NO_STOP ? 1 : 2)) : cost
    if (more >= this.bestCost) return
    const tour = this.buildTour(stop, delivery, length, pickAt, deliverAt)
    if (!this.constraints.areSatisfied(vehicle, tour)) return
    if (balance.isEnabled && !balance.isByStopCount)
      more += balance.penaltyFor(this.constraints.findShortestDuration(vehicle, tour))
    if (more >= this.bestCost || this.blinks.shouldSkip()) return
    this.bestCost = more
    this.vehicle = vehicle
    this.pickupPosition = pickAt
    this.deliveryPosition = deliverAt
  }

  private buildTour(stop: number, delivery: number, length: number, pickAt: number, deliverAt: number): Int32Array {
    const order = this.order
    const tour = this.tourBuffers[length + (delivery === NO_STOP ? 1 : 2)]
    let at = 0
    for (let position = 0; position <= length; position++) {
      if (position === pickAt) tour[at++] = stop
      if (position === deliverAt && delivery !== NO_STOP) tour[at++] = delivery
      if (position < length) tour[at++] = order[position]
    }
    return tour
  }
}
