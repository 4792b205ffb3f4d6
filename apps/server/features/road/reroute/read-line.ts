import type { GeometryFormat } from '@fairway/client'
import { type Coordinates, type PolylinePrecision, parsePolyline } from '@fairway/geo'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { RoutingFailure } from '../route/api/failures.ts'
import { readPoint } from '../route/points.ts'
import type { ReroutingFailure } from './failures.ts'
import { MAX_LINE_POINTS, MIN_LINE_POINTS } from './limits.ts'

/** Parsed line of the caller, with its format. */
export interface ParsedLine {
  readonly line: Coordinates
  readonly format: GeometryFormat
}

type LineResult = Result<ParsedLine, RoutingFailure | ReroutingFailure>

/** Parses a line. Without an explicit format, the format is detected from the line. */
export function readLine(
  geometry: string | readonly unknown[] | object,
  format: GeometryFormat | undefined,
): LineResult {
  if (typeof geometry === 'string') return readPolyline(geometry, format)
  if (Array.isArray(geometry)) {
    if (format && format !== 'points') return fail({ kind: 'line-not-in-format', format, given: 'a list' })
    return readPoints(geometry, 'points', 'geometry')
  }
  const { type, coordinates } = geometry as { type?: unknown; coordinates?: unknown }
  if (type !== 'LineString') {
    const description = typeof type === 'string' ? `a ${type.slice(0, 40)}` : formatValue(geometry)
    return fail({ kind: 'not-line-string', given: description })
  }
  if (!Array.isArray(coordinates)) return fail({ kind: 'not-line-string', given: 'a LineString without coordinates' })
  if (format && format !== 'geojson') return fail({ kind: 'line-not-in-format', format, given: 'GeoJSON' })
  return readPoints(coordinates, 'geojson', 'geometry.coordinates')
}

/**
 * Decodes a polyline, trying five decimals first. A line with six decimals that is decoded with five nearly always
 * leaves the valid range.
 */
function readPolyline(polyline: string, format: GeometryFormat | undefined): LineResult {
  if (format && format !== 'polyline' && format !== 'polyline6') {
    return fail({ kind: 'line-not-in-format', format, given: 'a string' })
  }
  const precisions: PolylinePrecision[] = format ? [format === 'polyline' ? 5 : 6] : [5, 6]
  for (const precision of precisions) {
    const line = parsePolyline(polyline, precision)
    if (!line) continue
    const count = line.latitude.length
    if (count < MIN_LINE_POINTS) return fail({ kind: 'line-too-short', points: count })
    if (count > MAX_LINE_POINTS) return fail({ kind: 'line-too-long', points: count })
    const nullIslandIndex = line.latitude.findIndex((latitude, i) => latitude === 0 && line.longitude[i] === 0)
    if (nullIslandIndex >= 0) return fail({ kind: 'null-island', field: `geometry[${nullIslandIndex}]` })
    return ok({ line, format: precision === 5 ? 'polyline' : 'polyline6' })
  }
  return fail({ kind: 'polyline-unreadable', decimals: precisions.join(' or ') })
}

function readPoints(points: readonly unknown[], format: 'points' | 'geojson', name: string): LineResult {
  if (points.length < MIN_LINE_POINTS) return fail({ kind: 'line-too-short', points: points.length })
  if (points.length > MAX_LINE_POINTS) return fail({ kind: 'line-too-long', points: points.length })
  const line = { latitude: new Int32Array(points.length), longitude: new Int32Array(points.length) }
  for (let i = 0; i < points.length; i++) {
    const createFailure = addPoint(line, i, points[i], format)
    if (createFailure) return fail(createFailure(`${name}[${i}]`))
  }
  return ok({ line, format })
}

/** Creates a failure for a field. The field name is built only on error, because a line has many points. */
type FailureFactory = (field: string) => RoutingFailure | ReroutingFailure

function addPoint(
  line: Coordinates,
  i: number,
  value: unknown,
  format: 'points' | 'geojson',
): FailureFactory | undefined {
  const isGeoJson = format === 'geojson'
  // The third GeoJSON coordinate is an altitude.
  const maxValues = isGeoJson ? 3 : 2
  const isPoint = Array.isArray(value) && value.length >= 2 && value.length <= maxValues && value.every(isNumber)
  if (!isPoint) {
    const coordinateOrder = isGeoJson ? 'longitude, latitude' : 'latitude, longitude'
    return (field) => ({ kind: 'line-point-unreadable', field, given: formatValue(value), order: coordinateOrder })
  }
  const [latitude, longitude] = (isGeoJson ? [value[1], value[0]] : value) as [number, number]
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) || (latitude === 0 && longitude === 0)) {
    return (field) =>
      isGeoJson ? findGeoJsonFailure(field, latitude, longitude) : findPointFailure(field, [latitude, longitude])
  }
  line.latitude[i] = Math.round(latitude * 1e6)
  line.longitude[i] = Math.round(longitude * 1e6)
  return undefined
}

function findPointFailure(field: string, point: readonly number[]): RoutingFailure {
  const pointResult = readPoint(field, point)
  return pointResult.ok ? { kind: 'null-island', field } : pointResult.failure
}

function findGeoJsonFailure(field: string, latitude: number, longitude: number): RoutingFailure | ReroutingFailure {
  if (!(Math.abs(longitude) <= 180)) {
    return { kind: 'geojson-out-of-range', field: `${field}[0]`, given: longitude, which: 'longitude' }
  }
  if (!(Math.abs(latitude) <= 90)) {
    return { kind: 'geojson-out-of-range', field: `${field}[1]`, given: latitude, which: 'latitude' }
  }
  return { kind: 'null-island', field }
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number'
}

const MAX_SHOWN_LENGTH = 60

/** Formats the start of a value, because the whole value may have a million characters. */
function formatValue(value: unknown): string {
  try {
    const json = JSON.stringify(value) ?? String(value)
    return json.length > MAX_SHOWN_LENGTH ? `${json.slice(0, MAX_SHOWN_LENGTH - 3)}…` : json
  } catch {
    return 'something nested too deeply'
  }
}
