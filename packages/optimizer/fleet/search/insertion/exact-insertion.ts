import { UNREACHABLE } from '../../../matrix.ts'
import type { Neighbors } from '../../../neighbors.ts'
import { type FleetModel, NO_STOP } from '../../model.ts'
import { hasTimePrices } from '../../timing/time-costs.ts'
import type { BalancePenalty } from '../balance-penalty.ts'
import { NOT_ASSIGNED, type Routes } from '../routes.ts'
import { type Insertion, RandomBlinks } from './insertion.ts'
import { OrderLoads } from './order-loads.ts'
import { OrderTimes } from './order-times.ts'
import { DeliveryCosts } from './pair-slots.ts'
import { TourConstraints } from './tour-rules.ts'
import { VehicleEligibility } from './vehicle-eligibility.ts'

/**
 * Maximum number of stops for which all tours are checked. In larger problems, only tours that pass near the stop or
 * its partner are checked.
 */
const MAX_STOPS_TO_SCAN = 160

/**
 * Finds the cheapest slot under rules that depend on the whole order: breaks, pairs, and durations combined with
 * windows. It compares costs and then times, and simulates only orders that would be the new best.
 */
export class ExactInsertion implements Insertion {
  afterNode = NOT_ASSIGNED
  bestCost = 0
  private vehicle = NOT_ASSIGNED
  /** Positions in the order without the stop. Only pairs have a delivery position. */
  private pickupPosition = 0
  private deliveryPosition = 0
  /** Cost matrix of the vehicle that is being tried. */
  private cost: Int32Array
  /** Time cost of the tour that is being tried, before the insertion. */
  private oldPenalty = 0
  private readonly hasTimePrices: boolean
  /** Time cost of each vehicle's tour, or NaN after the tour has changed. */
  private readonly penaltyOfVehicle: Float64Array
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly balancePenalty: BalancePenalty
  private readonly constraints: TourConstraints
  private readonly times: OrderTimes
  private readonly loads: OrderLoads
  private readonly eligibility: VehicleEligibility
  private readonly blinks: RandomBlinks
  private readonly neighbors: Neighbors
  private readonly deliveryCosts: DeliveryCosts
  private readonly order: Int32Array
  /** Number of the last search that tried each vehicle. */
  private readonly lastSearchOfVehicle: Int32Array
  private searchNumber = 0
  /** One view of the same buffer per length, because creating a view takes longer than simulating a short tour. */
  private readonly tourBuffers: readonly Int32Array[]

  constructor(
    model: FleetModel,
    routes: Routes,
    neighbors: Neighbors,
    balancePenalty: BalancePenalty,
    random: () => number,
  ) {
    this.model = model
    this.cost = model.cost
    this.hasTimePrices = hasTimePrices(model)
    this.penaltyOfVehicle = new Float64Array(model.vehicleCount).fill(Number.NaN)
    this.routes = routes
    this.balancePenalty = balancePenalty
    this.constraints = new TourConstraints(model)
    this.times = new OrderTimes(model)
    this.loads = new OrderLoads(model)
    this.eligibility = new VehicleEligibility(model, routes)
    this.blinks = new RandomBlinks(random)
    this.neighbors = neighbors
    this.deliveryCosts = new DeliveryCosts(model.stopCount)
    this.order = new Int32Array(model.stopCount)
    this.lastSearchOfVehicle = new Int32Array(model.vehicleCount)
    const buffer = new Int32Array(model.stopCount + 2)
    this.tourBuffers = Array.from(buffer, (_, length) => buffer.subarray(0, length))
  }

  findSlot(stop: number, maxCost: number): boolean {
    const { vehicleKindCount, stopCount, partner } = this.model
    this.vehicle = NOT_ASSIGNED
    this.bestCost = maxCost
    this.searchNumber++
    if (stopCount > MAX_STOPS_TO_SCAN) {
      this.tryToursNear(stop, stop)
      if (partner[stop] !== NO_STOP) this.tryToursNear(stop, partner[stop])
    } else this.tryAllTours(stop)
    for (let kind = 0; kind < vehicleKindCount; kind++) {
      const emptyVehicle = this.eligibility.findEmptyVehicle(kind)
      if (emptyVehicle >= 0) this.tryVehicle(stop, emptyVehicle)
    }
    if (this.vehicle === NOT_ASSIGNED && stopCount > MAX_STOPS_TO_SCAN) this.tryAllTours(stop)
    if (this.vehicle === NOT_ASSIGNED) return false
    this.routes.copyOrder(this.vehicle, this.order)
    this.afterNode = this.pickupPosition === 0 ? stopCount + this.vehicle : this.order[this.pickupPosition - 1]
    return true
  }

  private tryAllTours(stop: number): void {
    const { tourLength } = this.routes
    for (let vehicle = 0; vehicle < this.model.vehicleCount; vehicle++)
      if (tourLength[vehicle] > 0) this.tryVehicle(stop, vehicle)
  }

  private tryToursNear(stop: number, center: number): void {
    const { near, count } = this.neighbors
    for (let rank = center * count, end = rank + count; rank < end; rank++) {
      const vehicle = this.routes.vehicleOf[near[rank]]
      if (vehicle !== NOT_ASSIGNED) this.tryVehicle(stop, vehicle)
    }
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
    this.loads.invalidate(vehicle)
    this.penaltyOfVehicle[vehicle] = Number.NaN
    if (!this.balancePenalty.isEnabled || this.balancePenalty.isByStopCount) return
    const tour = this.tourBuffers[this.routes.tourLength[vehicle]]
    this.routes.copyOrder(vehicle, tour)
    this.balancePenalty.tourDuration[vehicle] =
      tour.length === 0 ? 0 : this.constraints.findShortestDuration(vehicle, tour)
  }

  isFeasible(vehicle: number): boolean {
    const tour = this.tourBuffers[this.routes.tourLength[vehicle]]
    if (tour.length === 0) return true
    if (this.model.hasUnreachablePairs && this.routes.hasUnreachableLeg(vehicle)) return false
    this.routes.copyOrder(vehicle, tour)
    return this.constraints.areSatisfied(vehicle, tour)
  }

  private tryVehicle(stop: number, vehicle: number): void {
    const { partner, allowed, stopCount, maxStops } = this.model
    if (this.lastSearchOfVehicle[vehicle] === this.searchNumber) return
    this.lastSearchOfVehicle[vehicle] = this.searchNumber
    const addedStops = partner[stop] === NO_STOP ? 1 : 2
    if (!allowed[vehicle * stopCount + stop]) return
    if (this.routes.tourLength[vehicle] + addedStops > maxStops[vehicle]) return
    const length = this.routes.copyOrder(vehicle, this.order)
    this.cost = this.model.travel[vehicle].cost
    if (this.hasTimePrices) this.oldPenalty = this.getPenalty(vehicle, length)
    this.times.select(vehicle, this.order, length)
    this.loads.select(vehicle, this.order, length)
    if (partner[stop] !== NO_STOP) this.tryPairs(stop, partner[stop], vehicle, length)
    else for (let position = 0; position <= length; position++) this.tryStop(stop, vehicle, length, position)
  }

  /**
   * Returns the last position at which the pair can be delivered. With multiple trips, the load depends on the reloads,
   * so any position may be possible.
   */
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

  /** Tries the cheapest delivery positions for each pickup position. */
  private tryPairs(pickup: number, delivery: number, vehicle: number, length: number): void {
    const { width, row, stopCount } = this.model
    const { cost, order, times, oldPenalty } = this
    const { costAtPosition, lowestFrom } = this.deliveryCosts
    const endpointRow = row[stopCount + vehicle]
    const pairCost = cost[pickup * width + delivery]
    this.deliveryCosts.compute(cost, width, delivery, endpointRow, order, length)
    for (let position = 0, previous = endpointRow; position <= length; previous = order[position++]) {
      const next = position === length ? endpointRow : order[position]
      const to = cost[previous * width + pickup]
      if (to === UNREACHABLE) continue
      const replacedCost = cost[previous * width + next]
      const lowest = this.bestCost + oldPenalty + replacedCost - to
      const from = cost[delivery * width + next]
      const isAdjacentCheap = pairCost + from < lowest && pairCost !== UNREACHABLE && from !== UNREACHABLE
      const onwardCost = cost[pickup * width + next]
      const isApartCheap = onwardCost !== UNREACHABLE && onwardCost + lowestFrom[position + 1] < lowest
      if (!isAdjacentCheap && !isApartCheap) continue
      const last = this.findLastDeliveryPosition(vehicle, pickup, position, length)
      if (isAdjacentCheap && last >= position && times.fitsWithNext(pickup, delivery, previous, next, position))
        this.tryOrder(pickup, delivery, vehicle, length, position, position, to + pairCost + from - replacedCost)
      if (!isApartCheap || last <= position || !times.fits(pickup, previous, next, position)) continue
      const pickupCost = to + onwardCost - replacedCost
      for (let deliverAt = position + 1; deliverAt <= last; deliverAt++) {
        if (pickupCost + costAtPosition[deliverAt] - oldPenalty >= this.bestCost) continue
        const afterDelivery = deliverAt === length ? endpointRow : order[deliverAt]
        if (times.fits(delivery, order[deliverAt - 1], afterDelivery, deliverAt))
          this.tryOrder(pickup, delivery, vehicle, length, position, deliverAt, pickupCost + costAtPosition[deliverAt])
        // This check ignores the pickup. The pickup can only delay the vehicle, so this delivery position cannot become
        // feasible.
        else costAtPosition[deliverAt] = Number.POSITIVE_INFINITY
      }
    }
  }

  private tryStop(stop: number, vehicle: number, length: number, position: number): void {
    const { width, row, stopCount } = this.model
    const { cost } = this
    const endpointRow = row[stopCount + vehicle]
    const previousNode = position === 0 ? endpointRow : this.order[position - 1]
    const nextNode = position === length ? endpointRow : this.order[position]
    const to = cost[previousNode * width + stop]
    const from = cost[stop * width + nextNode]
    const extraCost = to + from - cost[previousNode * width + nextNode]
    if (extraCost - this.oldPenalty >= this.bestCost || to === UNREACHABLE || from === UNREACHABLE) return
    if (this.model.maxTrips[vehicle] <= 1 && !this.loads.fitsFromStartTo(vehicle, stop, position)) return
    if (this.times.fits(stop, previousNode, nextNode, position))
      this.tryOrder(stop, NO_STOP, vehicle, length, position, position, extraCost)
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
    const balancePenalty = this.balancePenalty
    let penalizedCost = balancePenalty.isByStopCount
      ? cost + balancePenalty.penaltyFor(length + (delivery === NO_STOP ? 1 : 2))
      : cost
    if (penalizedCost - this.oldPenalty >= this.bestCost) return
    const tour = this.buildTour(stop, delivery, length, pickAt, deliverAt)
    if (!this.constraints.areSatisfied(vehicle, tour)) return
    if (balancePenalty.isEnabled && !balancePenalty.isByStopCount)
      penalizedCost += balancePenalty.penaltyFor(this.constraints.findShortestDuration(vehicle, tour))
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
