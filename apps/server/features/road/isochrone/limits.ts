import { fail, ok, type Result } from '../../../platform/result.ts'
import type { IsochroneFailure } from './failures.ts'
import type { LimitUnit } from './job.ts'
import type { IsochroneFields } from './schemas.ts'

export const MAX_CONTOURS = 8
export const MAX_ORIGINS = 25
export const MAX_LIMITS: Readonly<Record<LimitUnit, number>> = { minutes: 240, kilometers: 400 }

export interface Limits {
  readonly unit: LimitUnit
  /** Contour limits in ascending order, without duplicates. */
  readonly values: readonly number[]
}

export function readLimits({ minutes, kilometers }: IsochroneFields): Result<Limits, IsochroneFailure> {
  if (minutes !== undefined && kilometers !== undefined) return fail({ kind: 'two-limits' })
  const unit = minutes === undefined ? 'kilometers' : 'minutes'
  const givenLimits = minutes ?? kilometers
  if (givenLimits === undefined) return fail({ kind: 'no-limits' })
  const list = typeof givenLimits === 'number' ? [givenLimits] : givenLimits
  if (list.length === 0 || list.length > MAX_CONTOURS)
    return fail({ kind: 'contour-count', field: unit, given: list.length, max: MAX_CONTOURS })
  const max = MAX_LIMITS[unit]
  const wrongIndex = list.findIndex((value) => !(value > 0 && value <= max))
  if (wrongIndex >= 0) {
    const field = typeof givenLimits === 'number' ? unit : `${unit}[${wrongIndex}]`
    return fail({ kind: 'limit-out-of-range', field, given: list[wrongIndex] ?? Number.NaN, max, unit })
  }
  return ok({ unit, values: [...new Set(list)].sort((a, b) => a - b) })
}

/**
 * Counts one quota unit per contour. An invalid request costs nothing, because the caller must see the validation error
 * instead of a quota error.
 */
export function countUnits(body: IsochroneFields): number {
  const limits = readLimits(body)
  return limits.ok ? limits.value.values.length : 0
}
