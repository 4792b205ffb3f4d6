import { encodePolyline, initialBearing, type Position, wrapLongitude } from '@fairway/geo'
import { splitAtAntimeridian, wrapLine } from '@fairway/sea'
import type { GeometryFormat } from '../road/route/api/schemas.ts'

export interface LineStyle {
  readonly geometry: GeometryFormat
  readonly unwrap: boolean
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
const toPoint = ([latitude, longitude]: Position): [number, number] => [round(latitude), round(longitude)]
const turned = ([latitude, longitude]: Position): [number, number] => [round(longitude), round(latitude)]

/** Writes a line with continuous longitudes in the requested format. */
export function writeLine(line: readonly Position[], { geometry, unwrap }: LineStyle): unknown {
  if (geometry === 'none') return null
  if (geometry === 'geojson') return unwrap ? lineString(line.map(turned)) : writeGeoJson(line)
  const shown = unwrap ? line : wrapLine(line)
  if (geometry === 'points') return shown.map(toPoint)
  return encodePolyline(shown.map(toPoint), geometry === 'polyline' ? 5 : 6)
}

function writeGeoJson(line: readonly Position[]) {
  const pieces = splitAtAntimeridian(line).map((piece) => piece.map(([x, y]) => [round(x), round(y)]))
  const [only] = pieces
  if (only && pieces.length === 1) return lineString(only)
  // A voyage of zero length has no segment of two points.
  if (!only) return lineString(wrapLine([...line, ...line].slice(0, 2)).map(turned))
  return { type: 'MultiLineString', coordinates: pieces }
}

function lineString(coordinates: readonly (readonly number[])[]) {
  return { type: 'LineString', coordinates }
}

/** [south, west, north, east]; west is greater than east across the antimeridian. */
export function boxOf(line: readonly Position[]): [number, number, number, number] {
  let [south, west] = line[0] ?? [0, 0]
  let [north, east] = [south, west]
  for (const [latitude, longitude] of line) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  if (east - west >= 360) return [round(south), -180, round(north), 180]
  return [round(south), round(wrapLongitude(west)), round(north), round(wrapLongitude(east))]
}

/** Initial great-circle bearing from one position to another in degrees, 0 to 359. */
export function bearing([latA, lonA]: Position, [latB, lonB]: Position): number {
  return (Math.round(initialBearing(latA, lonA, latB, lonB)) + 360) % 360
}
