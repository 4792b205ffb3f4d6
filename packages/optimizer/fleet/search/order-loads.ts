import { type FleetModel, NO_STOP } from '../model.ts'

/** Load along one order, leg by leg. Rules out orders that would overload the vehicle before they are built. */
export class OrderLoads {
  /** By position and dimension: the load on the leg to it, and the maximum on any leg up to there. */
  private readonly aboard: Float64Array
  private readonly most: Float64Array
  private readonly model: FleetModel

  constructor(model: FleetModel) {
    this.model = model
    this.aboard = new Float64Array((model.stopCount + 1) * model.dimensions)
    this.most = new Float64Array((model.stopCount + 1) * model.dimensions)
  }

  addUp(order: Int32Array, length: number): void {
    const { dimensions, demand, partner, isPickup } = this.model
    for (let d = 0; d < dimensions; d++) {
      let load = 0
      for (let at = 0; at < length; at++) if (partner[order[at]] === NO_STOP) load += demand[order[at] * dimensions + d]
      let most = 0
      for (let at = 0; at <= length; at++) {
        most = Math.max(most, load)
        this.aboard[at * dimensions + d] = load
        this.most[at * dimensions + d] = most
        if (at === length) break
        const stop = order[at]
        if (partner[stop] === NO_STOP) load -= demand[stop * dimensions + d]
        else if (isPickup[stop]) load += demand[stop * dimensions + d]
        else load -= demand[partner[stop] * dimensions + d]
      }
    }
  }

  /** Goods for a stop are loaded at the start, so they are on board on all legs up to its position. */
  fitsUpTo(vehicle: number, stop: number, position: number): boolean {
    const { dimensions, demand, capacity } = this.model
    for (let d = 0; d < dimensions; d++) {
      const load = this.most[position * dimensions + d] + demand[stop * dimensions + d]
      if (load > capacity[vehicle * dimensions + d]) return false
    }
    return true
  }

  /** How far a pair picked up before that position can be carried. Less than the position if it cannot be. */
  reach(vehicle: number, pickup: number, pickAt: number, length: number): number {
    const { dimensions, demand, capacity } = this.model
    for (let at = pickAt; at <= length; at++) {
      for (let d = 0; d < dimensions; d++) {
        const load = this.aboard[at * dimensions + d] + demand[pickup * dimensions + d]
        if (load > capacity[vehicle * dimensions + d]) return at - 1
      }
    }
    return length
  }
}
