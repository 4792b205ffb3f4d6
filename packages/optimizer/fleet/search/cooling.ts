import type { FleetOptions } from '../../problem.ts'
import type { FleetSearch } from './fleet-search.ts'

/** How much a round may worsen the solution at the start and at the end, relative to the mean cost per stop. */
const WARMEST = 1
const COLDEST = 0.005

/** With time windows, moving from one good solution to another takes a higher temperature. */
const WARMEST_TIMED = 6

/** The share of the search that only accepts improvements. Its result sets the scale of the temperatures. */
const QUENCHING = 0.05

/** The temperature of the search as a function of its progress. */
export class Cooling {
  private readonly search: FleetSearch
  private readonly options: FleetOptions
  private readonly warmest: number
  private meanCost = 0

  constructor(search: FleetSearch, options: FleetOptions) {
    this.search = search
    this.options = options
    this.warmest = search.rules.isTimed ? WARMEST_TIMED : WARMEST
  }

  temperatureAfter(rounds: number): number {
    const passed = this.progressAfter(rounds)
    if (passed < QUENCHING) return 0
    const { cost, assigned } = this.search.routes
    if (this.meanCost === 0) this.meanCost = cost / Math.max(1, assigned)
    const share = (passed - QUENCHING) / (1 - QUENCHING)
    return this.meanCost * this.warmest * (COLDEST / this.warmest) ** share
  }

  /** Uses the number of rounds if it is limited, so that the solution does not depend on the speed of the machine. */
  private progressAfter(rounds: number): number {
    const { maxIterations, progress } = this.options
    if (maxIterations !== undefined) return rounds / maxIterations
    return progress === undefined ? 1 : Math.min(1, progress())
  }
}
