import type { FleetModel } from '../model.ts'
import { NOT_ASSIGNED, type Routes } from './routes.ts'

/**
 * Saves tours before a round of the search changes them. Most rounds are rejected, and then only the changed tours are
 * restored.
 */
export class RoundJournal {
  count = 0
  /** Vehicles whose tours the round changes. */
  readonly touchedVehicles: Int32Array
  private readonly model: FleetModel
  private readonly routes: Routes
  private readonly isTouched: Uint8Array
  private readonly savedStops: Int32Array
  private readonly savedArcCosts: Int32Array
  private readonly savedReturnCosts: Int32Array
  private readonly firstSavedStop: Int32Array
  private readonly savedLoad: Float64Array
  private readonly savedDistance: Float64Array
  private readonly savedVehicleTime: Float64Array
  private readonly savedUnassigned: Int32Array
  private savedCost = 0
  private savedUsedVehicleCount = 0
  private savedAssignedStopCount = 0

  constructor(model: FleetModel, routes: Routes) {
    const { stopCount, vehicleCount } = model
    this.model = model
    this.routes = routes
    this.touchedVehicles = new Int32Array(vehicleCount)
    this.isTouched = new Uint8Array(vehicleCount)
    this.savedStops = new Int32Array(stopCount)
    this.savedArcCosts = new Int32Array(stopCount)
    this.savedReturnCosts = new Int32Array(vehicleCount)
    this.firstSavedStop = new Int32Array(vehicleCount + 1)
    this.savedLoad = new Float64Array(routes.load.length)
    this.savedDistance = new Float64Array(vehicleCount)
    this.savedVehicleTime = new Float64Array(vehicleCount)
    this.savedUnassigned = new Int32Array(routes.unassignedByLevel.length)
  }

  startRound(): void {
    for (let index = 0; index < this.count; index++) this.isTouched[this.touchedVehicles[index]] = 0
    this.count = 0
    const { unassignedByLevel, cost, usedVehicleCount, assignedStopCount } = this.routes
    for (let level = 0; level < unassignedByLevel.length; level++)
      this.savedUnassigned[level] = unassignedByLevel[level]
    this.savedCost = cost
    this.savedUsedVehicleCount = usedVehicleCount
    this.savedAssignedStopCount = assignedStopCount
  }

  /** Saves a tour. Call it before the tour is changed. */
  saveTour(vehicle: number): void {
    if (this.isTouched[vehicle]) return
    this.isTouched[vehicle] = 1
    const { next, arcCost, load, distance, time } = this.routes
    const { stopCount, dimensionCount } = this.model
    const hub = stopCount + vehicle
    let end = this.firstSavedStop[this.count]
    for (let stop = next[hub]; stop !== hub; stop = next[stop]) {
      this.savedStops[end] = stop
      this.savedArcCosts[end++] = arcCost[stop]
    }
    this.savedReturnCosts[vehicle] = arcCost[hub]
    for (let cell = vehicle * dimensionCount; cell < (vehicle + 1) * dimensionCount; cell++)
      this.savedLoad[cell] = load[cell]
    this.savedDistance[vehicle] = distance[vehicle]
    this.savedVehicleTime[vehicle] = time[vehicle]
    this.touchedVehicles[this.count++] = vehicle
    this.firstSavedStop[this.count] = end
  }

  /** Returns a positive number if the round left more stops unassigned, comparing the highest priority first. */
  compareUnassigned(): number {
    const { unassignedByLevel } = this.routes
    for (let level = 0; level < unassignedByLevel.length; level++) {
      if (unassignedByLevel[level] !== this.savedUnassigned[level])
        return unassignedByLevel[level] - this.savedUnassigned[level]
    }
    return 0
  }

  undo(): void {
    const { next, vehicleOf, unassignedByLevel } = this.routes
    const { stopCount } = this.model
    for (let index = 0; index < this.count; index++) {
      const hub = stopCount + this.touchedVehicles[index]
      for (let stop = next[hub]; stop !== hub; stop = next[stop]) vehicleOf[stop] = NOT_ASSIGNED
    }
    for (let index = 0; index < this.count; index++) this.restore(index)
    for (let level = 0; level < unassignedByLevel.length; level++)
      unassignedByLevel[level] = this.savedUnassigned[level]
    this.routes.cost = this.savedCost
    this.routes.usedVehicleCount = this.savedUsedVehicleCount
    this.routes.assignedStopCount = this.savedAssignedStopCount
  }

  private restore(index: number): void {
    const { next, previous, vehicleOf, arcCost, tourLength, load, distance, time } = this.routes
    const { stopCount, dimensionCount } = this.model
    const vehicle = this.touchedVehicles[index]
    const hub = stopCount + vehicle
    let previousNode = hub
    for (let savedIndex = this.firstSavedStop[index]; savedIndex < this.firstSavedStop[index + 1]; savedIndex++) {
      const stop = this.savedStops[savedIndex]
      next[previousNode] = stop
      previous[stop] = previousNode
      arcCost[stop] = this.savedArcCosts[savedIndex]
      vehicleOf[stop] = vehicle
      previousNode = stop
    }
    next[previousNode] = hub
    previous[hub] = previousNode
    arcCost[hub] = this.savedReturnCosts[vehicle]
    tourLength[vehicle] = this.firstSavedStop[index + 1] - this.firstSavedStop[index]
    for (let cell = vehicle * dimensionCount; cell < (vehicle + 1) * dimensionCount; cell++)
      load[cell] = this.savedLoad[cell]
    distance[vehicle] = this.savedDistance[vehicle]
    time[vehicle] = this.savedVehicleTime[vehicle]
  }
}
