import { asciiLiteral } from '../../json/ascii.ts'
import type { JsonWriter } from '../../json/json-writer.ts'
import type { RoadMap } from '../../map.ts'
import { PieceShape } from '../piece-shape.ts'
import type { Pieces } from '../pieces.ts'
import type { Polygon } from './polygons.ts'

const keys = {
  open: asciiLiteral('['),
  close: asciiLiteral(']'),
  comma: asciiLiteral(','),
}

/** The coordinates of a GeoJSON MultiPolygon. */
export function writePolygons(json: JsonWriter, polygons: readonly Polygon[]): void {
  writeList(json, polygons, (polygon) =>
    writeList(json, polygon, ({ latitude, longitude }) => json.points(longitude, latitude)),
  )
}

/** The coordinates of a GeoJSON MultiLineString: all rings. */
export function writeRings(json: JsonWriter, polygons: readonly Polygon[]): void {
  writeList(json, polygons.flat(), ({ latitude, longitude }) => json.points(longitude, latitude))
}

/** The pieces of one contour as coordinates of a GeoJSON MultiLineString. */
export function writePieces(json: JsonWriter, { network }: RoadMap, pieces: Pieces, indexes: readonly number[]): void {
  const shape = new PieceShape(network.edges)
  writeList(json, indexes, (index) => {
    shape.set(pieces.edge[index], pieces.from[index], pieces.to[index])
    // A line needs two points.
    if (shape.count < 2) shape.repeatLast()
    json.points(shape.longitude, shape.latitude, 0, shape.count)
  })
}

/** `[[costAtFirstPoint,costAtLastPoint],…]` of the same pieces, each multiplied by `factor` and with three decimals. */
export function writePieceCosts(json: JsonWriter, pieces: Pieces, indexes: readonly number[], factor: number): void {
  writeList(json, indexes, (index) => {
    json.literal(keys.open).fixed(Math.round(Math.max(0, pieces.fromCost[index]) * factor * 1000), 3)
    json
      .literal(keys.comma)
      .fixed(Math.round(Math.max(0, pieces.toCost[index]) * factor * 1000), 3)
      .literal(keys.close)
  })
}

function writeList<T>(json: JsonWriter, items: readonly T[], write: (item: T) => void): void {
  json.literal(keys.open)
  items.forEach((item, index) => {
    if (index > 0) json.literal(keys.comma)
    write(item)
  })
  json.literal(keys.close)
}
