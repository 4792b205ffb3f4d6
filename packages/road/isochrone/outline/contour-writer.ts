import { asciiLiteral } from '../../json/ascii.ts'
import type { JsonWriter } from '../../json/json-writer.ts'
import type { RoadMap } from '../../map.ts'
import { PieceShape } from '../piece-shape.ts'
import type { Pieces } from '../pieces.ts'
import type { Polygon } from './polygons.ts'

const keys = {
  openList: asciiLiteral('['),
  closeList: asciiLiteral(']'),
  comma: asciiLiteral(','),
}

/** Writes the coordinates of a GeoJSON MultiPolygon. */
export function writePolygons(json: JsonWriter, polygons: readonly Polygon[]): void {
  writeList(json, polygons, (polygon) =>
    writeList(json, polygon, ({ latitude, longitude }) => json.points(longitude, latitude)),
  )
}

/** Writes all rings as the coordinates of a GeoJSON MultiLineString. */
export function writeRings(json: JsonWriter, polygons: readonly Polygon[]): void {
  writeList(json, polygons.flat(), ({ latitude, longitude }) => json.points(longitude, latitude))
}

/** Writes the pieces of one contour as the coordinates of a GeoJSON MultiLineString. */
export function writePieces(json: JsonWriter, { network }: RoadMap, pieces: Pieces, indexes: readonly number[]): void {
  const shape = new PieceShape(network.edges)
  writeList(json, indexes, (index) => {
    shape.set(pieces.edge[index], pieces.from[index], pieces.to[index])
    // A line needs two points.
    if (shape.count < 2) shape.repeatLast()
    json.points(shape.longitude, shape.latitude, 0, shape.count)
  })
}

/**
 * Writes the costs `[[costAtFirstPoint,costAtLastPoint],…]` of the same pieces. Each cost is multiplied by `factor` and
 * has three decimals.
 */
export function writePieceCosts(json: JsonWriter, pieces: Pieces, indexes: readonly number[], factor: number): void {
  writeList(json, indexes, (index) => {
    json.literal(keys.openList).fixed(Math.round(Math.max(0, pieces.fromCost[index]) * factor * 1000), 3)
    json
      .literal(keys.comma)
      .fixed(Math.round(Math.max(0, pieces.toCost[index]) * factor * 1000), 3)
      .literal(keys.closeList)
  })
}

function writeList<T>(json: JsonWriter, items: readonly T[], write: (item: T) => void): void {
  json.literal(keys.openList)
  items.forEach((item, index) => {
    if (index > 0) json.literal(keys.comma)
    write(item)
  })
  json.literal(keys.closeList)
}
