import type { TravelProfile } from '../profiles/car-weights.ts'
import type { PhysicalVehicle } from './consumption.ts'

/** A mid-size electric car. */
export const defaultElectricCar: PhysicalVehicle = {
  massKg: 1900,
  dragCoefficient: 0.28,
  frontalAreaM2: 2.3,
  rollingResistance: 0.011,
  drivetrainEfficiency: 0.8,
  auxiliaryKw: 0.4,
}

const motorcycle: PhysicalVehicle = {
  massKg: 300,
  dragCoefficient: 0.6,
  frontalAreaM2: 0.7,
  rollingResistance: 0.015,
  drivetrainEfficiency: 0.8,
  auxiliaryKw: 0.1,
}

const van = { dragCoefficient: 0.35, rollingResistance: 0.01, drivetrainEfficiency: 0.8, auxiliaryKw: 0.6 } as const
const truck = { dragCoefficient: 0.55, rollingResistance: 0.0055, drivetrainEfficiency: 0.87, auxiliaryKw: 2 } as const
const MAX_VAN_TONS = 3.5
/** Frontal area of a goods vehicle as a share of height times width. The space between the wheels is empty. */
const AREA_SHARE = 0.9

/**
 * Returns the physical values of a typical electric vehicle of a profile. The mass and the frontal area of a truck
 * follow from its weight and size. With these values, on flat roads at 80 km/h, a car uses 14 kWh per 100 km, a van of
 * 3.5 t uses 32 kWh, and a truck of 40 t uses 119 kWh.
 */
export function findDefaultVehicle({ name, vehicle }: TravelProfile): PhysicalVehicle {
  if (name === 'motorcycle') return motorcycle
  if (name !== 'truck') return defaultElectricCar
  const { weightTons, heightMeters, widthMeters } = vehicle
  return {
    ...(weightTons <= MAX_VAN_TONS ? van : truck),
    massKg: 1000 * weightTons,
    frontalAreaM2: AREA_SHARE * heightMeters * widthMeters,
  }
}
