import type { GeoJsonLine } from '../delta/geometry.ts'
import { type RouteWithGeometry, toRouteLine } from './line-of.ts'
import type { GeoJsonLines } from './line-type.ts'

export interface RouteFeature {
  readonly type: 'Feature'
  readonly geometry: GeoJsonLine | GeoJsonLines
  readonly properties: Readonly<Record<string, string | number>>
}

/** Properties that other programs can use without knowing this service. */
const COPIED_PROPERTIES = ['id', 'mode', 'distance_km', 'eta_min', 'free_flow_min', 'depart_at', 'arrive_at'] as const

/** Converts a route to GeoJSON (RFC 7946). Longitude is first, and the line is split where it crosses 180°. */
export function toGeoJson(route: RouteWithGeometry): RouteFeature {
  const { points, elevations } = toRouteLine(route)
  const lineParts = splitAtDateLine(
    points.map(([latitude, longitude], index) => {
      const elevation = elevations[index]
      return [wrapLongitude(longitude), latitude, ...(elevation === undefined ? [] : [elevation])]
    }),
  )
  const [onlyLine = []] = lineParts
  return {
    type: 'Feature',
    geometry:
      lineParts.length === 1
        ? { type: 'LineString', coordinates: onlyLine }
        : { type: 'MultiLineString', coordinates: lineParts },
    properties: toProperties(route),
  }
}

function toProperties(route: RouteWithGeometry): Record<string, string | number> {
  const fields = route as object as Readonly<Record<string, unknown>>
  const copiedProperties = COPIED_PROPERTIES.flatMap((name) => {
    const value = fields[name]
    return typeof value === 'string' || typeof value === 'number' ? [[name, value] as const] : []
  })
  const { attribution } = (fields.data ?? {}) as { readonly attribution?: string }
  return { ...Object.fromEntries(copiedProperties), ...(attribution === undefined ? {} : { attribution }) }
}

/** Normalizes a longitude, because the longitudes of sea routes may continue past 180°. */
export function wrapLongitude(longitude: number): number {
  if (longitude > 180) return longitude - 360
  return longitude < -180 ? longitude + 360 : longitude
}

/**
 * Splits a line at the antimeridian. Both pieces include the point on the antimeridian. Positions are [longitude,
 * latitude, elevation?].
 */
function splitAtDateLine(positions: readonly number[][]): number[][][] {
  const lineParts: number[][][] = [[]]
  positions.forEach((position, positionIndex) => {
    const previous = positionIndex > 0 ? positions[positionIndex - 1] : position
    const longitudeJump = position[0] - previous[0]
    if (Math.abs(longitudeJump) > 180) {
      const sideLongitude = longitudeJump < 0 ? 180 : -180
      const gapDegrees = 360 - Math.abs(longitudeJump)
      const fraction = gapDegrees === 0 ? 0 : Math.abs(sideLongitude - previous[0]) / gapDegrees
      const crossingValues = previous.slice(1).map((value, index) => value + fraction * (position[index + 1] - value))
      appendPosition(lineParts, [sideLongitude, ...crossingValues])
      lineParts.push([[-sideLongitude, ...crossingValues]])
    }
    appendPosition(lineParts, position)
  })
  // A line that only touches the antimeridian would leave a piece with a single point.
  const lines = lineParts.filter((part) => part.length > 1)
  return lines.length > 0 ? lines : [[...positions, ...positions].slice(0, 2)]
}

/** Appends a position. The service has already split some lines, so their antimeridian point is not added twice. */
function appendPosition(lineParts: number[][][], position: number[]): void {
  const lastPart = lineParts[lineParts.length - 1]
  const last = lastPart.at(-1)
  if (last?.[0] !== position[0] || last[1] !== position[1] || Math.abs(position[0]) !== 180) lastPart.push(position)
}
