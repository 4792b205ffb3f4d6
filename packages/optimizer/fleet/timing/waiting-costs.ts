import type { FleetModel } from '../model.ts'
import { Schedule } from './schedule.ts'

/** Copies the stops of a vehicle's tour and returns their number. */
type CopyOrder = (vehicle: number, order: Int32Array) => number

/** What the waiting time of all tours costs, each at its best departure. Zero if waiting costs nothing. */
export class WaitingCosts {
  readonly isEnabled: boolean
  total = 0
  private readonly model: FleetModel
  private readonly schedule: Schedule
  private readonly copyOrder: CopyOrder
  private readonly order: Int32Array
  private readonly costOfVehicle: Float64Array
  private readonly newCostOfVehicle: Float64Array

  constructor(model: FleetModel, copyOrder: CopyOrder) {
    this.isEnabled = model.waitingCost > 0 && (model.windows.from.length > 0 || model.breakDuration.length > 0)
    this.model = model
    this.schedule = new Schedule(model)
    this.copyOrder = copyOrder
    this.order = new Int32Array(model.stopCount)
    this.costOfVehicle = new Float64Array(model.vehicleCount)
    this.newCostOfVehicle = new Float64Array(model.vehicleCount)
  }

  /** Computes all tours again. Tours that are late cost an infinite amount. */
  reset(): void {
    this.total = 0
    if (!this.isEnabled) return
    for (let vehicle = 0; vehicle < this.model.vehicleCount; vehicle++) {
      this.costOfVehicle[vehicle] = this.computeCost(vehicle)
      this.total += this.costOfVehicle[vehicle]
    }
  }

  /** The total if the tours of these vehicles have changed. `accept` makes it the current one. */
  totalAfterChange(vehicles: Int32Array, count: number): number {
    if (!this.isEnabled) return 0
    let total = this.total
    for (let index = 0; index < count; index++) {
      const vehicle = vehicles[index]
      this.newCostOfVehicle[vehicle] = this.computeCost(vehicle)
      total += this.newCostOfVehicle[vehicle] - this.costOfVehicle[vehicle]
    }
    return total
  }

  accept(vehicles: Int32Array, count: number, total: number): void {
    if (!this.isEnabled) return
    this.total = total
    for (let index = 0; index < count; index++)
      this.costOfVehicle[vehicles[index]] = this.newCostOfVehicle[vehicles[index]]
  }

  private computeCost(vehicle: number): number {
    const { width, row, stopCount, duration, service, breakFirst, breakDuration, waitingCost } = this.model
    const count = this.copyOrder(vehicle, this.order)
    if (count === 0) return 0
    const tour = this.order.subarray(0, count)
    let busy = 0
    let from = row[stopCount + vehicle]
    for (const stop of tour) {
      busy += duration[from * width + stop] + service[stop]
      from = stop
    }
    busy += duration[from * width + row[stopCount + vehicle]]
    for (let index = breakFirst[vehicle]; index < breakFirst[vehicle + 1]; index++) busy += breakDuration[index]
    return waitingCost * (this.schedule.findShortestDuration(vehicle, tour) - busy)
  }
}
