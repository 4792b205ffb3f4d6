import type { StopSequences } from '../fleet/evaluate-solution.ts'
import { evaluateTour } from '../fleet/evaluate-tour.ts'
import { completeLockedTour } from '../fleet/locked-tours.ts'
import { type FleetModel, NO_STOP } from '../fleet/model.ts'
import type { Schedule } from '../fleet/timing/schedule.ts'
import type { Tour } from '../solution/solution.ts'
import type { TourViolation } from '../solution/tour-violation.ts'

/**
 * Removes stops that running tours can no longer serve, for example because a vehicle is late. All other stops keep
 * their vehicle and their order. Removed stops can be inserted into other tours.
 */
export function repairSequences(model: FleetModel, schedule: Schedule, givenSequences: StopSequences): number[][] {
  const allowedSequences = dropForeignStops(model, givenSequences)
  return Array.from({ length: model.vehicleCount }, (_, vehicle) => {
    const lockedStops = model.lockedSequences[vehicle]
    const otherStops = (allowedSequences[vehicle] ?? []).filter((stop) => !lockedStops.includes(stop))
    // Goods that are picked up at a locked stop must be delivered, even if the running tour lacks the delivery.
    const openDeliveries = lockedStops.flatMap((stop) => (model.isPickup[stop] ? [model.partner[stop]] : []))
    const order = [...lockedStops, ...otherStops]
    return repairTour(model, schedule, vehicle, [...order, ...openDeliveries.filter((stop) => !order.includes(stop))])
  })
}

/** Drops stops that the vehicle may not serve, repeated stops, and incomplete pairs. */
function dropForeignStops(model: FleetModel, givenSequences: StopSequences): number[][] {
  const { allowed, stopCount, isLocked, groups, groupOf, partner, isPickup } = model
  const servedStops = new Set<number>()
  const keptSequences = Array.from(givenSequences, (order, vehicle) =>
    Array.from(order).filter((stop) => {
      const isTaken = servedStops.has(stop) || groups[groupOf[stop]]?.some((member) => servedStops.has(member))
      if (isTaken || (isLocked[stop] && !model.lockedSequences[vehicle].includes(stop))) return false
      if (!allowed[vehicle * stopCount + stop]) return false
      servedStops.add(stop)
      return true
    }),
  )
  return keptSequences.map((order, vehicle) =>
    order.filter((stop, position) => {
      if (partner[stop] === NO_STOP || model.lockedSequences[vehicle].includes(stop)) return true
      const other = order.indexOf(partner[stop])
      const isPickedUp = model.lockedSequences[vehicle].includes(partner[stop])
      return isPickup[stop] ? other > position : isPickedUp || (other >= 0 && other < position)
    }),
  )
}

function repairTour(model: FleetModel, schedule: Schedule, vehicle: number, order: readonly number[]): number[] {
  let current = [...order]
  for (;;) {
    if (current.length === 0) return current
    const result = evaluateTour(model, schedule, vehicle, Int32Array.from(current))
    if (!('kind' in result)) return current
    const shorterOrder = removeOne(model, schedule, vehicle, current)
    // Only locked stops and their deliveries remain.
    if (!shorterOrder) return [...completeLockedTour(model, schedule, vehicle).order]
    current = shorterOrder
  }
}

/**
 * Removes the stop whose removal makes the tour feasible at the lowest cost. If no removal makes the tour feasible,
 * removes the stop that delays the first violation the most.
 */
function removeOne(
  model: FleetModel,
  schedule: Schedule,
  vehicle: number,
  order: readonly number[],
): number[] | undefined {
  const { partner, isPickup, isLocked } = model
  let bestOrder: { readonly order: number[]; readonly score: readonly [number, number] } | undefined
  for (const stop of order) {
    const other = partner[stop]
    if (isLocked[stop] || (other !== NO_STOP && (!isPickup[stop] || isLocked[other]))) continue
    const shorterOrder = order.filter((orderStop) => orderStop !== stop && orderStop !== other)
    const score = scoreTour(
      shorterOrder.length === 0 ? undefined : evaluateTour(model, schedule, vehicle, Int32Array.from(shorterOrder)),
      shorterOrder.length,
    )
    if (
      !bestOrder ||
      score[0] > bestOrder.score[0] ||
      (score[0] === bestOrder.score[0] && score[1] < bestOrder.score[1])
    )
      bestOrder = { order: shorterOrder, score }
  }
  return bestOrder?.order
}

/** Returns the position of the first violation and the cost. A feasible tour scores higher than all others. */
function scoreTour(result: Tour | TourViolation | undefined, length: number): readonly [number, number] {
  if (!result) return [length + 1, 0]
  if (!('kind' in result)) return [length + 1, result.cost]
  return ['position' in result ? result.position : -1, 0]
}
