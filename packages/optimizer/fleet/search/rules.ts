import type { FleetModel } from '../model.ts'
import { hasTimePrices } from '../timing/time-costs.ts'

/** The rules present in a problem. A search that checks only these is several times faster. */
export interface SearchRules {
  /** Stops have windows, so tours maintain the earliest and latest times of their stops. */
  readonly hasTimeWindows: boolean
  /**
   * Rules that apply to an order as a whole and are checked by simulating it: breaks, pairs, durations combined with
   * windows, costs that depend on times, and releases.
   */
  readonly needsSimulation: boolean
  readonly hasDistanceLimit: boolean
  /** Without windows and breaks, the duration of a tour is the sum of its parts, and a shift only limits that sum. */
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
      (hasTimeWindows && limitsDuration) ||
      model.hasReleases ||
      hasTimePrices(model),
    hasDistanceLimit: maxDistance.some(isLimit),
    hasTimeLimit: !hasTimeWindows && timeLimit.some(isLimit),
    timeLimit,
    hasPairs,
  }
}
