import { defaultProfile, type TravelProfile } from '@fairway/road'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { ok, type Result } from '../../../platform/result.ts'
import type { ModelSource } from '../models/model-source.ts'
import { readConstraints, withoutApproaches } from '../route/api/constraints.ts'
import { readRouteOptions, readTime } from '../route/api/request.ts'
import { readElectric } from '../route/electric/request.ts'
import { isValidPosition, readPoint } from '../route/points.ts'
import { type MatrixJob, type MatrixMetric, type PointList, requestableMetrics } from './cells/matrix-job.ts'
import type { AnyFailure } from './failures.ts'
import { checkPointLists, findElectricFields, type PointLimit } from './limits.ts'
import type { MatrixFields } from './schemas.ts'

export interface MatrixRequestContext {
  readonly caller: Caller
  readonly limitOf: PointLimit
  readonly nowMs: number
  readonly radiusMeters: number
  readonly models: ModelSource
}

export function readMatrixJob(body: MatrixFields, context: MatrixRequestContext): Result<MatrixJob, AnyFailure> {
  const size = checkPointLists(body, context.caller, context.limitOf)
  if (!size.ok) return size
  const lists = readPointLists(body)
  if (!lists.ok) return lists
  const time = readTime(body, context.nowMs)
  if (!time.ok) return time
  const routeOptions = readRouteOptions(body, context.models)
  if (!routeOptions.ok) return routeOptions
  const { profile, avoidAreas } = routeOptions.value
  const electricFields = findElectricFields(body)
  const electric = electricFields ? readElectric(electricFields, profile) : undefined
  if (electric && !electric.ok) return electric
  const constrainedLists = addConstraints(lists.value, body, profile)
  if (!constrainedLists.ok) return constrainedLists
  return ok({
    ...constrainedLists.value,
    metrics: readMetrics(body),
    profile: profile === defaultProfile ? undefined : profile,
    avoidAreas,
    electric: electric?.value,
    departMs: time.value.atMs,
    nowMs: context.nowMs,
    radiusMeters: context.radiusMeters,
  })
}

type PointLists = Pick<MatrixJob, 'origins' | 'destinations'>

function readPointLists(body: MatrixFields): Result<PointLists, AnyFailure> {
  const origins = body.points ? readPointList('points', body.points) : readPointList('origins', body.origins ?? [])
  if (!origins.ok) return origins
  const destinations = body.points ? origins : readPointList('destinations', body.destinations ?? [])
  return destinations.ok ? ok({ origins: origins.value, destinations: destinations.value }) : destinations
}

/** Adds the constraints to the points. An all-to-all matrix keeps using the same list for both sides. */
function addConstraints(
  lists: PointLists,
  body: MatrixFields,
  { network }: TravelProfile,
): Result<PointLists, AnyFailure> {
  const { origins, destinations } = lists
  const originCount = origins.latitude.length
  const count = originCount + (origins === destinations ? 0 : destinations.latitude.length)
  const readResult = readConstraints(body, count)
  if (!readResult.ok) return readResult
  if (!readResult.value) return ok(lists)
  const constraints = network === 'foot' ? withoutApproaches(readResult.value) : readResult.value
  const constrainedOrigins = { ...origins, constraints: constraints.slice(0, originCount) }
  if (origins === destinations) return ok({ origins: constrainedOrigins, destinations: constrainedOrigins })
  return ok({
    origins: constrainedOrigins,
    destinations: { ...destinations, constraints: constraints.slice(originCount) },
  })
}

function readPointList(field: string, points: readonly (readonly number[])[]): Result<PointList, AnyFailure> {
  const latitude: number[] = []
  const longitude: number[] = []
  for (let index = 0; index < points.length; index++) {
    const [north = Number.NaN, east = Number.NaN] = points[index] ?? []
    if (!isValidPosition(north, east)) {
      const point = readPoint(`${field}[${index}]`, [north, east])
      if (!point.ok) return point
    }
    latitude.push(north)
    longitude.push(east)
  }
  return ok({ field, latitude, longitude })
}

/** Removes duplicates and returns the metrics in the order in which the reply lists them. */
function readMetrics(body: MatrixFields): readonly MatrixMetric[] {
  const hasEnergy = findElectricFields(body) !== undefined
  const requestedFields: readonly string[] = body.metrics ?? ['distance', 'duration', ...(hasEnergy ? ['energy'] : [])]
  const metrics: MatrixMetric[] = requestableMetrics.filter((metric) => requestedFields.includes(metric))
  return hasEnergy ? [...metrics, 'in_range'] : metrics
}
