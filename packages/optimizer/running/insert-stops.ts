import { findCheapestInsertion } from '../fleet/cheapest-insertion.ts'
import { evaluateTour } from '../fleet/evaluate-tour.ts'
import { type FleetModel, NO_STOP } from '../fleet/model.ts'
import type { Schedule } from '../fleet/timing/schedule.ts'
import { UNREACHABLE } from '../matrix.ts'
import type { Tour } from '../solution/solution.ts'

type RunningTour = Pick<Tour, 'vehicle' | 'stops' | 'cost'>

/** Inserts each stop at its cheapest slot, higher priorities first, without reordering other stops. */
export function insertStops(
  model: FleetModel,
  schedule: Schedule,
  stopSequences: number[][],
  stops: readonly number[],
): void {
  const { priorityLevel, partner, isPickup, groups, groupOf, servable, isOptional, prize } = model
  const tours: RunningTour[] = stopSequences.flatMap(
    (stopSequence, vehicle) => toTour(model, schedule, vehicle, stopSequence) ?? [],
  )
  const servedStops = new Set(stopSequences.flat())
  const sorted = stops.toSorted((a, b) => priorityLevel[a] - priorityLevel[b] || a - b)
  for (const stop of sorted) {
    const isTaken = servedStops.has(stop) || groups[groupOf[stop]]?.some((member) => servedStops.has(member))
    if (isTaken || !servable[stop] || (partner[stop] !== NO_STOP && !isPickup[stop])) continue
    const slot = partner[stop] === NO_STOP ? findSlot(model, tours, stop) : findPairSlot(model, schedule, tours, stop)
    if (!slot || (isOptional[stop] && slot.cost >= prize[stop])) continue
    stopSequences[slot.vehicle] = slot.stopSequence
    for (const servedStop of slot.stopSequence) servedStops.add(servedStop)
    const longerTour = toTour(model, schedule, slot.vehicle, slot.stopSequence)
    const index = tours.findIndex(({ vehicle }) => vehicle === slot.vehicle)
    if (longerTour) tours.splice(index < 0 ? tours.length : index, index < 0 ? 0 : 1, longerTour)
  }
}

interface Slot {
  readonly vehicle: number
  readonly stopSequence: number[]
  readonly cost: number
}

function toTour(
  model: FleetModel,
  schedule: Schedule,
  vehicle: number,
  stopSequence: readonly number[],
): RunningTour | undefined {
  if (stopSequence.length === 0) return undefined
  const result = evaluateTour(model, schedule, vehicle, Int32Array.from(stopSequence))
  return 'kind' in result ? undefined : { vehicle, stops: stopSequence, cost: result.cost }
}

function findSlot(model: FleetModel, tours: readonly RunningTour[], stop: number): Slot | undefined {
  const slot = findCheapestInsertion(model, tours, stop)
  if (!slot) return undefined
  const stopSequence = tours.find(({ vehicle }) => vehicle === slot.vehicle)?.stops ?? []
  return { vehicle: slot.vehicle, stopSequence: stopSequence.toSpliced(slot.position, 0, stop), cost: slot.cost }
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
      const pickupSequence = stops.toSpliced(from, 0, pickup)
      for (let to = from + 1; to <= pickupSequence.length; to++) {
        const stopSequence = pickupSequence.toSpliced(to, 0, partner[pickup])
        const extraCost = sumLegs(model, vehicle, stopSequence) - (tour?.cost ?? 0)
        // Rates add time costs, so the cost of the legs is only a lower bound.
        if (!(extraCost < (bestSlot?.cost ?? Number.POSITIVE_INFINITY)) && !model.problem.vehicles[vehicle].costs)
          continue
        const result = evaluateTour(model, schedule, vehicle, Int32Array.from(stopSequence))
        if ('kind' in result) continue
        const cost = result.cost - (tour?.cost ?? 0)
        if (cost < (bestSlot?.cost ?? Number.POSITIVE_INFINITY)) bestSlot = { vehicle, stopSequence, cost }
      }
    }
  }
  return bestSlot
}

function sumLegs(
  { width, row, stopCount, travel }: FleetModel,
  vehicle: number,
  stopSequence: readonly number[],
): number {
  const { cost } = travel[vehicle]
  const hubRow = row[stopCount + vehicle]
  let sum = 0
  for (let position = 0, from = hubRow; position <= stopSequence.length; position++) {
    const to = position === stopSequence.length ? hubRow : stopSequence[position]
    if (cost[from * width + to] === UNREACHABLE) return Number.POSITIVE_INFINITY
    sum += cost[from * width + to]
    from = to
  }
  return sum
}
