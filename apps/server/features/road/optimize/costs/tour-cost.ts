import type { Tour } from '@fairway/optimizer'
import { toKm, toMinutes } from '../units.ts'
import type { VehicleCostFields } from './cost-fields.ts'

/** Returns the costs of a tour at the rates of its vehicle. The parts add up to the total. */
export function toTourCost(
  { fixed = 0, per_km = 0, per_hour = 0, overtime_per_hour = 0 }: VehicleCostFields,
  { distance, duration, overtime }: Tour,
) {
  const parts = {
    fixed: roundMoney(fixed),
    distance: roundMoney(per_km * toKm(distance)),
    time: roundMoney((per_hour * toMinutes(duration)) / 60),
    overtime: roundMoney((overtime_per_hour * toMinutes(overtime)) / 60),
  }
  return { ...parts, total: roundMoney(parts.fixed + parts.distance + parts.time + parts.overtime) }
}

/** Rounds to hundredths of a cent, so that sums of many tours are accurate to the cent. */
export function roundMoney(amount: number): number {
  return Math.round(amount * 10_000) / 10_000
}
