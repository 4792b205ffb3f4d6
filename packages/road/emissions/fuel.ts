import { drivenArcsOf } from '../electric/energy-attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { ascentDmOf } from '../network/terrain.ts'
import type { RouteLeg } from '../route/leg.ts'
import type { LegAttributes } from '../route/leg-attributes.ts'
import { NO_ID } from '../sentinels.ts'

/** A fuel with typical densities and the defaults of the 2006 IPCC Guidelines, volume 2, tables 1.2 and 3.2.1. */
interface Fuel {
  readonly name: 'gasoline' | 'diesel'
  readonly megajoulesPerLiter: number
  readonly co2KgPerLiter: number
}

/** Gasoline has 44.3 MJ/kg, 69.3 kg CO₂ per GJ and 0.745 kg/l. */
export const gasoline: Fuel = { name: 'gasoline', megajoulesPerLiter: 33.0, co2KgPerLiter: 2.287 }
/** Diesel has 43.0 MJ/kg, 74.1 kg CO₂ per GJ and 0.84 kg/l. */
export const diesel: Fuel = { name: 'diesel', megajoulesPerLiter: 36.1, co2KgPerLiter: 2.677 }

/** A vehicle with a combustion engine. */
export interface FuelVehicle {
  readonly fuel: Fuel
  readonly massKg: number
  readonly dragCoefficient: number
  readonly frontalAreaM2: number
  readonly rollingResistance: number
  /** Share of the fuel's energy that reaches the wheels, excluding the energy that the engine itself needs. */
  readonly efficiency: number
  /**
   * Fuel power that the engine needs to turn: friction factor (kJ per revolution per liter) · revolutions per second ·
   * liters.
   */
  readonly engineKw: number
}

const GRAVITY = 9.81
/** Density of air at 20 °C at sea level, in kg/m³. */
const AIR_DENSITY = 1.204

/**
 * Returns the fuel that a leg needs, in liters. The function applies the comprehensive modal emission model (Barth,
 * Younglove and Scora 2005), as formulated by Demir, Bektaş and Laporte (2012), to each road at constant speed. The
 * engine runs for the whole duration of the trip. The wheels work against rolling resistance, drag and climbs. Descents
 * return no fuel. Traffic changes the speed on an arc in proportion to its duration.
 */
export function fuelLiters(
  network: RoadNetwork,
  vehicle: FuelVehicle,
  leg: RouteLeg,
  { durationCs }: Pick<LegAttributes, 'durationCs'>,
): number {
  const { arcs, turns, terrain } = network
  const { meters, squaredSpeedMeters } = drivenArcsOf(network)
  const weightNewton = vehicle.massKg * GRAVITY
  const dragFactor = 0.5 * AIR_DENSITY * vehicle.dragCoefficient * vehicle.frontalAreaM2
  let joules = 0
  for (let i = 0; i < leg.arcs.length; i++) {
    const arc = leg.arcs[i]
    // On ferries and trains, the engine is off.
    if (meters[arc] === 0) continue
    const from = i === 0 ? leg.startFraction : 0
    const to = i === leg.arcs.length - 1 ? leg.endFraction : 1
    const fraction = Math.max(0, to - from)
    const seconds = (durationCs[i + 1] - durationCs[i]) / 100
    const turn = i === 0 ? NO_ID : leg.turns[i - 1]
    const usualSeconds = (arcs.duration[arc] / 100) * fraction
    const arcSeconds = seconds - (turn === NO_ID ? 0 : turns.duration[turn] / 100)
    const slowdown = usualSeconds > 0 && arcSeconds > 0 ? arcSeconds / usualSeconds : 1
    const { edgeSide } = arcs
    const risenMeters = terrain
      ? ((ascentDmOf(terrain, edgeSide[arc]) - ascentDmOf(terrain, edgeSide[arc] ^ 1)) / 10) * fraction
      : 0
    const wheelJoules =
      weightNewton * (vehicle.rollingResistance * meters[arc] * fraction + risenMeters) +
      (dragFactor * squaredSpeedMeters[arc] * fraction) / slowdown ** 2
    joules += Math.max(0, wheelJoules) / vehicle.efficiency + 1000 * vehicle.engineKw * seconds
  }
  return joules / 1e6 / vehicle.fuel.megajoulesPerLiter
}
