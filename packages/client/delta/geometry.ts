import { type Coordinates, encodePolyline, type PolylinePrecision, type Position, parsePolyline } from '@fairway/geo'

/** Encoding of a route's line. */
export type GeometryFormat = 'points' | 'polyline' | 'polyline6' | 'geojson'

export interface GeoJsonLine {
  readonly type: 'LineString'
  /** Positions as [longitude, latitude], as in GeoJSON. */
  readonly coordinates: readonly (readonly number[])[]
}

/** A line in any format. Points are `[latitude, longitude]`. */
export type Geometry = readonly Position[] | string | GeoJsonLine

/** Reads a line in microdegrees. Returns undefined if the geometry is not a line in the given format. */
export function readGeometry(geometry: Geometry, format: GeometryFormat): Coordinates | undefined {
  if (format === 'polyline' || format === 'polyline6') {
    return typeof geometry === 'string' ? parsePolyline(geometry, precisionOf(format)) : undefined
  }
  if (typeof geometry === 'string') return undefined
  const points = format === 'points' ? geometry : (geometry as GeoJsonLine).coordinates
  if (!Array.isArray(points)) return undefined
  const [first, second] = format === 'points' ? [0, 1] : [1, 0]
  return {
    latitude: Int32Array.from(points, (point: readonly number[]) => Math.round(point[first] * 1e6)),
    longitude: Int32Array.from(points, (point: readonly number[]) => Math.round(point[second] * 1e6)),
  }
}

export function writeGeometry(line: Coordinates, format: GeometryFormat): Geometry {
  const points = Array.from(line.latitude, (latitude, i): Position => [latitude / 1e6, line.longitude[i] / 1e6])
  if (format === 'points') return points
  if (format === 'geojson') return { type: 'LineString', coordinates: points.map(([lat, lon]) => [lon, lat]) }
  return encodePolyline(points, precisionOf(format))
}

/** Returns the line after encoding and decoding. Polylines with five decimals are rounded. */
export function roundToFormat(line: Coordinates, format: GeometryFormat): Coordinates {
  if (format !== 'polyline') return line
  return { latitude: line.latitude.map(roundToTens), longitude: line.longitude.map(roundToTens) }
}

/** Rounds half away from zero, like common polyline encoders. */
function roundToTens(microdegrees: number): number {
  return Math.trunc((microdegrees + (microdegrees < 0 ? -5 : 5)) / 10) * 10
}

function precisionOf(format: 'polyline' | 'polyline6'): PolylinePrecision {
  return format === 'polyline' ? 5 : 6
}
