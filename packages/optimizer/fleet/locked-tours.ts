import type { Tour } from '../solution/solution.ts'
import type { TourViolation } from '../solution/tour-violation.ts'
import { evaluateTour } from './evaluate-tour.ts'
import type { FleetModel } from './model.ts'
import { Schedule } from './timing/schedule.ts'

/**
 * Maximum number of deliveries whose permutations are all tried. With more deliveries, only the order of the pickups
 * and its reverse are tried.
 */
const MAX_PERMUTED = 5

/**
 * Lists the initial tours of a search: the locked stops of each vehicle, followed by the deliveries of its locked
 * pickups.
 */
export function listLockedTours(model: FleetModel): readonly (readonly number[])[] {
  if (!model.hasLocks) return []
  const schedule = new Schedule(model)
  return model.lockedSequences.map((lockedStops, vehicle) =>
    lockedStops.length === 0 ? [] : completeLockedTour(model, schedule, vehicle).order,
  )
}

/** Returns the cheapest order of the open deliveries after the locked stops, or a violation if no order is feasible. */
export function completeLockedTour(
  model: FleetModel,
  schedule: Schedule,
  vehicle: number,
): { readonly order: readonly number[]; readonly result: Tour | TourViolation } {
  const lockedStops = model.lockedSequences[vehicle]
  const open = lockedStops.flatMap((stop) =>
    model.isPickup[stop] && !lockedStops.includes(model.partner[stop]) ? [model.partner[stop]] : [],
  )
  const candidates = open.length <= MAX_PERMUTED ? listPermutations(open) : [open, open.toReversed()]
  const tours = candidates.map((deliveries) => {
    const order = [...lockedStops, ...deliveries]
    return { order, result: evaluateTour(model, schedule, vehicle, Int32Array.from(order)) }
  })
  return tours.reduce((bestTour, tour) => (costOf(tour.result) < costOf(bestTour.result) ? tour : bestTour))
}

function costOf(result: Tour | TourViolation): number {
  return 'kind' in result ? Number.POSITIVE_INFINITY : result.cost
}

function listPermutations(list: readonly number[]): number[][] {
  if (list.length === 0) return [[]]
  return list.flatMap((first, index) =>
    listPermutations(list.toSpliced(index, 1)).map((permutation) => [first, ...permutation]),
  )
}
