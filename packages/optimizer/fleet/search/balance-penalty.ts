import type { FleetModel } from '../model.ts'
import type { Routes } from './routes.ts'
import type { SearchRules } from './rules.ts'

/**
 * Penalty for exceeding the target by the length of the longest tour, as a multiple of the solution cost. The penalty
 * must dominate the cost without preventing the search from accepting changes.
 */
const PENALTY_WEIGHT = 8
const TARGET_LOWERING_RATE = 0.5
const MAX_TARGET_REDUCTION = 0.4

/**
 * Expresses balance as a cost for the search by penalizing tours that exceed the target length. The best solution is
 * still selected by the longest tour first and by cost second.
 */
export class BalancePenalty {
  readonly isEnabled: boolean
  readonly isByStopCount: boolean
  /** Target for the longest tour. Tours up to this length have no penalty. */
  target = 0
  weight = 0
  /**
   * Duration of each vehicle's tour, for rules under which the duration is not the sum over the legs. The tour
   * simulation updates these values.
   */
  readonly tourDuration: Float64Array
  private readonly routes: Routes
  private readonly balancedValues: Int32Array | Float64Array

  constructor(model: FleetModel, { needsSimulation }: SearchRules, routes: Routes) {
    const { balance } = model.problem
    this.isEnabled = balance !== undefined
    this.isByStopCount = balance === 'stops'
    this.tourDuration = needsSimulation ? new Float64Array(model.vehicleCount) : routes.time
    this.routes = routes
    this.balancedValues = this.isByStopCount ? routes.tourLength : this.tourDuration
  }

  /** Calibrates the weight with a first solution, so that the units of cost and time do not matter. */
  calibrate(): void {
    const longestTourLength = this.getLongestTourLength()
    this.weight = longestTourLength === 0 ? 0 : (PENALTY_WEIGHT * (this.routes.cost + 1)) / longestTourLength
  }

  /**
   * Sets the target below the current value in about half of the rounds. Without lower targets, no tour would give up
   * stops.
   */
  chooseTarget(random: () => number): void {
    const longestTourLength = this.getLongestTourLength()
    this.target =
      random() < TARGET_LOWERING_RATE
        ? Math.floor((longestTourLength - 1) * (1 - random() * MAX_TARGET_REDUCTION))
        : longestTourLength
  }

  getLongestTourLength(): number {
    return this.isEnabled ? this.balancedValues[this.findLongestVehicle()] : 0
  }

  findLongestVehicle(): number {
    const values = this.balancedValues
    let longestVehicle = 0
    for (let vehicle = 1; vehicle < values.length; vehicle++)
      if (values[vehicle] > values[longestVehicle]) longestVehicle = vehicle
    return longestVehicle
  }

  /** Returns the penalty for a tour of this length. */
  penaltyFor(value: number): number {
    return value > this.target ? this.weight * (value - this.target) : 0
  }
}
