import type { FleetModel } from '../model.ts'
import type { Routes } from './routes.ts'
import type { SearchRules } from './rules.ts'

/** How much of the plan's cost the longest tour's last unit is worth: enough to go before cost, not so much as to freeze. */
const WEIGHT = 8
const AIM_RATE = 0.5
const DEEPEST_AIM = 0.4

/**
 * Balance as cost, for the search only: what exceeds the target is dear. The best plan is still chosen by the longest
 * tour first and cost second.
 */
export class BalancePenalty {
  readonly isOn: boolean
  readonly byStops: boolean
  /** Of the longest tour, which tours may reach for nothing. */
  target = 0
  weight = 0
  /** By vehicle, the time of its tour where it is not the sum of its parts; kept by whoever drives tours. */
  readonly span: Float64Array
  readonly #routes: Routes
  readonly #measures: Int32Array | Float64Array

  constructor(model: FleetModel, { isExact }: SearchRules, routes: Routes) {
    const { balance } = model.problem
    this.isOn = balance !== undefined
    this.byStops = balance === 'stops'
    this.span = isExact ? new Float64Array(model.vehicleCount) : routes.time
    this.#routes = routes
    this.#measures = this.byStops ? routes.count : this.span
  }

  /** Calibrates by a first plan, so that it does not matter in which units cost and time are. */
  calibrate(): void {
    const longest = this.longest()
    this.weight = longest === 0 ? 0 : (WEIGHT * (this.#routes.cost + 1)) / longest
  }

  /** Every other round tries for less than there is: with less at hand no tour would give anything away. */
  aim(random: () => number): void {
    const longest = this.longest()
    this.target = random() < AIM_RATE ? Math.floor((longest - 1) * (1 - random() * DEEPEST_AIM)) : longest
  }

  longest(): number {
    return this.isOn ? this.#measures[this.longestVehicle()] : 0
  }

  longestVehicle(): number {
    const measures = this.#measures
    let longest = 0
    for (let vehicle = 1; vehicle < measures.length; vehicle++)
      if (measures[vehicle] > measures[longest]) longest = vehicle
    return longest
  }

  /** What it costs that a tour gets this long. */
  of(measure: number): number {
    return measure > this.target ? this.weight * (measure - this.target) : 0
  }
}
