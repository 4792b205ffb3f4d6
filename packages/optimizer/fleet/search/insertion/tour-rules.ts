import { findOverloadedDimension } from '../../load.ts'
import type { FleetModel } from '../../model.ts'
import { findBrokenPairRule } from '../../order-rules.ts'
import { Schedule } from '../../timing/schedule.ts'

/** Checks load, distance, and time of a whole order by simulating the tour. */
export class TourConstraints {
  private readonly model: FleetModel
  private readonly schedule: Schedule
  /** Whether each vehicle can be late. Without windows, breaks, and a shift end, it cannot. */
  private readonly canBeLate: readonly boolean[]

  constructor(model: FleetModel) {
    this.model = model
    this.schedule = new Schedule(model)
    const { windows, breakFirst, shiftTo } = model
    this.canBeLate = Array.from(shiftTo, (shiftEnd, vehicle) => {
      const hasRules = model.problem.vehicles[vehicle].drivingRules !== undefined
      const hasBreaks = hasRules || breakFirst[vehicle] < breakFirst[vehicle + 1]
      return hasBreaks || windows.from.length > 0 || model.hasReleases || shiftEnd !== Number.POSITIVE_INFINITY
    })
  }

  areSatisfied(vehicle: number, tour: Int32Array): boolean {
    const { maxDistance, maxDuration, maxTrips } = this.model
    const doesFit =
      maxTrips[vehicle] > 1
        ? this.schedule.planReloads(vehicle, tour)
        : findOverloadedDimension(this.model, vehicle, tour) < 0
    if (!doesFit || findBrokenPairRule(this.model, vehicle, tour)) return false
    if (maxDistance[vehicle] !== Number.POSITIVE_INFINITY && this.computeDistance(vehicle, tour) > maxDistance[vehicle])
      return false
    if (this.canBeLate[vehicle] && !this.schedule.isOnTime(vehicle, tour)) return false
    return (
      maxDuration[vehicle] === Number.POSITIVE_INFINITY ||
      this.findShortestDuration(vehicle, tour) <= maxDuration[vehicle]
    )
  }

  findShortestDuration(vehicle: number, tour: Int32Array): number {
    return this.schedule.findShortestDuration(vehicle, tour)
  }

  /** Computes the time cost of the tour at its best departure. */
  computePenalty(vehicle: number, tour: Int32Array): number {
    const { schedule } = this
    schedule.chooseDeparture(vehicle, tour)
    schedule.simulateFrom(vehicle, tour, schedule.departure)
    return schedule.computePenalty(vehicle, tour)
  }

  private computeDistance(vehicle: number, tour: Int32Array): number {
    const { width, row, stopCount, maxTrips } = this.model
    const { distance } = this.model.travel[vehicle]
    const endpointRow = row[stopCount + vehicle]
    let totalDistance = distance[endpointRow * width + tour[0]] + distance[tour[tour.length - 1] * width + endpointRow]
    for (let position = 1; position < tour.length; position++)
      totalDistance += distance[tour[position - 1] * width + tour[position]]
    return maxTrips[vehicle] > 1 ? totalDistance + (this.schedule.reloads?.distance ?? 0) : totalDistance
  }
}
