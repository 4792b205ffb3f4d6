import { UNREACHABLE } from '../../matrix.ts'
import type { Neighbours } from '../../neighbours.ts'
import type { FleetModel } from '../model.ts'
import { Blinks, type Insertion } from './insertion.ts'
import { NOWHERE, type Routes } from './routes.ts'
import { VehicleRoom } from './vehicle-room.ts'

/**
 * Finds the cheapest slot when only load, number of stops, and skills matter: next to one of the stop's neighbors, at
 * either end of a tour that contains one, or in an empty vehicle. Checking all slots costs ten times as much at 1,000
 * stops and finds no better solutions.
 */
export class PlainInsertion implements Insertion {
  after = NOWHERE
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly neighbours: Neighbours
  private readonly room: VehicleRoom
  private readonly blinks: Blinks
  /** By vehicle: the number of the search that last checked it, negative if it had no room. */
  private readonly looked: Int32Array
  private search = 0
  private least = 0

  constructor(model: FleetModel, routes: Routes, neighbours: Neighbours, random: () => number) {
    this.model = model
    this.routes = routes
    this.neighbours = neighbours
    this.room = new VehicleRoom(model, routes)
    this.blinks = new Blinks(random)
    this.looked = new Int32Array(model.vehicleCount)
  }

  find(stop: number): boolean {
    this.search++
    this.after = NOWHERE
    this.least = Number.POSITIVE_INFINITY
    this.tryNeighbours(stop)
    for (let kind = 0; kind < this.model.kindCount; kind++) {
      const empty = this.room.findEmpty(kind)
      if (empty >= 0 && this.room.has(empty, stop)) this.try(stop, this.model.stopCount + empty)
    }
    if (this.after === NOWHERE) this.tryEverywhere(stop)
    return this.after !== NOWHERE
  }

  put(stop: number): void {
    this.routes.insert(stop, this.after)
  }

  update(): void {}

  isSound(vehicle: number): boolean {
    return !this.model.hasMissingWays || !this.routes.hasMissingWay(vehicle)
  }

  /** The hot loop of the search. Its sums match those of `#try`, inlined because it runs forty times for each stop. */
  private tryNeighbours(stop: number): void {
    const { width, row, cost, costInto, stopCount } = this.model
    const { next, previous, vehicleOf, arc } = this.routes
    const { count, near } = this.neighbours
    const looked = this.looked
    const search = this.search
    const base = stop * width
    let least = this.least
    for (let rank = stop * count, end = rank + count; rank < end; rank++) {
      const neighbour = near[rank]
      const vehicle = vehicleOf[neighbour]
      if (vehicle === NOWHERE) continue
      const seen = looked[vehicle]
      if (seen !== search) {
        if (seen === -search) continue
        if (!this.room.has(vehicle, stop)) {
          looked[vehicle] = -search
          continue
        }
        looked[vehicle] = search
        this.try(stop, stopCount + vehicle)
        this.try(stop, previous[stopCount + vehicle])
        least = this.least
      }
      const after = next[neighbour]
      if (costInto[base + neighbour] + cost[base + row[after]] - arc[after] < least) {
        this.try(stop, neighbour)
        least = this.least
      }
      const before = previous[neighbour]
      if (costInto[base + row[before]] + cost[base + neighbour] - arc[neighbour] < least) {
        this.try(stop, before)
        least = this.least
      }
    }
  }

  private try(stop: number, after: number): void {
    const { width, row, cost, costInto } = this.model
    const before = this.routes.next[after]
    const to = costInto[stop * width + row[after]]
    const from = cost[stop * width + row[before]]
    if (to === UNREACHABLE || from === UNREACHABLE) return
    const more = to + from - this.routes.arc[before]
    if (more >= this.least || this.blinks.overlooks()) return
    this.least = more
    this.after = after
  }

  private tryEverywhere(stop: number): void {
    const { stopCount, vehicleCount } = this.model
    const { next, count } = this.routes
    for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
      if (count[vehicle] === 0 || !this.room.has(vehicle, stop)) continue
      let node = stopCount + vehicle
      do {
        this.try(stop, node)
        node = next[node]
      } while (node !== stopCount + vehicle)
    }
  }
}
