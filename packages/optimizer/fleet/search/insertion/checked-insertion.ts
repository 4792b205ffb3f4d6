import { UNREACHABLE } from '../../../matrix.ts'
import type { Neighbors } from '../../../neighbors.ts'
import type { FleetModel } from '../../model.ts'
import type { TravelMatrices } from '../../node-matrices.ts'
import { TOO_LATE } from '../../timing/timing.ts'
import type { BalancePenalty } from '../balance-penalty.ts'
import { NOT_ASSIGNED, type Routes } from '../routes.ts'
import type { SearchRules } from '../rules.ts'
import { type Insertion, RandomBlinks } from './insertion.ts'
import { TourTimeBounds } from './latest-times.ts'
import { VehicleEligibility } from './vehicle-eligibility.ts'

/**
 * Maximum number of stops for which all slots are checked. In larger problems, only slots next to neighbors are
 * checked.
 */
const MAX_STOPS_TO_SCAN = 160

/**
 * Finds the cheapest slot when windows, distances, durations, or balance matter, or when vehicles differ in cost or
 * speed. Each slot is checked in constant time.
 */
export class CheckedInsertion implements Insertion {
  afterNode = NOT_ASSIGNED
  bestCost = 0
  private readonly model: FleetModel
  /** Matrices of all vehicles. Looking them up for each vehicle takes a few percent of the time of a plain search. */
  private readonly sharedTravel: TravelMatrices | undefined
  private readonly rules: SearchRules
  private readonly routes: Routes
  private readonly neighbors: Neighbors
  private readonly balancePenalty: BalancePenalty
  private readonly bounds: TourTimeBounds
  private readonly eligibility: VehicleEligibility
  private readonly blinks: RandomBlinks
  private readonly lastSearchOfVehicle: Int32Array
  private searchNumber = 0

  constructor(
    model: FleetModel,
    rules: SearchRules,
    routes: Routes,
    neighbors: Neighbors,
    balancePenalty: BalancePenalty,
    random: () => number,
  ) {
    this.model = model
    this.sharedTravel = model.hasEqualTravel ? model : undefined
    this.rules = rules
    this.routes = routes
    this.neighbors = neighbors
    this.balancePenalty = balancePenalty
    this.bounds = new TourTimeBounds(model, routes)
    this.eligibility = new VehicleEligibility(model, routes)
    this.blinks = new RandomBlinks(random)
    this.lastSearchOfVehicle = new Int32Array(model.vehicleCount)
  }

  findSlot(stop: number, maxCost: number): boolean {
    const { stopCount } = this.model
    this.searchNumber++
    this.afterNode = NOT_ASSIGNED
    this.bestCost = maxCost
    if (stopCount > MAX_STOPS_TO_SCAN) this.tryNeighborSlots(stop)
    else this.tryAllSlots(stop)
    for (let kind = 0; kind < this.model.vehicleKindCount; kind++) {
      const emptyVehicle = this.eligibility.findEmptyVehicle(kind)
      if (emptyVehicle >= 0 && this.eligibility.canTake(emptyVehicle, stop))
        this.trySlot(stop, stopCount + emptyVehicle, emptyVehicle)
    }
    if (this.afterNode === NOT_ASSIGNED && stopCount > MAX_STOPS_TO_SCAN) this.tryAllSlots(stop)
    return this.afterNode !== NOT_ASSIGNED
  }

  insert(stop: number): void {
    this.routes.insert(stop, this.afterNode)
    this.update(this.routes.vehicleOf[stop])
  }

  update(vehicle: number): void {
    if (this.rules.hasTimeWindows) this.bounds.update(vehicle)
  }

  isFeasible(vehicle: number): boolean {
    const { maxDistance, hasUnreachablePairs } = this.model
    const { hasTimeWindows, hasDistanceLimit, hasTimeLimit, timeLimit } = this.rules
    const { distance, time } = this.routes
    if (hasTimeWindows && !this.bounds.isInTime(vehicle)) return false
    if (hasDistanceLimit && distance[vehicle] > maxDistance[vehicle]) return false
    if (hasTimeLimit && time[vehicle] > timeLimit[vehicle]) return false
    return !hasUnreachablePairs || !this.routes.hasUnreachableLeg(vehicle)
  }

  private tryNeighborSlots(stop: number): void {
    const { stopCount, width, row, travel, transposedCost, hasEqualTravel } = this.model
    const { next, previous, vehicleOf, arcCost } = this.routes
    const { count, near } = this.neighbors
    const lastSearchOfVehicle = this.lastSearchOfVehicle
    const base = stop * width
    for (let rank = stop * count, end = rank + count; rank < end; rank++) {
      const neighbor = near[rank]
      const vehicle = vehicleOf[neighbor]
      if (vehicle === NOT_ASSIGNED || lastSearchOfVehicle[vehicle] === -this.searchNumber) continue
      if (lastSearchOfVehicle[vehicle] !== this.searchNumber) {
        lastSearchOfVehicle[vehicle] = this.eligibility.canTake(vehicle, stop) ? this.searchNumber : -this.searchNumber
        if (lastSearchOfVehicle[vehicle] < 0) continue
        this.trySlot(stop, stopCount + vehicle, vehicle)
        this.trySlot(stop, previous[stopCount + vehicle], vehicle)
      }
      // Comparing costs first rules out most slots. The transposed matrix stores the arcs into one stop contiguously,
      // but it is valid only if all vehicles share their matrices.
      const { cost } = travel[vehicle]
      const nextNode = next[neighbor]
      const to = hasEqualTravel ? transposedCost[base + neighbor] : cost[neighbor * width + stop]
      if (to + cost[base + row[nextNode]] - arcCost[nextNode] < this.bestCost) this.trySlot(stop, neighbor, vehicle)
      const previousNode = previous[neighbor]
      const toPrevious = hasEqualTravel
        ? transposedCost[base + row[previousNode]]
        : cost[row[previousNode] * width + stop]
      if (toPrevious + cost[base + neighbor] - arcCost[neighbor] < this.bestCost)
        this.trySlot(stop, previousNode, vehicle)
    }
  }

  /**
   * Tries all slots that can meet the time windows. Times only increase along a tour. A slot is impossible if the
   * vehicle leaves the previous stop after the new stop closes. It is also impossible if the vehicle must reach the
   * following stop before the new stop opens.
   */
  private tryAllSlots(stop: number): void {
    const { stopCount, vehicleCount, width, row, transposedCost, travel, hasEqualTravel } = this.model
    const { next, tourLength, arcCost } = this.routes
    const { earliestDeparture, latestArrival, windowStart, windowEnd } = this.bounds
    const base = stop * width
    const stopWindowStart = windowStart[stop]
    const last = windowEnd[stop]
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (tourLength[vehicle] === 0 || !this.eligibility.canTake(vehicle, stop)) continue
      const hub = stopCount + vehicle
      const { cost } = this.sharedTravel ?? travel[vehicle]
      let node = hub
      do {
        if (earliestDeparture[node] > last) break
        const nextNode = next[node]
        if (latestArrival[nextNode] >= stopWindowStart) {
          // The transposed matrix is used for the same reason as in tryNeighborSlots.
          const to = hasEqualTravel ? transposedCost[base + row[node]] : cost[row[node] * width + stop]
          if (to + cost[base + row[nextNode]] - arcCost[nextNode] < this.bestCost) this.trySlot(stop, node, vehicle)
        }
        node = nextNode
      } while (node !== hub)
    }
  }

  private trySlot(stop: number, afterNode: number, vehicle: number): void {
    const { width, row, travel } = this.model
    const { cost } = this.sharedTravel ?? travel[vehicle]
    const nextNode = this.routes.next[afterNode]
    const departureRow = row[afterNode] * width
    const to = departureRow + stop
    const from = stop * width + row[nextNode]
    let extraCost = cost[to] + cost[from] - this.routes.arcCost[nextNode]
    if (extraCost >= this.bestCost) return
    if (this.balancePenalty.isEnabled) {
      extraCost += this.balancePenaltyFor(stop, to, from, departureRow + row[nextNode], vehicle)
      if (extraCost >= this.bestCost) return
    }
    if (cost[to] === UNREACHABLE || cost[from] === UNREACHABLE) return
    if (this.rules.hasTimeWindows && !this.isInTime(stop, to, from, afterNode, nextNode, vehicle)) return
    if (!this.isWithinLimits(stop, to, from, departureRow + row[nextNode], vehicle)) return
    if (this.blinks.shouldSkip()) return
    this.bestCost = extraCost
    this.afterNode = afterNode
  }

  private isInTime(
    stop: number,
    to: number,
    from: number,
    afterNode: number,
    nextNode: number,
    vehicle: number,
  ): boolean {
    const { service, travel } = this.model
    const { duration } = this.sharedTravel ?? travel[vehicle]
    const { earliestDeparture, latestArrival } = this.bounds
    const serviceStart = this.bounds.earliestStartAt(stop, earliestDeparture[afterNode] + duration[to])
    return serviceStart !== TOO_LATE && serviceStart + service[stop] + duration[from] <= latestArrival[nextNode]
  }

  private isWithinLimits(stop: number, to: number, from: number, directCell: number, vehicle: number): boolean {
    const { service, maxDistance, travel } = this.model
    const { distance, duration } = this.sharedTravel ?? travel[vehicle]
    const { hasDistanceLimit, hasTimeLimit, timeLimit } = this.rules
    const routes = this.routes
    if (hasDistanceLimit) {
      const addedDistance = distance[to] + distance[from] - distance[directCell]
      if (routes.distance[vehicle] + addedDistance > maxDistance[vehicle]) return false
    }
    if (!hasTimeLimit) return true
    const addedDuration = duration[to] + duration[from] - duration[directCell] + service[stop]
    return routes.time[vehicle] + addedDuration <= timeLimit[vehicle]
  }

  private balancePenaltyFor(stop: number, to: number, from: number, directCell: number, vehicle: number): number {
    if (this.balancePenalty.isByStopCount) return this.balancePenalty.penaltyFor(this.routes.tourLength[vehicle] + 1)
    const { service, travel } = this.model
    const { duration } = this.sharedTravel ?? travel[vehicle]
    const addedDuration = duration[to] + duration[from] - duration[directCell] + service[stop]
    return this.balancePenalty.penaltyFor(this.routes.time[vehicle] + addedDuration)
  }
}
