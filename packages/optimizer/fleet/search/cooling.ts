import type { FleetOptions } from '../../problem.ts'
import type { FleetSearch } from './fleet-search.ts'

/** How much a round may worsen the solution at the start and at the end, relative to the mean cost per stop. */
const START_TEMPERATURE = 1
const END_TEMPERATURE = 0.005

/** With time windows, moving from one good solution to another takes a higher temperature. */
const START_TEMPERATURE_WITH_WINDOWS = 6

/** The share of the search that only accepts improvements. Its result sets the scale of the temperatures. */
const QUENCHING_SHARE = 0.05

/** The temperature of the search as a function of its progress. */
export class CoolingSchedule {
  private readonly search: FleetSearch
  private readonly options: FleetOptions
  private readonly startTemperature: number
  private meanStopCost = 0

  constructor(search: FleetSearch, options: FleetOptions) {
    this.search = search
    this.options = options
    this.startTemperature = search.rules.hasTimeWindows ? START_TEMPERATURE_WITH_WINDOWS : START_TEMPERATURE
  }

  temperatureAfter(rounds: number): number {
    const progress = this.progressAfter(rounds)
    if (progress < QUENCHING_SHARE) return 0
    if (this.meanStopCost === 0) this.meanStopCost = this.computeMeanStopCost()
    const coolingProgress = (progress - QUENCHING_SHARE) / (1 - QUENCHING_SHARE)
    return this.meanStopCost * this.startTemperature * (END_TEMPERATURE / this.startTemperature) ** coolingProgress
  }

  /** Without fixed costs, which would make the search accept any detour. */
  private computeMeanStopCost(): number {
    const { cost, assignedStopCount, tourLength } = this.search.routes
    const { fixedCost } = this.search.model
    const fixed = fixedCost.reduce((sum, each, vehicle) => (tourLength[vehicle] > 0 ? sum + each : sum), 0)
    return (cost - fixed) / Math.max(1, assignedStopCount)
  }

  /** Uses the number of rounds if it is limited, so that the solution does not depend on the speed of the machine. */
  progressAfter(rounds: number): number {
    const { maxIterations, progress, coolingRange: [from, to] = [0, 1] } = this.options
    const ownProgress = maxIterations === undefined ? Math.min(1, progress?.() ?? 1) : rounds / maxIterations
    return from + (to - from) * ownProgress
  }
}
