import type { Tour, UnexplainedSolution } from '../solution/solution.ts'
import type { TourViolation } from '../solution/tour-violation.ts'
import { evaluateTour } from './evaluate-tour.ts'
import type { FleetModel } from './model.ts'
import { findBrokenLock } from './order-rules.ts'
import { Schedule } from './timing/schedule.ts'
import { computeTotalPrize, countUnassignedByLevel } from './unassigned.ts'

/** Stops of each vehicle, in tour order. */
export type StopSequences = readonly ArrayLike<number>[]

/**
 * Returns the solution with all its figures, or the first violated rule. All solutions are assembled by this function.
 */
export function evaluateSolution(model: FleetModel, stopSequences: StopSequences): UnexplainedSolution | TourViolation {
  const schedule = new Schedule(model)
  const tours: Tour[] = []
  const isVisited = new Uint8Array(model.stopCount)
  for (const [vehicle, order] of stopSequences.entries()) {
    if (order.length === 0) {
      const violation = findBrokenLock(model, vehicle, order)
      if (violation) return violation
      continue
    }
    const tour = evaluateTour(model, schedule, vehicle, Int32Array.from(order))
    if ('kind' in tour) return tour
    for (const stop of tour.stops) {
      if (isVisited[stop]) return { kind: 'repeated', vehicle, stop }
      if (model.groups[model.groupOf[stop]]?.some((member) => isVisited[member]))
        return { kind: 'group', vehicle, stop }
      isVisited[stop] = 1
    }
    tours.push(tour)
  }
  const sumOverTours = (getValue: (tour: Tour) => number): number =>
    tours.reduce((total, tour) => total + getValue(tour), 0)
  const { balance } = model.problem
  const balancedValueOf = (tour: Tour): number => (balance === 'stops' ? tour.stops.length : tour.duration)
  const missedPrizes = computeMissedPrizes(model, isVisited)
  return {
    tours,
    unassigned: Array.from(isVisited.keys()).flatMap((stop) => (isVisited[stop] ? [] : [{ stop }])),
    cost: missedPrizes + sumOverTours(({ cost }) => cost),
    missedPrizes,
    waiting: sumOverTours(({ waiting }) => waiting),
    distance: sumOverTours(({ distance }) => distance),
    duration: sumOverTours(({ duration }) => duration),
    longest: balance === undefined ? 0 : Math.max(0, ...tours.map(balancedValueOf)),
  }
}

function computeMissedPrizes(model: FleetModel, isVisited: Uint8Array): number {
  return model.prize.reduce(
    (missedPrizes, prize, stop) => (isVisited[stop] ? missedPrizes - prize : missedPrizes),
    computeTotalPrize(model),
  )
}

export function isSolution(
  evaluationResult: UnexplainedSolution | TourViolation,
): evaluationResult is UnexplainedSolution {
  return !('kind' in evaluationResult)
}

/**
 * Compares solutions by unassigned stops from the highest priority down, then by number of vehicles if that is
 * minimized, then by longest tour, then by cost. If waiting has a cost, less waiting is better, but never at the
 * expense of a higher cost.
 */
export function isBetterSolution(
  model: FleetModel,
  candidate: UnexplainedSolution,
  current: UnexplainedSolution,
): boolean {
  const currentCounts = countUnassigned(model, current)
  const unassignedDifferences = countUnassigned(model, candidate).map((count, level) => count - currentCounts[level])
  const firstDifference = unassignedDifferences.find((count) => count !== 0)
  if (firstDifference !== undefined) return firstDifference < 0
  if (model.problem.fewestVehicles && candidate.tours.length !== current.tours.length)
    return candidate.tours.length < current.tours.length
  return candidate.longest !== current.longest
    ? candidate.longest < current.longest
    : isCheaper(model, candidate, current)
}

function countUnassigned(model: FleetModel, { unassigned }: UnexplainedSolution): Int32Array {
  const unassignedStops = new Set(unassigned.map(({ stop }) => stop))
  return countUnassignedByLevel(model, (stop) => !unassignedStops.has(stop))
}

function isCheaper({ waitingCost }: FleetModel, candidate: UnexplainedSolution, current: UnexplainedSolution): boolean {
  const difference = candidate.cost - current.cost
  return difference <= 0 && difference + waitingCost * (candidate.waiting - current.waiting) < 0
}
