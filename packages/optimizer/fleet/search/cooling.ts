import type { FleetOptions } from '../../fleet-options.ts'
import type { FleetSearch } from './start-fleet-search.ts'

/** Maximum cost increase per round at the start and at the end, relative to the mean cost per stop. */
const START_TEMPERATURE = 1
const END_TEMPERATURE = 0.005

/**
 * Start temperature for problems with time windows. Such problems need a higher temperature to move between good
 * solutions.
 */
const START_TEMPERATURE_WITH_WINDOWS = 6

/** Share of the search that accepts only improvements. The result of this part sets the scale of the temperatures. */
const QUENCHING_SHARE = 0.05

/** Computes the temperature of the search from its progress. */
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

  temperatureAfter(roundCount: number): number {
    const progress = this.progressAfter(roundCount)
    if (progress < QUENCHING_SHARE) return 0
    if (this.meanStopCost === 0) this.meanStopCost = this.computeMeanStopCost()
    const coolingProgress = (progress - QUENCHING_SHARE) / (1 - QUENCHING_SHARE)
    return this.meanStopCost * this.startTemperature * (END_TEMPERATURE / this.startTemperature) ** coolingProgress
  }

  /** Computes the mean cost per stop. Fixed costs are excluded because they would make the search accept any detour. */
  private computeMeanStopCost(): number {
    const { cost, assignedStopCount, tourLength } = this.search.routes
    const { fixedCost } = this.search.model
    const fixedCostSum = fixedCost.reduce(
      (sum, vehicleCost, vehicle) => (tourLength[vehicle] > 0 ? sum + vehicleCost : sum),
      0,
    )
    return (cost - fixedCostSum) / Math.max(1, assignedStopCount)
  }

  /**
   * Returns the progress. If the number of rounds is limited, progress is measured in rounds, so that the solution does
   * not depend on machine speed.
   */
  progressAfter(roundCount: number): number {
    const { maxIterations, progress, coolingRange: [from, to] = [0, 1] } = this.options
    const ownProgress = maxIterations === undefined ? Math.min(1, progress?.() ?? 1) : roundCount / maxIterations
    return from + (to - from) * ownProgress
  }
}
