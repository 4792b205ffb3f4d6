import type { VehicleCosts } from '@fairway/optimizer'
import type { VehicleCostFields } from './cost-fields.ts'

export type Objective = 'distance' | 'duration' | 'cost' | 'vehicles'

/** Optimizer units per currency unit, minute or kilometer, depending on the objective. */
const COST_UNITS: Readonly<Record<Objective, number>> = {
  cost: 1000,
  duration: 1000,
  distance: 10_000,
  vehicles: 10_000,
}
const MILLIMINUTES_PER_MINUTE = 1000
const MILLIMINUTES_PER_HOUR = 60_000
const DECIMETERS_PER_KM = 10_000

/** Converts money, kilometers or minutes, depending on the objective, to optimizer units. */
export function toCostUnits(objective: Objective, amount: number): number {
  return Math.round(amount * COST_UNITS[objective])
}

export function fromCostUnits(objective: Objective, units: number): number {
  return units / COST_UNITS[objective]
}

/** Converts a rate per minute to optimizer units per thousandth of a minute. */
export function toPenaltyRate(objective: Objective, perMinute: number): number {
  return (perMinute * COST_UNITS[objective]) / MILLIMINUTES_PER_MINUTE
}

export function toVehicleCosts({ fixed, per_km, per_hour, overtime_per_hour }: VehicleCostFields): VehicleCosts {
  const toRate = (money: number | undefined, units: number) => ((money ?? 0) * COST_UNITS.cost) / units
  return {
    fixed: toRate(fixed, 1),
    perDistance: toRate(per_km, DECIMETERS_PER_KM),
    perDuration: toRate(per_hour, MILLIMINUTES_PER_HOUR),
    ...(overtime_per_hour === undefined ? {} : { perOvertime: toRate(overtime_per_hour, MILLIMINUTES_PER_HOUR) }),
  }
}
