import { fail, ok, type Result } from '../../../platform/result.ts'
import { NO_PATH } from '../matrix/cells/matrix-numbers.ts'
import type { AnyFailure } from './failures.ts'
import type { PointLayout } from './layout.ts'
import type { FleetFields, OptimizeFields } from './schemas.ts'

/** Distances and durations in the same integer units as road matrices: decimeters and thousandths of a minute. */
export interface CostTables {
  readonly distance: Int32Array
  readonly duration: Int32Array
}

const DECIMETERS_PER_KM = 10_000
const MILLIMINUTES_PER_MINUTE = 1000

/** A matrix supplied by the caller. If a table is missing, constraints on its quantity are rejected. */
export function readCustomMatrix(
  body: OptimizeFields,
  { distances_km, durations_min }: NonNullable<OptimizeFields['matrix']>,
  { names }: PointLayout,
): Result<CostTables, AnyFailure> {
  const objective = body.objective ?? 'distance'
  if (!(objective === 'distance' ? distances_km : durations_min)) return fail({ kind: 'own-matrix-missing', objective })
  const rule = durations_min
    ? distances_km
      ? undefined
      : findRuleNeedingDistances(body)
    : findRuleNeedingDurations(body)
  if (rule) return fail({ kind: 'own-matrix-rule', rule, missing: durations_min ? 'distances_km' : 'durations_min' })
  const distance = distances_km && readTable('matrix.distances_km', distances_km, names, DECIMETERS_PER_KM)
  if (distance && !distance.ok) return distance
  const duration = durations_min && readTable('matrix.durations_min', durations_min, names, MILLIMINUTES_PER_MINUTE)
  if (duration && !duration.ok) return duration
  const toZeroTable = (like: Int32Array | undefined) =>
    (like ?? new Int32Array(0)).map((value) => (value === NO_PATH ? NO_PATH : 0))
  return ok({
    distance: distance?.value ?? toZeroTable(duration?.value),
    duration: duration?.value ?? toZeroTable(distance?.value),
  })
}

function readTable(
  field: string,
  rows: readonly (readonly (number | null)[])[],
  names: readonly string[],
  factor: number,
): Result<Int32Array, AnyFailure> {
  const size = names.length
  if (rows.length !== size) return fail({ kind: 'own-matrix-size', field, given: rows.length, wanted: size, names })
  const table = new Int32Array(size * size)
  for (const [from, row] of rows.entries()) {
    if (row.length !== size) {
      return fail({ kind: 'own-matrix-size', field: `${field}[${from}]`, given: row.length, wanted: size, names })
    }
    for (let to = 0; to < size; to++) {
      const value = row[to] ?? Number.NaN
      // The rows of a large body are packed, with NaN for null.
      table[from * size + to] = Number.isNaN(value) ? NO_PATH : Math.round(value * factor)
    }
  }
  return ok(table)
}

function findRuleNeedingDurations(body: OptimizeFields): string | undefined {
  const requestFields = ['time_windows', 'shift', 'breaks', 'max_route_min'] as const
  const vehicleFields = ['shift', 'breaks', 'max_min'] as const
  const isBalanced = body.balance === true || body.balance === 'duration'
  return (
    requestFields.find((field) => body[field] !== undefined) ??
    findFleetRule(body, vehicleFields) ??
    (isBalanced ? 'balance' : undefined)
  )
}

function findRuleNeedingDistances(body: OptimizeFields): string | undefined {
  return body.max_route_km === undefined ? findFleetRule(body, ['max_km']) : 'max_route_km'
}

function findFleetRule({ fleet = [] }: OptimizeFields, fields: readonly (keyof FleetFields)[]): string | undefined {
  for (const [index, vehicle] of fleet.entries()) {
    const field = fields.find((candidate) => vehicle[candidate] !== undefined)
    if (field) return `fleet[${index}].${field}`
  }
  return undefined
}
