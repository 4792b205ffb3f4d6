import type { FleetModel } from '../../model.ts'
import type { Routes } from '../routes.ts'

/**
 * Checks whether a vehicle may take one more stop, by skills, number of stops, and load. These rules do not depend on
 * the position in the tour.
 */
export class VehicleEligibility {
  private readonly model: FleetModel
  private readonly routes: Routes
  /** Vehicle indices, grouped by kind. */
  private readonly vehiclesByKind: Int32Array
  /** True if no stop requires a specific vehicle and no vehicle limits its number of stops. */
  private readonly acceptsAnyStop: boolean
  private readonly firstIndexOfKind: Int32Array
  /** Index of the last empty vehicle found for each kind. The vehicle is usually still empty. */
  private readonly lastEmptyIndex: Int32Array

  constructor(model: FleetModel, routes: Routes) {
    this.model = model
    this.routes = routes
    const { vehicleKind, vehicleKindCount } = model
    this.acceptsAnyStop =
      model.allowed.every(Boolean) && model.maxStops.every((limit) => limit === Number.POSITIVE_INFINITY)
    this.firstIndexOfKind = new Int32Array(vehicleKindCount + 1)
    for (const kind of vehicleKind) this.firstIndexOfKind[kind + 1]++
    for (let vehicleKind = 0; vehicleKind < vehicleKindCount; vehicleKind++)
      this.firstIndexOfKind[vehicleKind + 1] += this.firstIndexOfKind[vehicleKind]
    this.lastEmptyIndex = this.firstIndexOfKind.slice()
    this.vehiclesByKind = Int32Array.from(
      [...vehicleKind.keys()].sort((a, b) => vehicleKind[a] - vehicleKind[b] || a - b),
    )
  }

  canTake(vehicle: number, stop: number): boolean {
    const { allowed, stopCount, maxStops, dimensionCount, demand, capacity } = this.model
    const { tourLength, load } = this.routes
    const vehicleOffset = vehicle * dimensionCount
    const stopOffset = stop * dimensionCount
    /**
     * Load is checked first, because it excludes most vehicles in a tight problem, and the `allowed` table is large.
     */
    for (let d = 0; d < dimensionCount; d++) {
      if (load[vehicleOffset + d] + demand[stopOffset + d] > capacity[vehicleOffset + d]) return false
    }
    return this.acceptsAnyStop || (allowed[vehicle * stopCount + stop] === 1 && tourLength[vehicle] < maxStops[vehicle])
  }

  /** Returns an unused vehicle of this kind, or -1 if there is none or the vehicle limit is reached. */
  findEmptyVehicle(kind: number): number {
    const { usedVehicleCount, maxUsedVehicleCount } = this.routes
    return usedVehicleCount < maxUsedVehicleCount ? this.findUnusedVehicle(kind) : -1
  }

  /** Returns an unused vehicle of this kind, or -1. */
  findUnusedVehicle(kind: number): number {
    const { tourLength } = this.routes
    const vehiclesByKind = this.vehiclesByKind
    const lastEmptyVehicle = vehiclesByKind[this.lastEmptyIndex[kind]]
    if (tourLength[lastEmptyVehicle] === 0) return lastEmptyVehicle
    for (let index = this.firstIndexOfKind[kind]; index < this.firstIndexOfKind[kind + 1]; index++) {
      if (tourLength[vehiclesByKind[index]] > 0) continue
      this.lastEmptyIndex[kind] = index
      return vehiclesByKind[index]
    }
    return -1
  }
}
