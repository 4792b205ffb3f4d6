import { expect, test } from 'vitest'
import { travelProfiles, truckPresets } from '../profiles/travel-profiles.ts'
import { createConsumptionModel, toEnergyKwh } from './consumption.ts'
import { findDefaultVehicle } from './default-vehicles.ts'

const METERS_PER_SECOND = 80 / 3.6

test.each([
  ['car', travelProfiles.car, 14.3],
  ['motorcycle', travelProfiles.motorcycle, 6],
  ['truck of 40 t', travelProfiles.truck, 119.3],
  ['van of 3.5 t', { ...travelProfiles.truck, vehicle: truckPresets['3.5t'] }, 31.8],
])('a typical electric %s uses a realistic amount of energy at 80 km/h', (_name, profile, kwhPer100Km) => {
  const model = createConsumptionModel(findDefaultVehicle(profile), 20)
  const energy = toEnergyKwh(model, 100_000, 100_000 * METERS_PER_SECOND ** 2, 100_000 / METERS_PER_SECOND)
  expect(energy).toBeCloseTo(kwhPer100Km, 1)
})
