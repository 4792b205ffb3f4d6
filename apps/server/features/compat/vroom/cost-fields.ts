import { type Fields, type InputReader, isObject } from './input-reader.ts'

/** Costs of a vehicle, in any currency. */
export interface VehicleCosts {
  readonly fixed: number
  /** Cost per hour of travel. */
  readonly perHour: number
  /** Cost per hour of setup and service. */
  readonly perTaskHour: number
  readonly perKm: number
}

export const DEFAULT_PER_HOUR = 3600

/** Reads the costs of a vehicle. By default, an hour of travel costs 3600, so that a second costs 1. */
export function readCosts({ id, costs }: Fields, reader: InputReader): VehicleCosts {
  if (costs !== undefined && !isObject(costs)) reader.fail(`Invalid costs for vehicle ${id}.`)
  const fields = isObject(costs) ? costs : {}
  const read = (key: string, fallback = 0) => reader.uint(fields, key, `Invalid ${key} value.`, fallback)
  return {
    fixed: read('fixed'),
    perHour: read('per_hour', DEFAULT_PER_HOUR),
    perTaskHour: read('per_task_hour'),
    perKm: read('per_km'),
  }
}
