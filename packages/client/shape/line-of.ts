import { parsePolylinePoints } from '@fairway/geo'
import type { Point } from '../api-types.ts'

/**
 * Part of a route that is needed to read its line. All responses of route operations and their alternatives have these
 * fields.
 */
export interface RouteWithGeometry {
  /** Line in any format that the `geometry` of a request can select. */
  readonly geometry: unknown
  /** Bounding box as [south, west, north, east]. */
  readonly bbox: readonly [number, number, number, number]
  readonly altitudes_m?: readonly number[] | undefined
  readonly altitudes_are?: string | undefined
}

/** Points with their elevation above sea level, where it is known. */
export interface RouteLine {
  readonly points: readonly Point[]
  readonly elevations: readonly (number | undefined)[]
}

/** Half a unit of the last polyline decimal, plus a margin. */
const BBOX_TOLERANCE_DEGREES = 1e-5

/** Returns the points of a route in any geometry format. */
export function pointsOf(route: RouteWithGeometry): readonly Point[] {
  return toRouteLine(route).points
}

export function toRouteLine({ geometry, bbox, altitudes_m = [], altitudes_are }: RouteWithGeometry): RouteLine {
  const isAboveSea = altitudes_are === 'above_sea'
  if (isGeoJson(geometry)) {
    const positions = listPositions(geometry)
    return {
      points: positions.map(([longitude, latitude]) => [latitude, longitude]),
      elevations: positions.map(([, , altitude]) => (isAboveSea ? altitude : undefined)),
    }
  }
  const points = typeof geometry === 'string' ? decodeWithin(geometry, bbox) : (geometry as readonly Point[] | null)
  if (!points) throw new TypeError("this route has no line; request it without geometry: 'none'")
  return { points, elevations: points.map((_, index) => (isAboveSea ? altitudes_m[index] : undefined)) }
}

interface GeoJson {
  readonly type: string
  readonly coordinates: readonly unknown[]
}

function isGeoJson(geometry: unknown): geometry is GeoJson {
  return typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry
}

function listPositions({ type, coordinates }: GeoJson): readonly (readonly [number, number, number?])[] {
  return (type === 'MultiLineString' ? coordinates.flat() : coordinates) as readonly [number, number, number?][]
}

/** Decodes a polyline. A polyline does not include its precision, so the bounding box determines it. */
function decodeWithin(text: string, bbox: RouteWithGeometry['bbox']): readonly Point[] {
  for (const precision of [5, 6] as const) {
    const points = parsePolylinePoints(text, precision)
    if (points?.every((point) => isInBox(point, bbox))) return points
  }
  throw new RangeError(
    'the geometry is not a polyline with a precision of 5 or 6 decimals that lies within the bbox of the route',
  )
}

function isInBox([latitude, longitude]: Point, [south, west, north, east]: RouteWithGeometry['bbox']): boolean {
  if (latitude < south - BBOX_TOLERANCE_DEGREES || latitude > north + BBOX_TOLERANCE_DEGREES) return false
  const [isEastOfWest, isWestOfEast] = [
    longitude >= west - BBOX_TOLERANCE_DEGREES,
    longitude <= east + BBOX_TOLERANCE_DEGREES,
  ]
  // If the box crosses the antimeridian, west is the larger number.
  return west <= east ? isEastOfWest && isWestOfEast : isEastOfWest || isWestOfEast
}
