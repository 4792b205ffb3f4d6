import type { FleetModel } from '../model.ts'
import { Schedule } from './schedule.ts'

/** Copies the stops of a vehicle's tour and returns their number. */
type CopyOrder = (vehicle: number, order: Int32Array) => number

/**
 * Tracks the costs of all tours that are not a sum over their legs: waiting, reloads, overtime, and service outside of
 * soft windows. Each tour uses its best departure. The costs are zero if none of these has a price.
 */
export class TimeCosts {
  readonly isEnabled: boolean
  total = 0
  /** Total without unpaid waiting, which the search only tries to avoid. */
  paidTotal = 0
  private readonly model: FleetModel
  private readonly schedule: Schedule
  private readonly copyOrder: CopyOrder
  private readonly order: Int32Array
  private readonly costOfVehicle: Float64Array
  private readonly newCostOfVehicle: Float64Array
  private readonly paidOfVehicle: Float64Array
  private readonly newPaidOfVehicle: Float64Array

  constructor(model: FleetModel, copyOrder: CopyOrder) {
    const canWait = model.windows.from.length > 0 || model.breakDuration.length > 0
    const isWaitingPriced = model.waitingCost > 0 || model.paidWaiting.some((rate) => rate > 0)
    this.isEnabled = ((canWait || model.hasDrivingRules) && isWaitingPriced) || hasTimePrices(model)
    this.model = model
    this.schedule = new Schedule(model)
    this.copyOrder = copyOrder
    this.order = new Int32Array(model.stopCount)
    this.costOfVehicle = new Float64Array(model.vehicleCount)
    this.newCostOfVehicle = new Float64Array(model.vehicleCount)
    this.paidOfVehicle = new Float64Array(model.vehicleCount)
    this.newPaidOfVehicle = new Float64Array(model.vehicleCount)
  }

  /** Recomputes all tours. Late tours have an infinite cost. */
  reset(): void {
    this.total = 0
    this.paidTotal = 0
    if (!this.isEnabled) return
    for (let vehicle = 0; vehicle < this.model.vehicleCount; vehicle++) {
      this.computeCost(vehicle)
      this.costOfVehicle[vehicle] = this.newCostOfVehicle[vehicle]
      this.paidOfVehicle[vehicle] = this.newPaidOfVehicle[vehicle]
      this.total += this.costOfVehicle[vehicle]
      this.paidTotal += this.paidOfVehicle[vehicle]
    }
  }

  /** Returns the total after the tours of these vehicles have changed. `accept` makes it the current total. */
  totalAfterChange(vehicles: Int32Array, count: number): number {
    if (!this.isEnabled) return 0
    let total = this.total
    for (let index = 0; index < count; index++) {
      const vehicle = vehicles[index]
      this.computeCost(vehicle)
      total += this.newCostOfVehicle[vehicle] - this.costOfVehicle[vehicle]
    }
    return total
  }

  accept(vehicles: Int32Array, count: number, total: number): void {
    if (!this.isEnabled) return
    this.total = total
    for (let index = 0; index < count; index++) {
      const vehicle = vehicles[index]
      this.costOfVehicle[vehicle] = this.newCostOfVehicle[vehicle]
      this.paidTotal += this.newPaidOfVehicle[vehicle] - this.paidOfVehicle[vehicle]
      this.paidOfVehicle[vehicle] = this.newPaidOfVehicle[vehicle]
    }
  }

  private computeCost(vehicle: number): void {
    const { width, row, stopCount, service, breakFirst, breakDuration, waitingCost, paidWaiting, travel } = this.model
    const { duration } = travel[vehicle]
    const count = this.copyOrder(vehicle, this.order)
    this.newCostOfVehicle[vehicle] = 0
    this.newPaidOfVehicle[vehicle] = 0
    if (count === 0) return
    const tour = this.order.subarray(0, count)
    let busy = 0
    let from = row[stopCount + vehicle]
    for (const stop of tour) {
      busy += duration[from * width + stop] + service[stop]
      from = stop
    }
    busy += duration[from * width + row[stopCount + vehicle]]
    for (let index = breakFirst[vehicle]; index < breakFirst[vehicle + 1]; index++) busy += breakDuration[index]
    const elapsed = this.computeDuration(vehicle, tour) - this.schedule.timing.resting
    const waiting = elapsed - busy - (this.schedule.reloads?.duration ?? 0)
    if (waiting === Number.POSITIVE_INFINITY) {
      this.newCostOfVehicle[vehicle] = waiting
      this.newPaidOfVehicle[vehicle] = waiting
      return
    }
    const penalty = this.computePenalty(vehicle, tour)
    this.newPaidOfVehicle[vehicle] = paidWaiting[vehicle] * waiting + penalty
    this.newCostOfVehicle[vehicle] = (waitingCost + paidWaiting[vehicle]) * waiting + penalty
  }

  /**
   * Computes the duration of a tour at its best departure. Breaks that driving-time rules require depend on the
   * departure, so such a tour is simulated again.
   */
  private computeDuration(vehicle: number, tour: Int32Array): number {
    const { schedule, model } = this
    const duration = schedule.chooseDeparture(vehicle, tour)
    if (!model.hasDrivingRules || duration === Number.POSITIVE_INFINITY) return duration
    schedule.simulateFrom(vehicle, tour, schedule.departure)
    return schedule.timing.finish - schedule.departure
  }

  /** Computes the penalty of a tour. Call it after the departure was chosen. */
  private computePenalty(vehicle: number, tour: Int32Array): number {
    const { schedule } = this
    if (!schedule.hasTimePrices(vehicle)) return 0
    schedule.simulateFrom(vehicle, tour, schedule.departure)
    return schedule.computePenalty(vehicle, tour)
  }
}

/** Returns whether tours have costs that are not a sum over their legs. */
export function hasTimePrices(model: FleetModel): boolean {
  const { softWindows, overtimeCost, hasReloads, hasDrivingRules, paidWaiting } = model
  const isRestPaid = hasDrivingRules && paidWaiting.some((rate) => rate > 0)
  return softWindows !== undefined || hasReloads || isRestPaid || overtimeCost.some((rate) => rate > 0)
}
