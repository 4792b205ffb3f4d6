import type { Neighbors } from '../../../neighbors.ts'
import type { Routes } from '../routes.ts'

/**
 * Positions in one tour next to a stop's neighbors or at either end, ascending. For tours too long to try all
 * positions.
 */
export class NearbyPositions {
  count = 0
  readonly positions: Int32Array
  private readonly neighbors: Neighbors
  private readonly routes: Routes

  constructor(neighbors: Neighbors, routes: Routes) {
    this.neighbors = neighbors
    this.routes = routes
    this.positions = new Int32Array(2 * neighbors.count + 2)
  }

  find(stop: number, vehicle: number, positionOf: Int32Array, length: number): void {
    const { near, count } = this.neighbors
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
    const { positions } = this
    let index = this.count
    for (; index > 0 && positions[index - 1] >= position; index--);
    if (positions[index] === position && index < this.count) return
    positions.copyWithin(index + 1, index, this.count++)
    positions[index] = position
  }
}
