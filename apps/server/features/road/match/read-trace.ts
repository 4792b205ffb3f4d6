import { parsePolyline } from '@fairway/geo'
import type { Track } from '@fairway/road'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { isValidPosition, readPoint } from '../route/points.ts'
import type { AnyFailure } from './failures.ts'
import { MAX_POINTS, MIN_POINTS } from './limits.ts'
import type { TraceField, TraceInput } from './match-job.ts'
import { parseTraceTime } from './read-gpx.ts'
import type { MatchFields } from './schemas.ts'
import { readEpochSeconds, TraceTimes } from './trace-times.ts'

const traceFields = ['points', 'gpx', 'geojson', 'polyline', 'polyline6'] as const satisfies readonly TraceField[]

interface Coordinates {
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** Times that the format itself contains. */
  readonly times?: readonly unknown[]
}

export function readTrace(body: MatchFields): Result<TraceInput, AnyFailure> {
  const givenFields = traceFields.filter((name) => body[name] !== undefined)
  const [field] = givenFields
  if (field === undefined) return fail({ kind: 'no-trace' })
  if (givenFields.length > 1) return fail({ kind: 'two-traces', fields: givenFields })
  if (body.gpx !== undefined) {
    const extraField = (['times', 'accuracies', 'headings', 'heading_tolerances'] as const).find(
      (name) => body[name] !== undefined,
    )
    return extraField ? fail({ kind: 'trace-gpx-only', field: extraField }) : ok({ kind: 'gpx', text: body.gpx })
  }
  const coordinates = readCoordinates(field, body)
  if (!coordinates.ok) return coordinates
  const { latitude, longitude, times } = coordinates.value
  if (times && body.times) return fail({ kind: 'trace-times-twice', field })
  const count = latitude.length
  const traceTimes = new TraceTimes([latitude[0] ?? 0, longitude[0] ?? 0])
  // Programs that convert GPX to GeoJSON copy its times, which are in UTC.
  const readTime = times ? readGpxSeconds : (value: unknown, index: number) => traceTimes.readSeconds(value, index)
  const seconds = readValues('times', body.times ?? times, field, count, readTime, TIME_WANTED)
  if (!seconds.ok) return seconds
  const accuracy = readValues('accuracies', body.accuracies, field, count, readAccuracy, ACCURACY_WANTED)
  if (!accuracy.ok) return accuracy
  const heading = readValues('headings', body.headings, field, count, readHeading, HEADING_WANTED)
  if (!heading.ok) return heading
  if (body.heading_tolerances && !body.headings) return fail({ kind: 'trace-headings-missing' })
  const tolerance = readValues(
    'heading_tolerances',
    body.heading_tolerances,
    field,
    count,
    readTolerance,
    TOLERANCE_WANTED,
  )
  if (!tolerance.ok) return tolerance
  const track: Track = {
    count,
    latitude,
    longitude,
    seconds: seconds.value,
    accuracy: accuracy.value && Float32Array.from(accuracy.value),
    heading: heading.value && Float32Array.from(heading.value),
    headingTolerance: tolerance.value && Float32Array.from(tolerance.value),
  }
  return ok({ kind: 'track', field, track, notes: traceTimes.listNotes() })
}

/** Returns the failure for a trace with too few or too many points. */
export function findSizeFailure(field: string, pointCount: number): AnyFailure | undefined {
  if (pointCount < MIN_POINTS) return { kind: 'trace-too-short', field, given: pointCount }
  return pointCount > MAX_POINTS ? { kind: 'trace-too-long', field, given: pointCount } : undefined
}

/**
 * Returns the point in the middle of the trace, which is on the map of the trace even if the first or last points are
 * not. For GPX, returns the first point, because the whole document would have to be parsed to find the middle.
 */
export function findMiddlePoint(body: MatchFields): readonly (readonly [number, number])[] | undefined {
  if (body.gpx !== undefined) {
    const [point = ''] = /<(?:\w+:)?(?:trkpt|rtept)\b[^>]*>/.exec(body.gpx) ?? []
    const [, latitude] = /\blat\s*=\s*["']([^"']*)["']/.exec(point) ?? []
    const [, longitude] = /\blon\s*=\s*["']([^"']*)["']/.exec(point) ?? []
    return latitude === undefined || longitude === undefined ? undefined : [[Number(latitude), Number(longitude)]]
  }
  const field = traceFields.find((name) => body[name] !== undefined)
  const coordinates = field && readCoordinates(field, body)
  if (!coordinates?.ok) return undefined
  const { latitude, longitude } = coordinates.value
  const middle = latitude.length >> 1
  return [[latitude[middle] ?? Number.NaN, longitude[middle] ?? Number.NaN]]
}

/** Estimates the number of points for metering, without parsing them. */
export function countPoints({ points, gpx, geojson, polyline, polyline6 }: MatchFields): number {
  if (Array.isArray(points)) return points.length
  if (gpx !== undefined) return countMatches(gpx, /<(?:\w+:)?(?:trkpt|rtept)\b/g)
  const line = polyline ?? polyline6
  // A point consists of two numbers, and only the last character of each number lacks the continuation bit.
  if (line !== undefined) return Math.ceil(countMatches(line, /[?-^]/g) / 2)
  const coordinates = findLineString(geojson)?.coordinates
  return Array.isArray(coordinates) ? coordinates.length : 0
}

function countMatches(text: string, pattern: RegExp): number {
  let count = 0
  while (count <= 2 * MAX_POINTS && pattern.exec(text)) count++
  return count
}

function readCoordinates(field: TraceField, body: MatchFields): Result<Coordinates, AnyFailure> {
  if (field === 'polyline' || field === 'polyline6') return readPolyline(field, body[field] ?? '')
  if (field === 'points') return readPoints(body.points ?? [], 'points', false)
  const line = findLineString(body.geojson)
  const coordinates = line?.coordinates
  if (!line || !Array.isArray(coordinates)) {
    return fail({ kind: 'trace-not-line-string', given: describeGeoJson(body.geojson) })
  }
  const points = readPoints(coordinates, line.field, true)
  return points.ok ? ok({ ...points.value, ...(line.times && { times: line.times }) }) : points
}

function readPolyline(field: 'polyline' | 'polyline6', text: string): Result<Coordinates, AnyFailure> {
  const decimals = field === 'polyline' ? 5 : 6
  const line = parsePolyline(text, decimals)
  if (!line) return fail({ kind: 'trace-polyline-unreadable', field, decimals })
  const failure = findSizeFailure(field, line.latitude.length)
  if (failure) return fail(failure)
  const toDegrees = (values: Int32Array) => Float64Array.from(values, (value) => value / 1e6)
  return ok({ latitude: toDegrees(line.latitude), longitude: toDegrees(line.longitude) })
}

function readPoints(points: readonly unknown[], name: string, isGeoJson: boolean): Result<Coordinates, AnyFailure> {
  const failure = findSizeFailure(name, points.length)
  if (failure) return fail(failure)
  const latitudes = new Float64Array(points.length)
  const longitudes = new Float64Array(points.length)
  for (const [index, value] of points.entries()) {
    // A GeoJSON position may have two more values, the first of which is an altitude.
    const isPoint = Array.isArray(value) && value.length >= 2 && value.length <= (isGeoJson ? 4 : 2)
    const [first, second] = isPoint ? (value as unknown[]) : []
    const field = `${name}[${index}]`
    if (typeof first !== 'number' || typeof second !== 'number') {
      const order = isGeoJson ? 'longitude, latitude' : 'latitude, longitude'
      return fail({ kind: 'trace-point-unreadable', field, given: formatValue(value), order })
    }
    const [latitude, longitude] = isGeoJson ? [second, first] : [first, second]
    if (!isValidPosition(latitude, longitude)) {
      const point = readPoint(field, [latitude, longitude])
      if (!point.ok) return point
    }
    latitudes[index] = latitude
    longitudes[index] = longitude
  }
  return ok({ latitude: latitudes, longitude: longitudes })
}

interface LineString {
  readonly field: string
  readonly coordinates: unknown
  /** Non-standard list of times that some GPX converters add. */
  readonly times: readonly unknown[] | undefined
}

function findLineString(geojson: object | undefined): LineString | undefined {
  const { type, coordinates, geometry, properties } = (geojson ?? {}) as Readonly<Record<string, unknown>>
  if (type === 'LineString') return { field: 'geojson.coordinates', coordinates, times: undefined }
  const line = geometry as Readonly<Record<string, unknown>> | null | undefined
  if (type !== 'Feature' || typeof line !== 'object' || line?.type !== 'LineString') return undefined
  const { coordTimes, coordinateProperties } = (properties ?? {}) as Readonly<Record<string, unknown>>
  const times = coordTimes ?? (coordinateProperties as { times?: unknown } | undefined)?.times
  const field = 'geojson.geometry.coordinates'
  return { field, coordinates: line.coordinates, times: Array.isArray(times) ? times : undefined }
}

function describeGeoJson(geojson: object | undefined): string {
  const { type, geometry } = (geojson ?? {}) as { type?: unknown; geometry?: { type?: unknown } }
  if (typeof type !== 'string') return formatValue(geojson)
  if (type === 'Feature') return `a Feature with ${formatValue(geometry?.type ?? null)}`
  return type === 'LineString' ? 'a LineString without coordinates' : `a ${type.slice(0, 40)}`
}

type ReadValue = (value: unknown, index: number) => number | undefined

const TIME_WANTED = 'a timestamp such as 2026-06-16T08:30:00Z or a number of seconds or milliseconds'
const ACCURACY_WANTED = 'a number of meters from 0 to 10000, or null'
const HEADING_WANTED = 'a number of degrees from 0 to 360, or null'
const TOLERANCE_WANTED = 'a number of degrees from 0 to 180, or null'
const MAX_ACCURACY_METERS = 10_000

function readValues(
  name: string,
  values: readonly unknown[] | undefined,
  points: string,
  count: number,
  read: ReadValue,
  expectedText: string,
): Result<Float64Array | undefined, AnyFailure> {
  if (!values) return ok(undefined)
  if (values.length !== count) {
    return fail({ kind: 'trace-lengths-differ', field: name, given: values.length, points, count })
  }
  const numbers = new Float64Array(count)
  for (const [index, value] of values.entries()) {
    const number = read(value, index)
    if (number === undefined) {
      const field = `${name}[${index}]`
      return fail({ kind: 'trace-value-unreadable', field, given: formatValue(value), wanted: expectedText })
    }
    numbers[index] = number
  }
  return ok(numbers)
}

/** Reads a time of a GPX converter, which may also be a number. */
function readGpxSeconds(value: unknown): number | undefined {
  if (typeof value === 'number') return readEpochSeconds(value)
  if (typeof value !== 'string') return undefined
  const ms = parseTraceTime(value)
  return Number.isFinite(ms) ? ms / 1000 : undefined
}

function readAccuracy(value: unknown): number | undefined {
  if (value === null) return Number.NaN
  return typeof value === 'number' && value >= 0 && value <= MAX_ACCURACY_METERS ? value : undefined
}

function readTolerance(value: unknown): number | undefined {
  if (value === null) return Number.NaN
  return typeof value === 'number' && value >= 0 && value <= 180 ? value : undefined
}

function readHeading(value: unknown): number | undefined {
  if (value === null) return Number.NaN
  return typeof value === 'number' && value >= 0 && value <= 360 ? value : undefined
}

const MAX_SHOWN_LENGTH = 60

/** Formats a value for a message, truncated because the value may be long. */
function formatValue(value: unknown): string {
  try {
    const json = JSON.stringify(value) ?? String(value)
    return json.length > MAX_SHOWN_LENGTH ? `${json.slice(0, MAX_SHOWN_LENGTH - 1)}…` : json
  } catch {
    return 'something nested too deeply'
  }
}
