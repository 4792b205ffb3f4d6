import { fail, ok, type Result } from '../../../platform/result.ts'
import { NO_PATH } from '../matrix/cells/matrix-numbers.ts'
import type { AnyFailure } from './failures.ts'
import type { PointLayout } from './layout.ts'
import type { FleetFields, OptimizeFields } from './schemas.ts'

/** Distances in decimeters and durations in thousandths of a minute, like road matrices. */
export interface CostTables {
  readonly distance: Int32Array
  readonly duration: Int32Array
}

const DECIMETERS_PER_KM = 10_000
const MILLIMINUTES_PER_MINUTE = 1000

/** Rows of a table in the request. Rows of a large body are packed in shared memory, with NaN for null. */
type Rows = readonly (readonly (number | null)[])[]

/** Matrix in the request, with at least the table that the objective needs. */
export interface OwnMatrix {
  readonly distances_km?: Rows | undefined
  readonly durations_min?: Rows | undefined
}

/** Checks the tables in the request. If a table is missing, constraints that need the table are rejected. */
export function readOwnMatrix(
  body: OptimizeFields,
  { distances_km, durations_min }: OwnMatrix,
  { names }: PointLayout,
): Result<OwnMatrix, AnyFailure> {
  const objective = body.objective ?? 'distance'
  const table = objective === 'duration' || objective === 'cost' ? 'durations_min' : 'distances_km'
  if (!{ distances_km, durations_min }[table]) return fail({ kind: 'own-matrix-missing', objective, table })
  const rule = durations_min
    ? distances_km
      ? undefined
      : findRuleNeedingDistances(body)
    : findRuleNeedingDurations(body)
  if (rule) return fail({ kind: 'own-matrix-rule', rule, missing: durations_min ? 'distances_km' : 'durations_min' })
  const failure =
    findWrongSize('matrix.distances_km', distances_km, names) ??
    findWrongSize('matrix.durations_min', durations_min, names)
  return failure ? fail(failure) : ok({ distances_km, durations_min })
}

function findWrongSize(field: string, rows: Rows | undefined, names: readonly string[]): AnyFailure | undefined {
  const expectedSize = names.length
  if (!rows) return undefined
  if (rows.length !== expectedSize)
    return { kind: 'own-matrix-size', field, given: rows.length, wanted: expectedSize, names }
  const index = rows.findIndex(({ length }) => length !== expectedSize)
  if (index < 0) return undefined
  return {
    kind: 'own-matrix-size',
    field: `${field}[${index}]`,
    given: rows[index]?.length ?? 0,
    wanted: expectedSize,
    names,
  }
}

/**
 * Converts the tables for the optimizer. The solver thread calls this function, because a large matrix has a million
 * cells.
 */
export function toCostTables({ distances_km, durations_min }: OwnMatrix): CostTables {
  const distance = distances_km && toTable(distances_km, DECIMETERS_PER_KM)
  const duration = durations_min && toTable(durations_min, MILLIMINUTES_PER_MINUTE)
  return { distance: distance ?? toZeroTable(duration), duration: duration ?? toZeroTable(distance) }
}

function toTable(rows: Rows, factor: number): Int32Array {
  const size = rows.length
  const table = new Int32Array(size * size)
  for (const [from, row] of rows.entries()) {
    for (let to = 0; to < size; to++) {
      const value = row[to] ?? Number.NaN
      table[from * size + to] = Number.isNaN(value) ? NO_PATH : Math.round(value * factor)
    }
  }
  return table
}

function toZeroTable(template: Int32Array = new Int32Array(0)): Int32Array {
  return template.map((value) => (value === NO_PATH ? NO_PATH : 0))
}

function findRuleNeedingDurations(body: OptimizeFields): string | undefined {
  const requestFields = [
    ...(['time_windows', 'shift', 'breaks', 'rules', 'max_route_min'] as const),
    ...(['setup_min', 'release_at', 'due_at', 'soft_windows'] as const),
  ] as const
  const vehicleFields = ['shift', 'breaks', 'rules', 'max_min'] as const
  const pair = body.pairs?.findIndex(({ max_detour_min }) => max_detour_min !== undefined) ?? -1
  if (pair >= 0) return `pairs[${pair}].max_detour_min`
  const isBalanced = body.balance === true || body.balance === 'duration'
  return (
    requestFields.find((field) => body[field] !== undefined) ??
    findFleetRule(body, vehicleFields) ??
    (isBalanced ? 'balance' : undefined)
  )
}

function findRuleNeedingDistances(body: OptimizeFields): string | undefined {
  const field = (['max_route_km', 'range_km'] as const).find((name) => body[name] !== undefined)
  if (field) return field
  if (body.cost?.per_km) return 'cost.per_km'
  const vehicle = body.fleet?.findIndex(({ cost }) => cost?.per_km) ?? -1
  return vehicle < 0 ? findFleetRule(body, ['max_km', 'range_km']) : `fleet[${vehicle}].cost.per_km`
}

function findFleetRule({ fleet = [] }: OptimizeFields, fields: readonly (keyof FleetFields)[]): string | undefined {
  for (const [index, vehicle] of fleet.entries()) {
    const field = fields.find((candidate) => vehicle[candidate] !== undefined)
    if (field) return `fleet[${index}].${field}`
  }
  return undefined
}
