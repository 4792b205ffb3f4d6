import { UNREACHABLE } from '../../../matrix.ts'
import type { Neighbors } from '../../../neighbors.ts'
import { type FleetModel, NO_STOP } from '../../model.ts'
import { hasTimePrices } from '../../timing/time-costs.ts'
import type { BalancePenalty } from '../balance-penalty.ts'
import { NOT_ASSIGNED, type Routes } from '../routes.ts'
import { Blinks, type Insertion } from './insertion.ts'
import { NearbyPositions } from './near-places.ts'
import { OrderLoads } from './order-loads.ts'
import { OrderTimes } from './order-times.ts'
import { TourConstraints } from './tour-rules.ts'
import { VehicleEligibility } from './vehicle-eligibility.ts'

/**
 * In longer tours, the slots of a pair are searched only next to neighbors, because there are too many pairs of slots.
 */
const LONG_TOUR_STOPS = 40

/**
 * Finds the cheapest slot under rules that depend on the whole order: breaks, pairs, and durations combined with
 * windows. It compares costs first and then times, so that only orders that would be the new best are simulated.
 */
export class ExactInsertion implements Insertion {
  afterNode = NOT_ASSIGNED
  bestCost = 0
  private vehicle = NOT_ASSIGNED
  /** Positions in the order without the stop. The delivery position applies to pairs. */
  private pickupPosition = 0
  private deliveryPosition = 0
  /** The matrix of the vehicle that is being tried. */
  private cost: Int32Array
  /** What the times of the tour that is being tried cost before the insertion. */
  private oldPenalty = 0
  private readonly hasTimePrices: boolean
  /** By vehicle, or NaN after its tour has changed. */
  private readonly penaltyOfVehicle: Float64Array
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
    this.cost = model.cost
    this.hasTimePrices = hasTimePrices(model)
    this.penaltyOfVehicle = new Float64Array(model.vehicleCount).fill(Number.NaN)
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

  findSlot(stop: number, maxCost: number): boolean {
    const { vehicleCount, vehicleKindCount, allowed, stopCount, maxStops, partner } = this.model
    const { tourLength } = this.routes
    this.vehicle = NOT_ASSIGNED
    this.bestCost = maxCost
    const addedStops = partner[stop] === NO_STOP ? 1 : 2
    for (let kind = 0; kind < vehicleKindCount; kind++) {
      const emptyVehicle = this.eligibility.findEmptyVehicle(kind)
      if (emptyVehicle < 0 || !allowed[emptyVehicle * stopCount + stop] || addedStops > maxStops[emptyVehicle]) continue
      this.tryVehicle(stop, emptyVehicle)
    }
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (tourLength[vehicle] === 0 || !allowed[vehicle * stopCount + stop]) continue
      if (tourLength[vehicle] + addedStops <= maxStops[vehicle]) this.tryVehicle(stop, vehicle)
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
    this.times.invalidate(vehicle)
    this.penaltyOfVehicle[vehicle] = Number.NaN
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
    this.cost = this.model.travel[vehicle].cost
    if (this.hasTimePrices) this.oldPenalty = this.getPenalty(vehicle, length)
    this.times.select(vehicle, this.order, length)
    this.loads.computeLoads(this.order, length)
    if (partner[stop] === NO_STOP) {
      for (let position = 0; position <= length; position++) this.tryStop(stop, vehicle, length, position)
    } else if (length <= LONG_TOUR_STOPS) {
      for (let position = 0; position <= length; position++) {
        const lastDeliveryPosition = this.findLastDeliveryPosition(vehicle, stop, position, length)
        for (let to = position; to <= lastDeliveryPosition; to++)
          this.tryPair(stop, partner[stop], vehicle, length, position, to)
      }
    } else this.tryNeighborPairs(stop, partner[stop], vehicle, length)
  }

  /** With several trips, it depends on the reloads. */
  private findLastDeliveryPosition(vehicle: number, pickup: number, position: number, length: number): number {
    if (this.model.maxTrips[vehicle] > 1) return length
    return this.loads.findLastDeliveryPosition(vehicle, pickup, position, length)
  }

  private getPenalty(vehicle: number, length: number): number {
    if (length === 0) return 0
    if (Number.isNaN(this.penaltyOfVehicle[vehicle])) {
      const tour = this.tourBuffers[length]
      tour.set(this.order.subarray(0, length))
      const penalty = this.constraints.computePenalty(vehicle, tour)
      this.penaltyOfVehicle[vehicle] = Number.isFinite(penalty) ? penalty : 0
    }
    return this.penaltyOfVehicle[vehicle]
  }

  private tryNeighborPairs(pickup: number, delivery: number, vehicle: number, length: number): void {
    for (let position = 0; position < length; position++) this.positionOf[this.order[position]] = position
    const pickupCandidates = this.pickupPositions
    const deliveryCandidates = this.deliveryPositions
    pickupCandidates.find(pickup, vehicle, this.positionOf, length)
    deliveryCandidates.find(delivery, vehicle, this.positionOf, length)
    for (let pickupIndex = 0; pickupIndex < pickupCandidates.count; pickupIndex++) {
      const position = pickupCandidates.positions[pickupIndex]
      const reach = this.findLastDeliveryPosition(vehicle, pickup, position, length)
      if (reach >= position) this.tryPair(pickup, delivery, vehicle, length, position, position)
      for (
        let deliveryIndex = deliveryCandidates.count - 1;
        deliveryIndex >= 0 && deliveryCandidates.positions[deliveryIndex] > position;
        deliveryIndex--
      ) {
        if (deliveryCandidates.positions[deliveryIndex] <= reach)
          this.tryPair(pickup, delivery, vehicle, length, position, deliveryCandidates.positions[deliveryIndex])
      }
    }
  }

  private tryStop(stop: number, vehicle: number, length: number, position: number): void {
    const { width, row, stopCount } = this.model
    const { cost } = this
    const hub = row[stopCount + vehicle]
    const previousNode = position === 0 ? hub : this.order[position - 1]
    const nextNode = position === length ? hub : this.order[position]
    const to = cost[previousNode * width + stop]
    const from = cost[stop * width + nextNode]
    const extraCost = to + from - cost[previousNode * width + nextNode]
    if (extraCost - this.oldPenalty >= this.bestCost || to === UNREACHABLE || from === UNREACHABLE) return
    if (this.model.maxTrips[vehicle] <= 1 && !this.loads.fitsUpTo(vehicle, stop, position)) return
    if (this.times.fits(stop, previousNode, nextNode, position))
      this.tryOrder(stop, NO_STOP, vehicle, length, position, position, extraCost)
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
    const { width, row, stopCount } = this.model
    const { cost } = this
    const order = this.order
    const hub = row[stopCount + vehicle]
    const previousNode = pickAt === 0 ? hub : order[pickAt - 1]
    const nextNode = pickAt === length ? hub : order[pickAt]
    const isAdjacent = pickAt === deliverAt
    const beforeDelivery = isAdjacent ? pickup : order[deliverAt - 1]
    const afterDelivery = deliverAt === length ? hub : order[deliverAt]
    const to = cost[previousNode * width + pickup]
    const costToDelivery = cost[beforeDelivery * width + delivery]
    const costFromDelivery = cost[delivery * width + afterDelivery]
    const costFromPickup = isAdjacent ? 0 : cost[pickup * width + nextNode]
    const bypassedCost = isAdjacent ? 0 : cost[beforeDelivery * width + afterDelivery]
    const extraCost =
      to + costFromPickup + costToDelivery + costFromDelivery - cost[previousNode * width + nextNode] - bypassedCost
    if (extraCost - this.oldPenalty >= this.bestCost) return
    if (
      to === UNREACHABLE ||
      costFromPickup === UNREACHABLE ||
      costToDelivery === UNREACHABLE ||
      costFromDelivery === UNREACHABLE
    )
      return
    const isInTime = isAdjacent
      ? this.times.fitsWithNext(pickup, delivery, previousNode, nextNode, pickAt)
      : this.times.fits(pickup, previousNode, nextNode, pickAt) &&
        this.times.fits(delivery, beforeDelivery, afterDelivery, deliverAt)
    if (!isInTime) return
    this.tryOrder(pickup, delivery, vehicle, length, pickAt, deliverAt, extraCost)
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
    let penalizedCost = balance.isByStopCount
      ? cost + balance.penaltyFor(length + (delivery === NO_STOP ? 1 : 2))
      : cost
    if (penalizedCost - this.oldPenalty >= this.bestCost) return
    const tour = this.buildTour(stop, delivery, length, pickAt, deliverAt)
    if (!this.constraints.areSatisfied(vehicle, tour)) return
    if (balance.isEnabled && !balance.isByStopCount)
      penalizedCost += balance.penaltyFor(this.constraints.findShortestDuration(vehicle, tour))
    if (this.hasTimePrices) penalizedCost += this.constraints.computePenalty(vehicle, tour) - this.oldPenalty
    if (penalizedCost >= this.bestCost || this.blinks.shouldSkip()) return
    this.bestCost = penalizedCost
    this.vehicle = vehicle
    this.pickupPosition = pickAt
    this.deliveryPosition = deliverAt
  }

  private buildTour(stop: number, delivery: number, length: number, pickAt: number, deliverAt: number): Int32Array {
    const order = this.order
    const tour = this.tourBuffers[length + (delivery === NO_STOP ? 1 : 2)]
    let index = 0
    for (let position = 0; position <= length; position++) {
      if (position === pickAt) tour[index++] = stop
      if (position === deliverAt && delivery !== NO_STOP) tour[index++] = delivery
      if (position < length) tour[index++] = order[position]
    }
    return tour
  }
}
