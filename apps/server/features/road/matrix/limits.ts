import type { Caller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { MatrixRequestFailure } from './failures.ts'
import type { MatrixFields } from './schemas.ts'

const CELLS_PER_UNIT = 100

/** Returns the maximum number of points that a caller may send per side of a matrix. */
export type PointLimit = (caller: Caller) => number

/** Point counts of a request, which the limits apply to. */
interface MatrixSize {
  readonly origins: number
  readonly destinations: number
}

export function checkPointLists(
  { points, origins, destinations }: MatrixFields,
  caller: Caller,
  limitOf: PointLimit,
): Result<MatrixSize, MatrixRequestFailure> {
  if (points && (origins || destinations))
    return fail({ kind: 'points-and-sides', other: origins ? 'origins' : 'destinations' })
  if (points && points.length < 2) return fail({ kind: 'too-few-points', given: points.length })
  if (!points && !origins && !destinations) return fail({ kind: 'no-points' })
  if (!points && (!origins || !destinations)) {
    const [givenField, missingField] = origins ? ['origins', 'destinations'] : ['destinations', 'origins']
    return fail({ kind: 'side-missing', given: givenField, missing: missingField })
  }
  const pointLimit = limitOf(caller)
  const size = { origins: (points ?? origins ?? []).length, destinations: (points ?? destinations ?? []).length }
  const failure =
    checkLength(points ? 'points' : 'origins', size.origins, pointLimit, caller) ??
    checkLength('destinations', size.destinations, pointLimit, caller)
  return failure ? fail(failure) : ok(size)
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
  return size.ok ? Math.ceil((size.value.origins * size.value.destinations) / CELLS_PER_UNIT) : 0
}
