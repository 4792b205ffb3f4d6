import { findCheapestInsertion } from '../fleet/cheapest-insertion.ts'
import { evaluateTour } from '../fleet/evaluate-tour.ts'
import { type FleetModel, NO_STOP } from '../fleet/model.ts'
import type { Schedule } from '../fleet/timing/schedule.ts'
import { UNREACHABLE } from '../matrix.ts'
import type { Tour } from '../solution/solution.ts'

type RunningTour = Pick<Tour, 'vehicle' | 'stops' | 'cost'>

/** Inserts each stop at its cheapest slot, higher priorities first, without reordering other stops. */
export function insertStops(model: FleetModel, schedule: Schedule, orders: number[][], stops: readonly number[]): void {
  const { priorityLevel, partner, isPickup, groups, groupOf, servable, isOptional, prize } = model
  const tours: RunningTour[] = orders.flatMap((order, vehicle) => toTour(model, schedule, vehicle, order) ?? [])
  const servedStops = new Set(orders.flat())
  const sorted = stops.toSorted((a, b) => priorityLevel[a] - priorityLevel[b] || a - b)
  for (const stop of sorted) {
    const isTaken = servedStops.has(stop) || groups[groupOf[stop]]?.some((member) => servedStops.has(member))
    if (isTaken || !servable[stop] || (partner[stop] !== NO_STOP && !isPickup[stop])) continue
    const slot = partner[stop] === NO_STOP ? findSlot(model, tours, stop) : findPairSlot(model, schedule, tours, stop)
    if (!slot || (isOptional[stop] && slot.cost >= prize[stop])) continue
    orders[slot.vehicle] = slot.order
    for (const servedStop of slot.order) servedStops.add(servedStop)
    const longerTour = toTour(model, schedule, slot.vehicle, slot.order)
    const index = tours.findIndex(({ vehicle }) => vehicle === slot.vehicle)
    if (longerTour) tours.splice(index < 0 ? tours.length : index, index < 0 ? 0 : 1, longerTour)
  }
}

interface Slot {
  readonly vehicle: number
  readonly order: number[]
  readonly cost: number
}

function toTour(
  model: FleetModel,
  schedule: Schedule,
  vehicle: number,
  order: readonly number[],
): RunningTour | undefined {
  if (order.length === 0) return undefined
  const result = evaluateTour(model, schedule, vehicle, Int32Array.from(order))
  return 'kind' in result ? undefined : { vehicle, stops: order, cost: result.cost }
}

function findSlot(model: FleetModel, tours: readonly RunningTour[], stop: number): Slot | undefined {
  const slot = findCheapestInsertion(model, tours, stop)
  if (!slot) return undefined
  const order = tours.find(({ vehicle }) => vehicle === slot.vehicle)?.stops ?? []
  return { vehicle: slot.vehicle, order: order.toSpliced(slot.position, 0, stop), cost: slot.cost }
}

/** Tries all pairs of slots for the two stops, and skips a pair if its legs alone cost more than the best result. */
function findPairSlot(
  model: FleetModel,
  schedule: Schedule,
  tours: readonly RunningTour[],
  pickup: number,
): Slot | undefined {
  const { partner, vehicleCount, vehicleKind, allowed, stopCount } = model
  let bestSlot: Slot | undefined
  for (let vehicle = 0; vehicle < vehicleCount; vehicle++) {
    const tour = tours.find((otherTour) => otherTour.vehicle === vehicle)
    if (!tour && vehicleKind.indexOf(vehicleKind[vehicle]) !== vehicle) continue
    if (!allowed[vehicle * stopCount + pickup]) continue
    const stops = tour?.stops ?? []
    for (let from = 0; from <= stops.length; from++) {
      const pickupOrder = stops.toSpliced(from, 0, pickup)
      for (let to = from + 1; to <= pickupOrder.length; to++) {
        const order = pickupOrder.toSpliced(to, 0, partner[pickup])
        const extraCost = sumLegs(model, vehicle, order) - (tour?.cost ?? 0)
        // Rates add time costs, so the cost of the legs is only a lower bound.
        if (!(extraCost < (bestSlot?.cost ?? Number.POSITIVE_INFINITY)) && !model.problem.vehicles[vehicle].costs)
          continue
        const result = evaluateTour(model, schedule, vehicle, Int32Array.from(order))
        if ('kind' in result) continue
        const cost = result.cost - (tour?.cost ?? 0)
        if (cost < (bestSlot?.cost ?? Number.POSITIVE_INFINITY)) bestSlot = { vehicle, order, cost }
      }
    }
  }
  return bestSlot
}

function sumLegs({ width, row, stopCount, travel }: FleetModel, vehicle: number, order: readonly number[]): number {
  const { cost } = travel[vehicle]
  const hubRow = row[stopCount + vehicle]
  let sum = 0
  for (let position = 0, from = hubRow; position <= order.length; position++) {
    const to = position === order.length ? hubRow : order[position]
    if (cost[from * width + to] === UNREACHABLE) return Number.POSITIVE_INFINITY
    sum += cost[from * width + to]
    from = to
  }
  return sum
}
