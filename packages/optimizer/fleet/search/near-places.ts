import type { Neighbours } from '../../neighbours.ts'
import type { Routes } from './routes.ts'

/**
 * Positions in one tour next to a stop's neighbors or at either end, ascending. For tours too long to try all
 * positions.
 */
export class NearPlaces {
  count = 0
  readonly at: Int32Array
  private readonly neighbours: Neighbours
  private readonly routes: Routes

  constructor(neighbours: Neighbours, routes: Routes) {
    this.neighbours = neighbours
    this.routes = routes
    this.at = new Int32Array(2 * neighbours.count + 2)
  }

  find(stop: number, vehicle: number, positionOf: Int32Array, length: number): void {
    const { near, count } = this.neighbours
    this.count = 0
    this.add(0)
    this.add(length)
    for (let rank = stop * count; rank < (stop + 1) * count; rank++) {
      if (this.routes.vehicleOf[near[rank]] !== vehicle) continue
      this.add(positionOf[near[rank]])
      this.add(positionOf[near[rank]] + 1)
    }
  }

  private add(position: number): void {
    const { at } = this
    let place = this.count
    for (; place > 0 && at[place - 1] >= position; place--);
    if (at[place] === position && place < this.count) return
    at.copyWithin(place + 1, place, this.count++)
    at[place] = position
  }
}
