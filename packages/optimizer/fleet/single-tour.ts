import type { FleetOptions } from '../fleet-options.ts'
import { improveTour } from '../tour/improve-tour.ts'
import type { FleetModel } from './model.ts'
import { toSearchRules } from './search/rules.ts'

/**
 * Share of the time budget for the tour search. With unreachable pairs, a tour may be impossible, so the general search
 * needs the remaining time.
 */
const TIME_SHARE_WITH_UNREACHABLE_PAIRS = 0.6

export interface SingleTourResult {
  readonly stopSequences: readonly (readonly number[])[]
  readonly roundCount: number
}

/**
 * Returns whether the problem has one unconstrained vehicle. A dedicated search then optimizes the order of its stops.
 */
export function isSingleTour(model: FleetModel): boolean {
  const { vehicleCount, stopCount, maxStops, servable, problem } = model
  if (vehicleCount !== 1 || stopCount === 0 || problem.balance === 'duration') return false
  if (model.hasChoices || model.hasLocks) return false
  const { hasTimeWindows, needsSimulation, hasDistanceLimit, hasTimeLimit } = toSearchRules(model)
  if (hasTimeWindows || needsSimulation || hasDistanceLimit || hasTimeLimit) return false
  return stopCount <= maxStops[0] && servable.every(Boolean) && isWithinCapacity(model)
}

function isWithinCapacity({ stopCount, dimensionCount, demand, capacity }: FleetModel): boolean {
  for (let d = 0; d < dimensionCount; d++) {
    let load = 0
    for (let stop = 0; stop < stopCount; stop++) load += demand[stop * dimensionCount + d]
    if (load > capacity[d]) return false
  }
  return true
}

/**
 * Finds the order of stops, or returns undefined if no tour through all stops was found. The vehicle's hub closes any
 * tour into a cycle.
 */
export function findSingleTour(
  model: FleetModel,
  options: FleetOptions,
  initialOrder?: readonly number[],
): SingleTourResult | undefined {
  const { stopCount, width, cost, hasUnreachablePairs } = model
  const timeShare = hasUnreachablePairs ? TIME_SHARE_WITH_UNREACHABLE_PAIRS : 1
  const { seed, maxIterations, progress, shouldStop } = options
  const scaledProgress = (): number => (progress?.() ?? 0) / timeShare
  const tour = improveTour(
    { size: width, cost },
    {
      closed: true,
      start: stopCount,
      seed,
      maxIterations,
      progress: progress && scaledProgress,
      isOver: () => scaledProgress() >= 1 || options.isOver() || shouldStop?.() === true,
      initialOrder: initialOrder?.length === stopCount ? [stopCount, ...initialOrder] : undefined,
    },
  )
  return tour.unreachableArcCount > 0
    ? undefined
    : { stopSequences: [tour.order.slice(1)], roundCount: tour.iterations }
}
