import { attributesOfLeg, fuelLiters, fuelVehicleOf, type JsonWriter, type RoadNetwork } from '@fairway/road'
import type { RouteQuery } from '../api/request.ts'
import type { Trip } from '../trip.ts'

const encoder = new TextEncoder()

export function writeEmissions(
  json: JsonWriter,
  { profile, electric }: RouteQuery,
  network: RoadNetwork,
  { legs, measures }: Trip,
): void {
  const vehicle = electric ? undefined : fuelVehicleOf(profile)
  const liters = vehicle
    ? legs.reduce((sum, leg, index) => {
        const attributes = measures[index] ?? attributesOfLeg(network, leg)
        return sum + fuelLiters(network, vehicle, leg, attributes)
      }, 0)
    : 0
  const emissions = {
    fuel: vehicle?.fuel.name ?? 'none',
    fuel_l: round(liters),
    co2_kg: round(liters * (vehicle?.fuel.co2KgPerLiter ?? 0)),
  }
  json.raw(encoder.encode(`,"emissions":${JSON.stringify(emissions)}`))
}

function round(value: number): number {
  return Math.round(1000 * value) / 1000
}
