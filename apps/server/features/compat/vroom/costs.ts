import { fail, ok, type Result } from '../../../platform/result.ts'
import { DEFAULT_PER_HOUR, type VehicleCosts } from './cost-fields.ts'
import type { Vehicle, VroomInput } from './input.ts'

const SECONDS_PER_HOUR = 3600
const METERS_PER_KM = 1000
/** Maximum fixed cost and rate that the optimizer receives. Larger costs are scaled down. */
const MAX_FIXED_COST = 100_000
const MAX_RATE = 10_000

export interface RouteTotals {
  /** Travel time in seconds. */
  readonly travel: number
  /** Setup and service at tasks in seconds. */
  readonly work: number
  readonly meters: number | undefined
}

/** Returns the cost of a route, rounded like all values of the reply. */
export function toRouteCost({ costs }: Vehicle, { travel, work, meters = 0 }: RouteTotals): number {
  const hourlyCost = (costs.perHour * travel + costs.perTaskHour * work) / SECONDS_PER_HOUR
  return Math.round(costs.fixed + hourlyCost + (costs.perKm * meters) / METERS_PER_KM)
}

/** Returns whether the optimizer must consider costs other than the travel time, or limit the travel time. */
export function needsCostTable({ vehicles }: Pick<VroomInput, 'vehicles'>): boolean {
  return vehicles.some(({ maxTravelTime, ...vehicle }) => maxTravelTime !== undefined || hasCosts(vehicle))
}

function hasCosts({ costs: { fixed, perHour, perKm } }: Pick<Vehicle, 'costs'>): boolean {
  return fixed > 0 || perHour !== DEFAULT_PER_HOUR || perKm > 0
}

/**
 * Costs for the optimizer. The optimizer charges for hours from the departure to the end, while VROOM charges only for
 * travel. The optimizer therefore receives a table of travel costs in place of the distances, with one rate per
 * vehicle.
 */
export interface CostModel {
  readonly objective: 'duration' | 'cost'
  /** Returns the value of a cell that takes the place of the distance in kilometers. */
  toCell(seconds: number, meters: number): number
  /** Cost fields of a vehicle, or undefined if the objective is the travel time. */
  toVehicleCost(vehicle: Vehicle): object | undefined
  /** Maximum sum of the cells of a route. */
  toLimit(vehicle: Vehicle): number | undefined
}

/** Chooses the table that represents the costs and limits of all vehicles. Fails if a single table cannot. */
export function createCostModel({ vehicles }: Pick<VroomInput, 'vehicles'>): Result<CostModel, string> {
  const [first] = vehicles
  const isCostObjective = vehicles.some(hasCosts) && vehicles.some(({ costs }) => sumRates(costs) > 0)
  const chargesTravel = isCostObjective && vehicles.some(({ costs }) => costs.perHour > 0)
  const chargesDistance = vehicles.some(({ costs }) => costs.perKm > 0)
  const limitsTravel = vehicles.some(({ maxTravelTime }) => maxTravelTime !== undefined)
  const limitsDistance = vehicles.some(({ maxDistance }) => maxDistance !== undefined)
  const toModel = (
    toCell: CostModel['toCell'],
    toRate: (vehicle: Vehicle) => number,
    toLimit: CostModel['toLimit'],
  ): Result<CostModel, string> => {
    const scale = findScale(vehicles, toRate)
    return ok({
      objective: isCostObjective ? 'cost' : 'duration',
      toCell,
      toVehicleCost: (vehicle) =>
        isCostObjective ? { fixed: scale * vehicle.costs.fixed, per_km: scale * toRate(vehicle) } : undefined,
      toLimit,
    })
  }
  if (!chargesDistance && !limitsDistance)
    return toModel(
      (seconds) => seconds / 60,
      ({ costs, speedFactor }) => costs.perHour / 60 / speedFactor,
      ({ maxTravelTime, speedFactor }) =>
        maxTravelTime === undefined ? undefined : (maxTravelTime * speedFactor) / 60,
    )
  if (!chargesTravel && !limitsTravel)
    return toModel(
      (_seconds, meters) => meters / METERS_PER_KM,
      ({ costs }) => costs.perKm,
      ({ maxDistance }) => (maxDistance === undefined ? undefined : maxDistance / METERS_PER_KM),
    )
  const isProportional = vehicles.every((vehicle) => first && areProportional(vehicle, first))
  if (limitsTravel || limitsDistance || !first || !isProportional)
    return fail(
      'The costs and limits of the vehicles are not supported together; use per_hour with max_travel_time, or per_km with max_distance and without per_hour, or per_hour and per_km in the same proportion for all vehicles without these limits.',
    )
  const { perHour, perKm } = first.costs
  return toModel(
    (seconds, meters) =>
      ((perHour / first.speedFactor) * seconds) / SECONDS_PER_HOUR + (perKm * meters) / METERS_PER_KM,
    ({ costs }) => (perKm > 0 ? costs.perKm / perKm : 1),
    () => undefined,
  )
}

function sumRates({ fixed, perHour, perKm }: VehicleCosts): number {
  return fixed + perHour + perKm
}

/** Returns whether the costs per hour and per kilometer have the same proportion for both vehicles. */
function areProportional(a: Vehicle, b: Vehicle): boolean {
  const left = (a.costs.perHour / a.speedFactor) * b.costs.perKm
  const right = (b.costs.perHour / b.speedFactor) * a.costs.perKm
  return a.costs.perKm > 0 && Math.abs(left - right) <= 1e-9 * Math.max(left, right)
}

function findScale(vehicles: readonly Vehicle[], toRate: (vehicle: Vehicle) => number): number {
  const maxFixed = Math.max(...vehicles.map(({ costs }) => costs.fixed))
  const maxRate = Math.max(...vehicles.map(toRate))
  return Math.min(1, MAX_FIXED_COST / maxFixed, MAX_RATE / maxRate)
}

/** Finds costs that the optimizer cannot distinguish. The cost of work is the same for all plans if the rates are. */
export function findUnsupportedCosts({ vehicles }: Pick<VroomInput, 'vehicles'>): string | undefined {
  const rates = new Set(vehicles.map(({ costs }) => costs.perTaskHour))
  if (rates.size > 1) return 'per_task_hour must be the same for all vehicles; other values are not supported.'
  if (!needsCostTable({ vehicles })) return undefined
  const model = createCostModel({ vehicles })
  return model.ok ? undefined : model.failure
}
