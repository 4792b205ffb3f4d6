import { type Fields, isObject } from './input-reader.ts'

/** Costs that represent travel time alone, which the optimizer minimizes. */
const DEFAULT_COSTS: Readonly<Record<string, number>> = { fixed: 0, per_hour: 3600, per_task_hour: 0, per_km: 0 }

/**
 * Finds features that the optimizer does not support. A solution that ignores these features would look right but be
 * wrong.
 */
export function findUnsupportedVehicle(fields: Fields): string | undefined {
  const { id, costs, max_travel_time } = fields
  if (costs !== undefined && !isObject(costs)) return `Invalid costs for vehicle ${id}.`
  const [name] = Object.entries(costs ?? {}).find(([key, value]) => DEFAULT_COSTS[key] !== value) ?? []
  if (name !== undefined) return `${name} in the costs of vehicle ${id} is not supported; leave it out.`
  if (max_travel_time !== undefined)
    return `max_travel_time of vehicle ${id} is not supported; limit its time_window instead.`
  return undefined
}

export function findUnsupportedTask(fields: Fields, type: string): string | undefined {
  const key = ['setup_per_type', 'service_per_type'].find((name) => fields[name] !== undefined)
  return key === undefined ? undefined : `${key} of ${type} ${fields.id} is not supported; use ${key.split('_')[0]}.`
}
