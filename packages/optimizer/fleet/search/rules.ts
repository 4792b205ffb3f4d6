import type { FleetModel } from '../model.ts'
import { hasTimePrices } from '../timing/time-costs.ts'

/** Rules present in a problem. A search that checks only these rules is several times as fast. */
export interface SearchRules {
  /** Whether stops have time windows. Tours then maintain the earliest and latest times of their stops. */
  readonly hasTimeWindows: boolean
  /**
   * Whether any rules depend on the whole sequence of stops, so that the tour must be simulated. These are breaks,
   * driving-time rules, pairs, durations combined with windows, costs that depend on times, and releases.
   */
  readonly needsSimulation: boolean
  readonly hasDistanceLimit: boolean
  /**
   * Whether the duration of tours is limited. Without windows and breaks, it is the sum over the legs, and a shift
   * limits only that sum.
   */
  readonly hasTimeLimit: boolean
  readonly timeLimit: Float64Array
  readonly hasPairs: boolean
}

export function toSearchRules(model: FleetModel): SearchRules {
  const { windows, breakDuration, shiftFrom, shiftTo, maxDistance, maxDuration, partner, problem } = model
  const isLimit = (limit: number): boolean => limit !== Number.POSITIVE_INFINITY
  const hasTimeWindows = windows.from.length > 0
  const hasPairs = partner.some((partnerStop) => partnerStop >= 0)
  const limitsDuration = maxDuration.some(isLimit) || problem.balance === 'duration'
  const timeLimit = maxDuration.map((limit, vehicle) => Math.min(limit, shiftTo[vehicle] - shiftFrom[vehicle]))
  return {
    hasTimeWindows,
    needsSimulation:
      hasPairs ||
      breakDuration.length > 0 ||
      model.hasDrivingRules ||
      (hasTimeWindows && limitsDuration) ||
      model.hasReleases ||
      hasTimePrices(model),
    hasDistanceLimit: maxDistance.some(isLimit),
    hasTimeLimit: !hasTimeWindows && timeLimit.some(isLimit),
    timeLimit,
    hasPairs,
  }
}
