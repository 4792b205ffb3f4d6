import type { TravelProfile } from '../profiles/car-weights.ts'
import { passengerCar } from '../profiles/vehicle-access.ts'
import { diesel, type FuelVehicle, gasoline } from './fuel.ts'

/**
 * Friction factor of engines, in kJ per revolution per liter of displacement, from Demir, Bektaş and Laporte (2012).
 */
const ENGINE_FRICTION = 0.2

/**
 * Share of the fuel's energy that reaches the wheels, from Demir, Bektaş and Laporte (2012): 0.4 for the drivetrain
 * times 0.9 for the engine.
 */
const ENGINE_EFFICIENCY = 0.36

const CAR_KG = 1500
const car: FuelVehicle = {
  fuel: gasoline,
  massKg: CAR_KG,
  dragCoefficient: 0.3,
  frontalAreaM2: 2.2,
  rollingResistance: 0.011,
  efficiency: ENGINE_EFFICIENCY,
  engineKw: ENGINE_FRICTION * 33 * 1.4,
}

const motorcycle: FuelVehicle = {
  fuel: gasoline,
  massKg: 290,
  dragCoefficient: 0.6,
  frontalAreaM2: 0.8,
  rollingResistance: 0.02,
  efficiency: ENGINE_EFFICIENCY,
  engineKw: ENGINE_FRICTION * 50 * 0.5,
}

/** The vehicle of Demir, Bektaş and Laporte (2012). The request specifies its size and weight. */
const mediumTruck: Omit<FuelVehicle, 'massKg' | 'frontalAreaM2'> = {
  fuel: diesel,
  dragCoefficient: 0.7,
  rollingResistance: 0.01,
  efficiency: ENGINE_EFFICIENCY,
  engineKw: ENGINE_FRICTION * 33 * 5,
}

/** Long-distance trucks have slower and more efficient engines, and tires with less resistance. */
const heavyTruck: typeof mediumTruck = {
  fuel: diesel,
  dragCoefficient: 0.6,
  rollingResistance: 0.006,
  efficiency: 0.42,
  engineKw: ENGINE_FRICTION * 20 * 12.8,
}

const MAX_CAR_TONS = 3.5
const MAX_MEDIUM_TONS = 12

/**
 * Returns a typical vehicle of a profile, with the size and weight of the request. Returns undefined if the vehicle
 * uses no fuel.
 */
export function fuelVehicleOf({ network, name, vehicle }: TravelProfile): FuelVehicle | undefined {
  if (network !== undefined && network !== 'car') return undefined
  if (name === 'motorcycle') return motorcycle
  const { weightTons, heightMeters, widthMeters } = vehicle
  if (name !== 'truck' && weightTons <= MAX_CAR_TONS)
    return { ...car, massKg: weightTons > passengerCar.weightTons ? 1000 * weightTons : CAR_KG }
  const truck = weightTons <= MAX_MEDIUM_TONS ? mediumTruck : heavyTruck
  return { ...truck, massKg: 1000 * weightTons, frontalAreaM2: heightMeters * widthMeters }
}
