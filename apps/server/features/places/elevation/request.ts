import { type PolylinePrecision, parsePolyline } from '@fairway/geo'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { countTiles, type ElevationJob } from './elevation-job.ts'
import type { ElevationFailure, PositionFailure } from './failures.ts'
import { MAX_POINTS, MAX_TILES } from './limits.ts'
import type { ElevationFields } from './schemas.ts'

type JobResult = Result<ElevationJob, ElevationFailure | PositionFailure>

const inputs = ['points', 'geometry', 'polyline', 'polyline6'] as const
const MICRODEGREES_PER_DEGREE = 1e6
const MAX_SHOWN_LENGTH = 60

/** Reads the job. Exactly one of the fields must be given. */
export function readElevationJob(body: ElevationFields): JobResult {
  const [field, other] = inputs.filter((name) => body[name] !== undefined)
  if (field === undefined) return fail({ kind: 'elevation-nothing-given' })
  if (other !== undefined) return fail({ kind: 'elevation-given-twice', first: field, other })
  const job = readPositions(field, body[field], body.geometry_format)
  if (!job.ok) return job
  const tileCount = countTiles(job.value)
  return tileCount > MAX_TILES ? fail({ kind: 'elevation-too-many-tiles', tiles: tileCount }) : job
}

/** Returns all positions. Returns undefined if the request is invalid. */
export function listElevationPositions(body: ElevationFields): readonly (readonly [number, number])[] | undefined {
  const job = readElevationJob(body)
  if (!job.ok) return undefined
  return Array.from(job.value.latitude, (latitude, index) => [latitude, job.value.longitude[index] ?? 0] as const)
}

function readPositions(field: (typeof inputs)[number], value: unknown, format: string | undefined): JobResult {
  if (field === 'points') return readList('points', value, false)
  if (field === 'polyline') return readPolyline(field, value, [5])
  if (field === 'polyline6') return readPolyline(field, value, [6])
  if (typeof value === 'string')
    return readPolyline(field, value, format === 'polyline' ? [5] : format === 'polyline6' ? [6] : [5, 6])
  if (Array.isArray(value)) return readList(field, value, false)
  const { type, coordinates } = (value ?? {}) as { readonly type?: unknown; readonly coordinates?: unknown }
  if (type === 'LineString' && Array.isArray(coordinates)) return readList('geometry.coordinates', coordinates, true)
  const receivedText =
    typeof type === 'string' ? `a ${type.slice(0, MAX_SHOWN_LENGTH)} without coordinates` : formatValue(value)
  const isOtherGeometryType = typeof type === 'string' && type !== 'LineString'
  return fail({
    kind: 'elevation-line-unreadable',
    field,
    given: isOtherGeometryType ? `a ${type.slice(0, MAX_SHOWN_LENGTH)}` : receivedText,
  })
}

function readPolyline(field: string, value: unknown, precisions: readonly PolylinePrecision[]): JobResult {
  for (const precision of precisions) {
    const line = typeof value === 'string' ? parsePolyline(value, precision) : undefined
    if (!line) continue
    const countError = checkCount(field, line.latitude.length)
    if (countError) return fail(countError)
    const job = {
      latitude: Float64Array.from(line.latitude, (degrees) => degrees / MICRODEGREES_PER_DEGREE),
      longitude: Float64Array.from(line.longitude, (degrees) => degrees / MICRODEGREES_PER_DEGREE),
    }
    for (const [index, latitude] of job.latitude.entries()) {
      const wrongPosition = checkPosition(`${field}[${index}]`, latitude, job.longitude[index] ?? 0)
      if (wrongPosition) return fail(wrongPosition)
    }
    return ok(job)
  }
  return fail({ kind: 'elevation-polyline-unreadable', field, decimals: precisions.join(' or ') })
}

function readList(field: string, value: unknown, isGeoJson: boolean): JobResult {
  if (!Array.isArray(value)) return fail({ kind: 'elevation-line-unreadable', field, given: formatValue(value) })
  const countError = checkCount(field, value.length)
  if (countError) return fail(countError)
  const job = { latitude: new Float64Array(value.length), longitude: new Float64Array(value.length) }
  // The third coordinate of GeoJSON is an altitude.
  const maxLength = isGeoJson ? 3 : 2
  for (const [index, point] of value.entries()) {
    const name = `${field}[${index}]`
    if (!Array.isArray(point) || point.length < 2 || point.length > maxLength || !point.every(Number.isFinite)) {
      const order = isGeoJson ? 'longitude, latitude' : 'latitude, longitude'
      return fail({ kind: 'elevation-point-unreadable', field: name, given: formatValue(point), order })
    }
    const [latitude, longitude] = isGeoJson ? [point[1], point[0]] : point
    const wrongPosition = checkPosition(name, latitude, longitude)
    if (wrongPosition) return fail(wrongPosition)
    job.latitude[index] = latitude
    job.longitude[index] = longitude
  }
  return ok(job)
}

function checkPosition(field: string, latitude: number, longitude: number): PositionFailure | undefined {
  if (Math.abs(latitude) > 90) return { kind: 'latitude-out-of-range', field, given: latitude }
  if (Math.abs(longitude) > 180) return { kind: 'longitude-out-of-range', field, given: longitude }
  return latitude === 0 && longitude === 0 ? { kind: 'null-island', field } : undefined
}

function checkCount(field: string, pointCount: number): ElevationFailure | undefined {
  if (pointCount === 0) return { kind: 'elevation-no-points', field }
  return pointCount > MAX_POINTS ? { kind: 'elevation-too-many-points', field, points: pointCount } : undefined
}

/** Formats the start of a value, because the whole value may be large. */
function formatValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value)
  return json.length > MAX_SHOWN_LENGTH ? `${json.slice(0, MAX_SHOWN_LENGTH - 1)}…` : json
}
