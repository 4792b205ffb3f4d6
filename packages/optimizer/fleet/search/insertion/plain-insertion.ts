import { UNREACHABLE } from '../../../matrix.ts'
import type { Neighbors } from '../../../neighbors.ts'
import type { FleetModel } from '../../model.ts'
import { NOT_ASSIGNED, type Routes } from '../routes.ts'
import { type Insertion, RandomBlinks } from './insertion.ts'
import { VehicleEligibility } from './vehicle-eligibility.ts'

/**
 * Finds the cheapest slot when only load, number of stops, and skills matter. It tries slots next to the stop's
 * neighbors, at either end of a tour that contains a neighbor, and in an empty vehicle. For 1,000 stops, checking all
 * slots takes ten times as long and finds no better solutions.
 */
export class PlainInsertion implements Insertion {
  afterNode = NOT_ASSIGNED
  bestCost = 0
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly neighbors: Neighbors
  private readonly eligibility: VehicleEligibility
  private readonly blinks: RandomBlinks
  /** Number of the last search that checked each vehicle. The number is negative if the vehicle had no room. */
  private readonly lastSearchOfVehicle: Int32Array
  private searchNumber = 0

  constructor(model: FleetModel, routes: Routes, neighbors: Neighbors, random: () => number) {
    this.model = model
    this.routes = routes
    this.neighbors = neighbors
    this.eligibility = new VehicleEligibility(model, routes)
    this.blinks = new RandomBlinks(random)
    this.lastSearchOfVehicle = new Int32Array(model.vehicleCount)
  }

  findSlot(stop: number, maxCost: number): boolean {
    this.searchNumber++
    this.afterNode = NOT_ASSIGNED
    this.bestCost = maxCost
    this.tryNeighborSlots(stop)
    for (let kind = 0; kind < this.model.vehicleKindCount; kind++) {
      const emptyVehicle = this.eligibility.findEmptyVehicle(kind)
      if (emptyVehicle >= 0 && this.eligibility.canTake(emptyVehicle, stop))
        this.trySlot(stop, this.model.stopCount + emptyVehicle)
    }
    if (this.afterNode === NOT_ASSIGNED) this.tryAllSlots(stop)
    return this.afterNode !== NOT_ASSIGNED
  }

  insert(stop: number): void {
    this.routes.insert(stop, this.afterNode)
  }

  update(): void {}

  isFeasible(vehicle: number): boolean {
    return !this.model.hasUnreachablePairs || !this.routes.hasUnreachableLeg(vehicle)
  }

  /** Tries the slots next to each neighbor. This hot loop runs forty times per stop, so the sums are inlined. */
  private tryNeighborSlots(stop: number): void {
    const { width, row, cost, transposedCost, stopCount } = this.model
    const { next, previous, vehicleOf, arcCost } = this.routes
    const { count, near } = this.neighbors
    const lastSearchOfVehicle = this.lastSearchOfVehicle
    const search = this.searchNumber
    const base = stop * width
    let bestCost = this.bestCost
    for (let rank = stop * count, end = rank + count; rank < end; rank++) {
      const neighbor = near[rank]
      const vehicle = vehicleOf[neighbor]
      if (vehicle === NOT_ASSIGNED) continue
      const lastSearch = lastSearchOfVehicle[vehicle]
      if (lastSearch !== search) {
        if (lastSearch === -search) continue
        if (!this.eligibility.canTake(vehicle, stop)) {
          lastSearchOfVehicle[vehicle] = -search
          continue
        }
        lastSearchOfVehicle[vehicle] = search
        this.trySlot(stop, stopCount + vehicle)
        this.trySlot(stop, previous[stopCount + vehicle])
        bestCost = this.bestCost
      }
      const nextNode = next[neighbor]
      if (transposedCost[base + neighbor] + cost[base + row[nextNode]] - arcCost[nextNode] < bestCost) {
        this.trySlot(stop, neighbor)
        bestCost = this.bestCost
      }
      const previousNode = previous[neighbor]
      if (transposedCost[base + row[previousNode]] + cost[base + neighbor] - arcCost[neighbor] < bestCost) {
        this.trySlot(stop, previousNode)
        bestCost = this.bestCost
      }
    }
  }

  private trySlot(stop: number, afterNode: number): void {
    const { width, row, cost, transposedCost } = this.model
    const nextNode = this.routes.next[afterNode]
    const to = transposedCost[stop * width + row[afterNode]]
    const from = cost[stop * width + row[nextNode]]
    if (to === UNREACHABLE || from === UNREACHABLE) return
    const extraCost = to + from - this.routes.arcCost[nextNode]
    if (extraCost >= this.bestCost || this.blinks.shouldSkip()) return
    this.bestCost = extraCost
    this.afterNode = afterNode
  }

  private tryAllSlots(stop: number): void {
    const { stopCount, vehicleCount } = this.model
    const { next, tourLength } = this.routes
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (tourLength[vehicle] === 0 || !this.eligibility.canTake(vehicle, stop)) continue
      let node = stopCount + vehicle
      do {
        this.trySlot(stop, node)
        node = next[node]
      } while (node !== stopCount + vehicle)
    }
  }
}
