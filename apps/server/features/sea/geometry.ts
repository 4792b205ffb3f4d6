import { encodePolyline, initialBearing, type Position, wrapLongitude } from '@fairway/geo'
import { splitAtAntimeridian, wrapLine } from '@fairway/sea'
import type { GeometryFormat } from '../road/route/api/schemas.ts'

export interface LineStyle {
  readonly geometry: GeometryFormat
  readonly unwrap: boolean
}

const roundDegrees = (degrees: number) => Math.round(degrees * 1e6) / 1e6
const toPoint = ([latitude, longitude]: Position): [number, number] => [roundDegrees(latitude), roundDegrees(longitude)]
const toLongitudeLatitude = ([latitude, longitude]: Position): [number, number] => [
  roundDegrees(longitude),
  roundDegrees(latitude),
]

/** Writes a line with continuous longitudes in the requested format. */
export function toGeometry(line: readonly Position[], { geometry, unwrap }: LineStyle): unknown {
  if (geometry === 'none') return null
  if (geometry === 'geojson') return unwrap ? toLineString(line.map(toLongitudeLatitude)) : toGeoJson(line)
  const shownLine = unwrap ? line : wrapLine(line)
  if (geometry === 'points') return shownLine.map(toPoint)
  return encodePolyline(shownLine.map(toPoint), geometry === 'polyline' ? 5 : 6)
}

function toGeoJson(line: readonly Position[]) {
  const parts = splitAtAntimeridian(line).map((part) => part.map(([x, y]) => [roundDegrees(x), roundDegrees(y)]))
  const [onlyPart] = parts
  if (onlyPart && parts.length === 1) return toLineString(onlyPart)
  // A voyage of zero length has no segment of two points.
  if (!onlyPart) return toLineString(wrapLine([...line, ...line].slice(0, 2)).map(toLongitudeLatitude))
  return { type: 'MultiLineString', coordinates: parts }
}

function toLineString(coordinates: readonly (readonly number[])[]) {
  return { type: 'LineString', coordinates }
}

/** Returns [south, west, north, east]. Across the antimeridian, west is greater than east. */
export function toBoundingBox(line: readonly Position[]): [number, number, number, number] {
  let [south, west] = line[0] ?? [0, 0]
  let [north, east] = [south, west]
  for (const [latitude, longitude] of line) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  if (east - west >= 360) return [roundDegrees(south), -180, roundDegrees(north), 180]
  return [
    roundDegrees(south),
    roundDegrees(wrapLongitude(west)),
    roundDegrees(north),
    roundDegrees(wrapLongitude(east)),
  ]
}

/** Returns the initial great-circle bearing from one position to another in degrees, from 0 to 359. */
export function getBearing([latA, lonA]: Position, [latB, lonB]: Position): number {
  return (Math.round(initialBearing(latA, lonA, latB, lonB)) + 360) % 360
}
