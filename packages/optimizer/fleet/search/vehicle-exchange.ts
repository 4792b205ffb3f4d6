import { UNREACHABLE } from '../../matrix.ts'
import type { FleetSearch } from './start-fleet-search.ts'

/** Maximum number of unused vehicle kinds to try for each tour. Later rounds try other kinds. */
const MAX_KINDS_TRIED = 6
/** Share of rounds in which a tour gets an unused vehicle of another kind before stops are inserted. */
const RANDOM_VEHICLE_RATE = 0.2

/**
 * Moves changed tours to other vehicles if that costs less, either to unused vehicles or by swapping two tours. Rounds
 * move only a few stops, so they can rarely turn tours for small vehicles into a tour for a large vehicle.
 */
export class VehicleExchange {
  private readonly search: FleetSearch
  private readonly order: Int32Array
  private readonly otherOrder: Int32Array
  private length = 0
  private otherLength = 0
  private firstKind = 0

  constructor(search: FleetSearch) {
    this.search = search
    this.order = new Int32Array(search.model.stopCount)
    this.otherOrder = new Int32Array(search.model.stopCount)
  }

  /**
   * Occasionally moves a tour that lost stops to an unused vehicle of a random kind, regardless of the cost. The stops
   * inserted next can then fill a larger vehicle.
   */
  drawVehicle(): void {
    const { journal, model, routes, random, eligibility, insertion } = this.search
    if (journal.count === 0 || random() >= RANDOM_VEHICLE_RATE) return
    const vehicle = journal.touchedVehicles[Math.floor(random() * journal.count)]
    const unusedVehicle = eligibility.findUnusedVehicle(Math.floor(random() * model.vehicleKindCount))
    if (unusedVehicle < 0 || routes.tourLength[vehicle] === 0 || !this.canExchange(vehicle, unusedVehicle)) return
    this.assign(vehicle, this.otherOrder, this.otherLength, unusedVehicle, this.order, this.length)
    if (!insertion.isFeasible(unusedVehicle))
      this.assign(vehicle, this.order, this.length, unusedVehicle, this.otherOrder, this.otherLength)
  }

  run(): void {
    const { journal, model, routes } = this.search
    const savedTourCount = journal.count
    for (let index = 0; index < savedTourCount; index++) {
      const vehicle = journal.touchedVehicles[index]
      if (routes.tourLength[vehicle] === 0) continue
      this.tryUnused(vehicle)
      for (let other = index + 1; other < savedTourCount; other++) {
        const otherVehicle = journal.touchedVehicles[other]
        if (model.vehicleKind[vehicle] !== model.vehicleKind[otherVehicle] && routes.tourLength[otherVehicle] > 0)
          this.exchange(vehicle, otherVehicle)
      }
    }
  }

  private tryUnused(vehicle: number): void {
    const { model, eligibility } = this.search
    const { vehicleKind, vehicleKindCount } = model
    const triedKindCount = Math.min(MAX_KINDS_TRIED, vehicleKindCount)
    for (let index = 0; index < triedKindCount; index++) {
      const kind = (this.firstKind + index) % vehicleKindCount
      const unusedVehicle = kind === vehicleKind[vehicle] ? -1 : eligibility.findUnusedVehicle(kind)
      if (unusedVehicle >= 0 && this.exchange(vehicle, unusedVehicle)) break
    }
    this.firstKind = (this.firstKind + triedKindCount) % vehicleKindCount
  }

  /** Exchanges the tours of two vehicles if that costs less and violates no rule. */
  private exchange(vehicle: number, other: number): boolean {
    const { insertion } = this.search
    if (!this.canExchange(vehicle, other)) return false
    const costNow =
      this.computeCost(vehicle, this.order, this.length) + this.computeCost(other, this.otherOrder, this.otherLength)
    const costAfter =
      this.computeCost(other, this.order, this.length) + this.computeCost(vehicle, this.otherOrder, this.otherLength)
    if (costAfter > costNow || (costAfter === costNow && !this.isLarger(other, vehicle))) return false
    this.assign(vehicle, this.otherOrder, this.otherLength, other, this.order, this.length)
    if (insertion.isFeasible(vehicle) && insertion.isFeasible(other)) return true
    this.assign(vehicle, this.order, this.length, other, this.otherOrder, this.otherLength)
    return false
  }

  private canExchange(vehicle: number, other: number): boolean {
    const { routes } = this.search
    this.length = routes.copyOrder(vehicle, this.order)
    this.otherLength = routes.copyOrder(other, this.otherOrder)
    return (
      this.canServe(other, vehicle, this.order, this.length) &&
      this.canServe(vehicle, other, this.otherOrder, this.otherLength)
    )
  }

  /**
   * Returns whether a vehicle may serve these stops. The load of pairs depends on the order and is checked with the
   * other rules.
   */
  private canServe(vehicle: number, from: number, order: Int32Array, length: number): boolean {
    const { allowed, stopCount, maxStops, dimensionCount, capacity, maxTrips } = this.search.model
    const { load } = this.search.routes
    if (length > maxStops[vehicle]) return false
    for (let position = 0; position < length; position++) {
      if (!allowed[vehicle * stopCount + order[position]]) return false
    }
    if (this.search.rules.hasPairs || maxTrips[vehicle] > 1) return true
    for (let d = 0; d < dimensionCount; d++)
      if (load[from * dimensionCount + d] > capacity[vehicle * dimensionCount + d]) return false
    return true
  }

  /** Returns whether a vehicle is larger than the other. At the same cost, a larger vehicle has room for more stops. */
  private isLarger(vehicle: number, other: number): boolean {
    const { dimensionCount, capacity } = this.search.model
    if (this.otherLength > 0) return false
    let isLarger = false
    for (let d = 0; d < dimensionCount; d++) {
      const difference = capacity[vehicle * dimensionCount + d] - capacity[other * dimensionCount + d]
      if (difference < 0) return false
      if (difference > 0) isLarger = true
    }
    return isLarger
  }

  private computeCost(vehicle: number, order: Int32Array, length: number): number {
    if (length === 0) return 0
    const { width, row, stopCount, travel } = this.search.model
    const { cost } = travel[vehicle]
    const hubRow = row[stopCount + vehicle]
    let sum = 0
    for (let position = 0, from = hubRow; position <= length; position++) {
      const to = position === length ? hubRow : order[position]
      const arc = cost[from * width + to]
      if (arc === UNREACHABLE) return Number.POSITIVE_INFINITY
      sum += arc
      from = to
    }
    return sum
  }

  private assign(
    vehicle: number,
    order: Int32Array,
    length: number,
    other: number,
    otherOrder: Int32Array,
    otherLength: number,
  ): void {
    const { routes, journal, insertion, model } = this.search
    for (const tourVehicle of [vehicle, other]) {
      journal.saveTour(tourVehicle)
      const hub = model.stopCount + tourVehicle
      while (routes.next[hub] !== hub) routes.remove(routes.next[hub])
    }
    for (
      let position = 0, previousStop = model.stopCount + vehicle;
      position < length;
      previousStop = order[position++]
    )
      routes.insert(order[position], previousStop)
    for (
      let position = 0, previousStop = model.stopCount + other;
      position < otherLength;
      previousStop = otherOrder[position++]
    )
      routes.insert(otherOrder[position], previousStop)
    insertion.update(vehicle)
    insertion.update(other)
  }
}
