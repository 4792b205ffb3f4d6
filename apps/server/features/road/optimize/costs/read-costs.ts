import type { VehicleCosts } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { AnyFailure } from '../failures.ts'
import type { OptimizeFields } from '../schemas.ts'
import type { VehicleCostFields } from './cost-fields.ts'
import { toVehicleCosts } from './cost-units.ts'

/** Maximum number of cost combinations. Each combination needs a separate matrix. */
const MAX_RATES = 20

/** Returns the cost fields of a vehicle, or the shared fields if the vehicle has none. */
export function findCostFields(
  body: Pick<OptimizeFields, 'cost' | 'fleet'>,
  vehicle: number,
): VehicleCostFields | undefined {
  return body.fleet?.[vehicle]?.cost ?? body.cost
}

/** Reads the costs of all vehicles. Returns undefined if the objective is not the cost. */
export function readCosts(
  body: OptimizeFields,
  vehicleCount: number,
): Result<readonly VehicleCosts[] | undefined, AnyFailure> {
  const fields = Array.from({ length: vehicleCount }, (_, vehicle) => findCostFields(body, vehicle) ?? {})
  const vehicle = fields.findIndex(
    ({ overtime_per_hour }, index) =>
      overtime_per_hour !== undefined && (body.fleet?.[index]?.shift ?? body.shift) === undefined,
  )
  if (vehicle >= 0) {
    const prefix = body.fleet?.[vehicle]?.cost ? `fleet[${vehicle}].` : ''
    return fail({ kind: 'overtime-without-shift', field: `${prefix}cost.overtime_per_hour` })
  }
  if (body.objective === 'vehicles' && body.prize?.some((prize) => prize !== null))
    return fail({ kind: 'prize-with-vehicles' })
  if (body.objective !== 'cost') return ok(undefined)
  if (!fields.some((costs) => Object.values(costs).some((cost) => cost > 0))) return fail({ kind: 'no-costs' })
  const rates = new Set(fields.map(({ per_km = 0, per_hour = 0 }) => `${per_km} ${per_hour}`))
  if (rates.size > MAX_RATES) return fail({ kind: 'too-many-rates', given: rates.size, allowed: MAX_RATES })
  return ok(fields.map(toVehicleCosts))
}
