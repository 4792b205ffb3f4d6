import { UNREACHABLE } from '../matrix.ts'
import type { Tour } from '../solution/solution.ts'
import { evaluateTour } from './evaluate-tour.ts'
import { type FleetModel, NO_STOP } from './model.ts'
import { Schedule } from './timing/schedule.ts'

interface InsertionSlot {
  readonly vehicle: number
  readonly position: number
  readonly cost: number
}

/**
 * Finds the cheapest slot for a stop in these tours or in an unused vehicle, without reordering other stops. Returns
 * undefined if the stop fits nowhere. Does not support stops of pairs.
 */
export function findCheapestInsertion(
  model: FleetModel,
  tours: readonly Pick<Tour, 'vehicle' | 'stops' | 'cost'>[],
  stop: number,
): InsertionSlot | undefined {
  if (model.partner[stop] !== NO_STOP) throw new RangeError(`stop ${stop} belongs to a pair`)
  const schedule = new Schedule(model)
  let cheapest: InsertionSlot | undefined
  for (let vehicle = 0; vehicle < model.vehicleCount; vehicle++) {
    const tour = tours.find((otherTour) => otherTour.vehicle === vehicle)
    if (!tour && model.vehicleKind.indexOf(model.vehicleKind[vehicle]) !== vehicle) continue
    const stops = tour?.stops ?? []
    for (let position = 0; position <= stops.length; position++) {
      // The cost of the legs alone is a lower bound that rules out nearly all slots.
      if (computeDetour(model, vehicle, stops, stop, position) >= (cheapest?.cost ?? UNREACHABLE)) continue
      const order = Int32Array.from([...stops.slice(0, position), stop, ...stops.slice(position)])
      const longerTour = evaluateTour(model, schedule, vehicle, order)
      if ('kind' in longerTour) continue
      const cost = longerTour.cost - (tour?.cost ?? 0)
      if (cost < (cheapest?.cost ?? Number.POSITIVE_INFINITY)) cheapest = { vehicle, position, cost }
    }
  }
  return cheapest
}

function computeDetour(
  { width, row, stopCount, travel }: FleetModel,
  vehicle: number,
  stops: readonly number[],
  stop: number,
  position: number,
): number {
  const { cost } = travel[vehicle]
  const endpointRow = row[stopCount + vehicle]
  const previousNode = position === 0 ? endpointRow : stops[position - 1]
  const nextNode = position === stops.length ? endpointRow : stops[position]
  const [to, from] = [cost[previousNode * width + stop], cost[stop * width + nextNode]]
  if (to === UNREACHABLE || from === UNREACHABLE) return UNREACHABLE
  return to + from - cost[previousNode * width + nextNode]
}
