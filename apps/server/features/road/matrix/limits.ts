import type { Caller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { ElectricFields } from '../route/electric/schemas.ts'
import type { MatrixRequestFailure } from './failures.ts'
import type { MatrixFields } from './schemas.ts'

const CELLS_PER_UNIT = 100

/**
 * Maximum number of cells of a matrix with energies. Every cell is computed as a separate route, which takes far longer
 * than a cell of other matrices.
 */
export const MAX_ENERGY_CELLS = 10_000

/** Returns the maximum number of points that a caller may send per side of a matrix. */
export type PointLimit = (caller: Caller) => number

/** Point counts of a request, which the limits apply to. */
interface MatrixSize {
  readonly originCount: number
  readonly destinationCount: number
}

export function checkPointLists(
  body: MatrixFields,
  caller: Caller,
  limitOf: PointLimit,
): Result<MatrixSize, MatrixRequestFailure> {
  const { points, origins, destinations } = body
  if (points && (origins || destinations))
    return fail({ kind: 'points-and-sides', other: origins ? 'origins' : 'destinations' })
  if (points && points.length < 2) return fail({ kind: 'too-few-points', given: points.length })
  if (!points && !origins && !destinations) return fail({ kind: 'no-points' })
  if (!points && (!origins || !destinations)) {
    const [givenField, missingField] = origins ? ['origins', 'destinations'] : ['destinations', 'origins']
    return fail({ kind: 'side-missing', given: givenField, missing: missingField })
  }
  const pointLimit = limitOf(caller)
  const size = {
    originCount: (points ?? origins ?? []).length,
    destinationCount: (points ?? destinations ?? []).length,
  }
  const failure =
    checkLength(points ? 'points' : 'origins', size.originCount, pointLimit, caller) ??
    checkLength('destinations', size.destinationCount, pointLimit, caller) ??
    checkEnergy(body, size)
  return failure ? fail(failure) : ok(size)
}

/** Returns the electric vehicle if the reply contains energies. */
export function findElectricFields({ metrics, vehicle }: MatrixFields): ElectricFields | undefined {
  const electric = vehicle?.electric
  return typeof electric === 'object' && (metrics?.includes('energy') ?? true) ? electric : undefined
}

function checkEnergy(body: MatrixFields, size: MatrixSize): MatrixRequestFailure | undefined {
  const cellCount = size.originCount * size.destinationCount
  if (findElectricFields(body)) {
    return cellCount > MAX_ENERGY_CELLS
      ? { kind: 'too-many-energy-cells', given: cellCount, allowed: MAX_ENERGY_CELLS }
      : undefined
  }
  return body.metrics?.includes('energy') ? { kind: 'energy-without-vehicle' } : undefined
}

function checkLength(
  field: string,
  length: number,
  maxLength: number,
  caller: Caller,
): MatrixRequestFailure | undefined {
  if (length === 0) return { kind: 'side-empty', field }
  if (length <= maxLength) return undefined
  return {
    kind: 'too-many-points',
    field,
    given: length,
    allowed: maxLength,
    plan: caller.kind === 'account' ? caller.plan : undefined,
  }
}

/**
 * Returns the quota units of a matrix. An invalid request costs nothing, because the caller must see the validation
 * error instead of a quota error.
 */
export function countUnits(body: MatrixFields, caller: Caller, limitOf: PointLimit): number {
  const size = checkPointLists(body, caller, limitOf)
  return size.ok ? Math.ceil((size.value.originCount * size.value.destinationCount) / CELLS_PER_UNIT) : 0
}
