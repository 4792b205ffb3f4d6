import { defaultProfile } from '@fairway/road'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { PointList } from '../matrix/cells/matrix-job.ts'
import type { ModelSource } from '../models/model-source.ts'
import { readRouteOptions, readTime } from '../route/api/request.ts'
import { readPoint } from '../route/points.ts'
import type { AnyIsochroneFailure } from './failures.ts'
import type { IsochroneJob } from './job.ts'
import { MAX_ORIGINS, readLimits } from './limits.ts'
import type { IsochroneFields } from './schemas.ts'

export interface IsochroneRequestContext {
  readonly nowMs: number
  readonly radiusMeters: number
  readonly models: ModelSource
}

export function readIsochroneJob(
  body: IsochroneFields,
  { nowMs, radiusMeters, models }: IsochroneRequestContext,
): Result<IsochroneJob, AnyIsochroneFailure> {
  const points = readOrigins(body.from)
  if (!points.ok) return points
  const limits = readLimits(body)
  if (!limits.ok) return limits
  const time = readTime(body, nowMs)
  if (!time.ok) return time
  const options = readRouteOptions(body, models)
  if (!options.ok) return options
  const { profile, avoidAreas } = options.value
  return ok({
    points: points.value,
    isSinglePoint: isPoint(body.from),
    unit: limits.value.unit,
    limits: limits.value.values,
    direction: body.direction ?? 'from',
    geometry: body.geometry ?? 'polygons',
    smoothMeters: body.smooth_m,
    profile: profile === defaultProfile ? undefined : profile,
    avoidAreas,
    departMs: time.value.atMs,
    nowMs,
    radiusMeters,
  })
}

function isPoint(from: IsochroneFields['from']): from is number[] {
  return typeof from[0] === 'number'
}

/** Returns the center or the centers of a request. */
export function listOrigins(from: IsochroneFields['from']): readonly (readonly number[])[] {
  return isPoint(from) ? [from] : (from as readonly number[][])
}

function readOrigins(from: IsochroneFields['from']): Result<PointList, AnyIsochroneFailure> {
  const points = listOrigins(from)
  if (points.length === 0 || points.length > MAX_ORIGINS)
    return fail({ kind: 'origin-count', given: points.length, max: MAX_ORIGINS })
  const latitude: number[] = []
  const longitude: number[] = []
  for (const [index, value] of points.entries()) {
    const point = readPoint(isPoint(from) ? 'from' : `from[${index}]`, value)
    if (!point.ok) return point
    latitude.push(point.value[0])
    longitude.push(point.value[1])
  }
  return ok({ field: 'from', latitude, longitude })
}
