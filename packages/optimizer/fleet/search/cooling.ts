import type { FleetOptions } from '../../problem.ts'
import type { FleetSearch } from './fleet-search.ts'

/** Of the mean cost per stop: what a round may worsen the plan by, at the beginning and at the end. */
const WARMEST = 1
const COLDEST = 0.005

/** With windows it takes more to get from one good plan to another. */
const WARMEST_TIMED = 6

/** The share of the search that only goes downhill: where that ends is what the temperatures are measured by. */
const QUENCHING = 0.05

/** The temperature of the search by the share of it that is over. */
export class Cooling {
  readonly #search: FleetSearch
  readonly #options: FleetOptions
  readonly #warmest: number
  #meanCost = 0

  constructor(search: FleetSearch, options: FleetOptions) {
    this.#search = search
    this.#options = options
    this.#warmest = search.rules.isTimed ? WARMEST_TIMED : WARMEST
  }

  temperatureAfter(rounds: number): number {
    const passed = this.#progressAfter(rounds)
    if (passed < QUENCHING) return 0
    const { cost, assigned } = this.#search.routes
    if (this.#meanCost === 0) this.#meanCost = cost / Math.max(1, assigned)
    const share = (passed - QUENCHING) / (1 - QUENCHING)
    return this.#meanCost * this.#warmest * (COLDEST / this.#warmest) ** share
  }

  /** By rounds when they are counted: a plan must not depend on how fast the machine was. */
  #progressAfter(rounds: number): number {
    const { maxIterations, progress } = this.#options
    if (maxIterations !== undefined) return rounds / maxIterations
    return progress === undefined ? 1 : Math.min(1, progress())
  }
}
