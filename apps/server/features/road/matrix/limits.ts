import type { Caller } from '../../../platform/http/guard/caller.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { MatrixRequestFailure } from './failures.ts'
import type { MatrixFields } from './schemas.ts'

export const CELLS_PER_UNIT = 100

/** The maximum number of points that a caller may give on each side of a matrix. */
export type PointLimit = (caller: Caller) => number

/** Point counts of a request, which the limits apply to. */
interface Sides {
  readonly origins: number
  readonly destinations: number
}

export function checkSides(
  { points, origins, destinations }: MatrixFields,
  caller: Caller,
  limitOf: PointLimit,
): Result<Sides, MatrixRequestFailure> {
  if (points && (origins || destinations))
    return fail({ kind: 'points-and-sides', other: origins ? 'origins' : 'destinations' })
  if (points && points.length < 2) return fail({ kind: 'too-few-points', given: points.length })
  if (!points && !origins && !destinations) return fail({ kind: 'no-points' })
  if (!points && (!origins || !destinations)) {
    const [given, missing] = origins ? ['origins', 'destinations'] : ['destinations', 'origins']
    return fail({ kind: 'side-missing', given, missing })
  }
  const allowed = limitOf(caller)
  const sides = { origins: (points ?? origins ?? []).length, destinations: (points ?? destinations ?? []).length }
  const wrong =
    checkLength(points ? 'points' : 'origins', sides.origins, allowed, caller) ??
    checkLength('destinations', sides.destinations, allowed, caller)
  return wrong ? fail(wrong) : ok(sides)
}

function checkLength(field: string, given: number, allowed: number, caller: Caller): MatrixRequestFailure | undefined {
  if (given === 0) return { kind: 'side-empty', field }
  if (given <= allowed) return undefined
  return { kind: 'too-many-points', field, given, allowed, plan: caller.kind === 'account' ? caller.plan : undefined }
}

/**
 * The quota units of a matrix. A request that will be rejected costs nothing, so that the caller sees the actual error.
 */
export function unitsOf(body: MatrixFields, caller: Caller, limitOf: PointLimit): number {
  const sides = checkSides(body, caller, limitOf)
  return sides.ok ? Math.ceil((sides.value.origins * sides.value.destinations) / CELLS_PER_UNIT) : 0
}
