import { defaultProfile } from '@fairway/road'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { readTerms, readTime } from '../route/api/request.ts'
import { isPlace, readPoint } from '../route/points.ts'
import { type MatrixJob, type MatrixMetric, matrixMetrics, type PointList } from './cells/matrix-job.ts'
import type { AnyFailure } from './failures.ts'
import { checkSides, type PointLimit } from './limits.ts'
import type { MatrixFields } from './schemas.ts'

export interface RequestFrame {
  readonly caller: Caller
  readonly limitOf: PointLimit
  readonly nowMs: number
  readonly radiusMeters: number
}

export function readMatrixJob(body: MatrixFields, frame: RequestFrame): Result<MatrixJob, AnyFailure> {
  const sides = checkSides(body, frame.caller, frame.limitOf)
  if (!sides.ok) return sides
  const origins = body.points ? readList('points', body.points) : readList('origins', body.origins ?? [])
  if (!origins.ok) return origins
  const destinations = body.points ? origins : readList('destinations', body.destinations ?? [])
  if (!destinations.ok) return destinations
  const time = readTime(body, frame.nowMs)
  if (!time.ok) return time
  const terms = readTerms(body)
  if (!terms.ok) return terms
  const { profile, avoidAreas } = terms.value
  return ok({
    origins: origins.value,
    destinations: destinations.value,
    metrics: readMetrics(body.metrics),
    profile: profile === defaultProfile ? undefined : profile,
    avoidAreas,
    departMs: time.value.atMs,
    nowMs: frame.nowMs,
    radiusMeters: frame.radiusMeters,
  })
}

function readList(field: string, given: readonly (readonly number[])[]): Result<PointList, AnyFailure> {
  const latitude: number[] = []
  const longitude: number[] = []
  for (let index = 0; index < given.length; index++) {
    const [north = Number.NaN, east = Number.NaN] = given[index] ?? []
    if (!isPlace(north, east)) {
      const point = readPoint(`${field}[${index}]`, [north, east])
      if (!point.ok) return point
    }
    latitude.push(north)
    longitude.push(east)
  }
  return ok({ field, latitude, longitude })
}

/** Removes duplicates and uses the order of the reply. */
function readMetrics(given: MatrixFields['metrics']): readonly MatrixMetric[] {
  const wanted: readonly string[] = given ?? ['distance', 'duration']
  return matrixMetrics.filter((metric) => wanted.includes(metric))
}
