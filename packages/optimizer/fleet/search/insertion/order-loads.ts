import { type FleetModel, NO_STOP } from '../../model.ts'

/**
 * Tracks the load of one order, leg by leg. Orders that would overload the vehicle are ruled out before they are built.
 */
export class OrderLoads {
  /** Load on the leg to each position, and the maximum on any leg up to that position, both by dimension. */
  private legLoad: Float64Array
  private maxLoadUpTo: Float64Array
  /** Loads of each vehicle, valid until its tour changes. */
  private readonly loadsOfVehicle: { readonly legLoad: Float64Array; readonly maxLoadUpTo: Float64Array }[]
  private readonly isCurrent: Uint8Array
  private readonly model: FleetModel

  constructor(model: FleetModel) {
    this.model = model
    this.legLoad = new Float64Array(0)
    this.maxLoadUpTo = new Float64Array(0)
    this.loadsOfVehicle = Array.from({ length: model.vehicleCount }, () => allocateLoads(0))
    this.isCurrent = new Uint8Array(model.vehicleCount)
  }

  /** Invalidates the loads of a vehicle after its tour has changed. */
  invalidate(vehicle: number): void {
    this.isCurrent[vehicle] = 0
  }

  /** Selects the vehicle and its current order for the following calls. */
  select(vehicle: number, order: Int32Array, length: number): void {
    const size = (length + 1) * this.model.dimensionCount
    if (this.loadsOfVehicle[vehicle].legLoad.length < size) this.loadsOfVehicle[vehicle] = allocateLoads(2 * size)
    this.legLoad = this.loadsOfVehicle[vehicle].legLoad
    this.maxLoadUpTo = this.loadsOfVehicle[vehicle].maxLoadUpTo
    if (this.isCurrent[vehicle] === 0) this.computeLoads(order, length)
    this.isCurrent[vehicle] = 1
  }

  private computeLoads(order: Int32Array, length: number): void {
    const { dimensionCount, demand, partner, isPickup } = this.model
    for (let d = 0; d < dimensionCount; d++) {
      let load = 0
      for (let position = 0; position < length; position++)
        if (partner[order[position]] === NO_STOP) load += demand[order[position] * dimensionCount + d]
      let maxLoad = 0
      for (let position = 0; position <= length; position++) {
        maxLoad = Math.max(maxLoad, load)
        this.legLoad[position * dimensionCount + d] = load
        this.maxLoadUpTo[position * dimensionCount + d] = maxLoad
        if (position === length) break
        const stop = order[position]
        if (partner[stop] === NO_STOP) load -= demand[stop * dimensionCount + d]
        else if (isPickup[stop]) load += demand[stop * dimensionCount + d]
        else load -= demand[partner[stop] * dimensionCount + d]
      }
    }
  }

  /**
   * Returns whether a stop fits at a position. Its goods are loaded at the start, so they are on board on all legs up
   * to that position.
   */
  fitsFromStartTo(vehicle: number, stop: number, position: number): boolean {
    const { dimensionCount, demand, capacity } = this.model
    for (let d = 0; d < dimensionCount; d++) {
      const load = this.maxLoadUpTo[position * dimensionCount + d] + demand[stop * dimensionCount + d]
      if (load > capacity[vehicle * dimensionCount + d]) return false
    }
    return true
  }

  /**
   * Returns the last position up to which a pair that is picked up at `pickAt` can be carried. The result is less than
   * `pickAt` if the pair cannot be carried at all.
   */
  findLastDeliveryPosition(vehicle: number, pickup: number, pickAt: number, length: number): number {
    const { dimensionCount, demand, capacity } = this.model
    for (let position = pickAt; position <= length; position++) {
      for (let d = 0; d < dimensionCount; d++) {
        const load = this.legLoad[position * dimensionCount + d] + demand[pickup * dimensionCount + d]
        if (load > capacity[vehicle * dimensionCount + d]) return position - 1
      }
    }
    return length
  }
}

function allocateLoads(size: number) {
  return { legLoad: new Float64Array(size), maxLoadUpTo: new Float64Array(size) }
}
