import type { Climb } from '../route/climb.ts'

/** A vehicle described by its physical properties. */
export interface PhysicalVehicle {
  readonly massKg: number
  readonly dragCoefficient: number
  readonly frontalAreaM2: number
  readonly rollingResistance: number
  /** Share of the battery's energy that reaches the wheels. The value includes losses from accelerating and braking. */
  readonly drivetrainEfficiency: number
  /** Power of all consumers except the motor and the climate control. */
  readonly auxiliaryKw: number
}

/** A vehicle described by its mean consumption, as displayed on its dashboard. */
export interface FlatConsumption {
  readonly kwhPer100Km: number
}

/**
 * A linear consumption model. The energy of a trip is linear in sums along its path: the distance, the integral of the
 * squared speed over the distance, the duration, the ascent and the descent. The hierarchy computes all these sums, so
 * the energy of every matrix cell is exact.
 */
export interface ConsumptionModel {
  readonly joulesPerMeter: number
  /** Energy per m · (m/s)² of the integral of the squared speed. */
  readonly joulesPerDrag: number
  readonly watts: number
  /** The vehicle's weight, which is multiplied by the ascent, or 0 if the mass is unknown. */
  readonly weightNewton: number
  readonly drivetrainEfficiency: number
}

const GRAVITY = 9.81
const JOULES_PER_KWH = 3.6e6
/** Factor that converts kWh per 100 km to joules per meter. */
const JOULES_PER_METER_OF_FLAT = JOULES_PER_KWH / 100_000
/** Density of dry air at sea level multiplied by the absolute temperature. */
const AIR_DENSITY_KELVIN = 353.05
const KELVIN_OFFSET = 273.15

/** The climate control is off between these two temperatures. */
const HEATING_BELOW_C = 18
const COOLING_ABOVE_C = 24
const HEATING_WATTS_PER_DEGREE = 100
const COOLING_WATTS_PER_DEGREE = 60
const MAX_CLIMATE_WATTS = 6000

const DEFAULT_TEMPERATURE_C = 20

export function createConsumptionModel(
  vehicle: PhysicalVehicle | FlatConsumption,
  temperatureC: number = DEFAULT_TEMPERATURE_C,
): ConsumptionModel {
  const climateWatts = toClimateWatts(temperatureC)
  if ('kwhPer100Km' in vehicle) {
    const joulesPerMeter = vehicle.kwhPer100Km * JOULES_PER_METER_OF_FLAT
    return { joulesPerMeter, joulesPerDrag: 0, watts: climateWatts, weightNewton: 0, drivetrainEfficiency: 1 }
  }
  const { massKg, dragCoefficient, frontalAreaM2, rollingResistance, drivetrainEfficiency, auxiliaryKw } = vehicle
  const weightNewton = massKg * GRAVITY
  const airDensity = AIR_DENSITY_KELVIN / (temperatureC + KELVIN_OFFSET)
  return {
    joulesPerMeter: (weightNewton * rollingResistance) / drivetrainEfficiency,
    joulesPerDrag: (0.5 * airDensity * dragCoefficient * frontalAreaM2) / drivetrainEfficiency,
    watts: auxiliaryKw * 1000 + climateWatts,
    weightNewton,
    drivetrainEfficiency,
  }
}

/** Returns the power for heating or cooling the cabin and the battery. */
function toClimateWatts(temperatureC: number): number {
  const watts =
    HEATING_WATTS_PER_DEGREE * Math.max(0, HEATING_BELOW_C - temperatureC) +
    COOLING_WATTS_PER_DEGREE * Math.max(0, temperatureC - COOLING_ABOVE_C)
  return Math.min(watts, MAX_CLIMATE_WATTS)
}

/**
 * Returns the energy for a section of road at constant speed. `squaredSpeedMeters` is the distance times the squared
 * speed. A climb costs the potential energy divided by the efficiency of the drivetrain. A descent returns the
 * potential energy times the efficiency. On gentle slopes, the result is slightly too high, because no energy is lost
 * to recovery there.
 */
export function toEnergyKwh(
  { joulesPerMeter, joulesPerDrag, watts, weightNewton, drivetrainEfficiency }: ConsumptionModel,
  distanceMeters: number,
  squaredSpeedMeters: number,
  durationSeconds: number,
  climb?: Climb,
): number {
  const levelJoules = joulesPerMeter * distanceMeters + joulesPerDrag * squaredSpeedMeters
  const climbJoules = climb
    ? weightNewton * (climb.ascentMeters / drivetrainEfficiency - climb.descentMeters * drivetrainEfficiency)
    : 0
  return (levelJoules + climbJoules + watts * durationSeconds) / JOULES_PER_KWH
}
