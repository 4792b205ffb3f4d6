import type { FleetModel } from '../model.ts'
import type { Routes } from './routes.ts'
import type { SearchRules } from './rules.ts'

/**
 * Weight of the longest tour's last unit relative to the cost of the solution: high enough to dominate cost, low enough
 * not to freeze the search.
 */
const WEIGHT = 8
const AIM_RATE = 0.5
const DEEPEST_AIM = 0.4

/**
 * Balance expressed as cost, for the search only: exceeding the target is penalized. The best solution is still
 * selected by the longest tour first and cost second.
 */
export class BalancePenalty {
  readonly isOn: boolean
  readonly byStops: boolean
  /** Target for the longest tour. Tours up to this length have no penalty. */
  target = 0
  weight = 0
  /**
   * By vehicle, the duration of its tour where it is not the sum of its parts. Updated by the code that simulates
   * tours.
   */
  readonly span: Float64Array
  private readonly routes: Routes
  private readonly measures: Int32Array | Float64Array

  constructor(model: FleetModel, { isExact }: SearchRules, routes: Routes) {
    const { balance } = model.problem
    this.isOn = balance !== undefined
    this.byStops = balance === 'stops'
    this.span = isExact ? new Float64Array(model.vehicleCount) : routes.time
    this.routes = routes
    this.measures = this.byStops ? routes.count : this.span
  }

  /** Calibrates with a first solution, so that the units of cost and time do not matter. */
  calibrate(): void {
    const longest = this.longest()
    this.weight = longest === 0 ? 0 : (WEIGHT * (this.routes.cost + 1)) / longest
  }

  /** Every other round sets the target below the current value. Otherwise no tour would give up stops. */
  aim(random: () => number): void {
    const longest = this.longest()
    this.target = random() < AIM_RATE ? Math.floor((longest - 1) * (1 - random() * DEEPEST_AIM)) : longest
  }

  longest(): number {
    return this.isOn ? this.measures[this.longestVehicle()] : 0
  }

  longestVehicle(): number {
    const measures = this.measures
    let longest = 0
    for (let vehicle = 1; vehicle < measures.length; vehicle++)
      if (measures[vehicle] > measures[longest]) longest = vehicle
    return longest
  }

  /** The penalty for a tour of this length. */
  of(measure: number): number {
    return measure > this.target ? this.weight * (measure - this.target) : 0
  }
}
