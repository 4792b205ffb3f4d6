import {
  BoxClipper,
  BUFFERED_TILE_BOX,
  computePointWeights,
  GeometryEncoder,
  GeometryType,
  LatitudeSeries,
  Paths,
  TILE_EXTENT,
  type TileId,
  type TileLayer,
  toLatitude,
  toWorldX,
} from '@fairway/geo'
import type { RoadNetwork } from '@fairway/road'
import { OVERVIEW_TOLERANCE, OVERVIEW_UNITS, type RoadOverview } from './road-overview.ts'

/** Simplification tolerance for single edges, in tile units. */
const EDGE_TOLERANCE = 1

/** Draws lines into tiles. Each thread needs a separate instance, because an instance reuses its buffers. */
export class LineDrawer {
  private readonly line = new Paths()
  private readonly simplifiedLine = new Paths()
  private readonly clipper = new BoxClipper()
  private readonly encoder = new GeometryEncoder()
  private readonly latitudes = new LatitudeSeries()
  private scale = 1
  private west = 0
  private north = 0

  beginTile({ z, x, y }: TileId): void {
    this.scale = TILE_EXTENT * 2 ** z
    this.west = x * TILE_EXTENT
    this.north = y * TILE_EXTENT
    this.latitudes.setCenter(toLatitude((y + 0.5) / 2 ** z))
  }

  /** Draws an edge in its direction or against it. */
  drawEdge(layer: TileLayer, tags: Uint8Array, network: RoadNetwork, edge: number, isBackwards: boolean): void {
    const isInside = this.readEdge(network, edge, isBackwards)
    const { line, encoder } = this
    if (!isInside) {
      line.endPath(0, 2)
      return this.drawLine(layer, tags, EDGE_TOLERANCE)
    }
    // Most edges are inside the tile, where nothing is clipped or drawn twice.
    encoder.beginFeature()
    for (let i = 0; i < line.length; i++)
      if (line.weight[i] > EDGE_TOLERANCE * EDGE_TOLERANCE) encoder.addPoint(line.x[i], line.y[i])
    if (encoder.endLine()) layer.add(GeometryType.line, encoder, tags)
  }

  /** Reads the points of an edge in tile units. Returns whether all of them are in the tile and in this world. */
  private readEdge({ edges }: RoadNetwork, edge: number, isBackwards: boolean): boolean {
    const { shapeFirst, shapeLatitude, shapeLongitude } = edges
    const { line, latitudes, scale, west, north } = this
    const { west: minX, north: minY, east: maxX, south: maxY } = BUFFERED_TILE_BOX
    const count = shapeFirst[edge + 1] - shapeFirst[edge]
    const pointStep = isBackwards ? -1 : 1
    let isInside = true
    line.clear()
    let pointIndex = isBackwards ? shapeFirst[edge + 1] - 1 : shapeFirst[edge]
    for (let i = 0; i < count; i++, pointIndex += pointStep) {
      const wrappedX = toWorldX(shapeLongitude[pointIndex]) * scale - west
      const x = i === 0 ? wrappedX : unwrapX(wrappedX, line.x[i - 1], scale)
      const y = latitudes.toWorldY(shapeLatitude[pointIndex]) * scale - north
      if (x < minX || x > maxX || y < minY || y > maxY || x < -west || x > scale - west) isInside = false
      line.add(x, y, 0)
    }
    computePointWeights(line.x, line.y, line.weight, 0, count - 1)
    return isInside
  }

  drawOverview(layer: TileLayer, tags: Uint8Array, { x, y, weight, end }: RoadOverview, index: number): void {
    const { line, scale } = this
    const unitScale = scale / OVERVIEW_UNITS
    const minWeight = (OVERVIEW_TOLERANCE / scale) ** 2
    line.clear()
    for (let pointIndex = index === 0 ? 0 : end[index - 1]; pointIndex < end[index]; pointIndex++) {
      if (weight[pointIndex] > minWeight)
        line.add(
          x[pointIndex] * unitScale - this.west,
          y[pointIndex] * unitScale - this.north,
          Number.POSITIVE_INFINITY,
        )
    }
    line.endPath(0, 2)
    this.drawLine(layer, tags, 0)
  }

  /** Draws the line. If the line crosses the antimeridian, draws it a second time on the other side of the map. */
  private drawLine(layer: TileLayer, tags: Uint8Array, tolerance: number): void {
    const { line, simplifiedLine: simplified, scale } = this
    const minWeight = tolerance * tolerance
    simplified.clear()
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let i = 0; i < line.length; i++) {
      if (line.weight[i] <= minWeight) continue
      simplified.add(line.x[i], line.y[i], 0)
      if (line.x[i] < low) low = line.x[i]
      if (line.x[i] > high) high = line.x[i]
    }
    simplified.endPath(0, 2)
    this.drawSimplifiedLine(layer, tags)
    const [left, right] = [-this.west, scale - this.west]
    const shift = low < left ? scale : high > right ? -scale : 0
    if (shift === 0) return
    for (let i = 0; i < simplified.length; i++) simplified.x[i] += shift
    this.drawSimplifiedLine(layer, tags)
  }

  private drawSimplifiedLine(layer: TileLayer, tags: Uint8Array): void {
    const { x, y, endOffsets, count } = isWithinTile(this.simplifiedLine)
      ? this.simplifiedLine
      : this.clipper.clip(this.simplifiedLine, 'lines', BUFFERED_TILE_BOX)
    for (let lineIndex = 0, pointIndex = 0; lineIndex < count; lineIndex++) {
      this.encoder.beginFeature()
      for (; pointIndex < endOffsets[lineIndex]; pointIndex++) this.encoder.addPoint(x[pointIndex], y[pointIndex])
      if (this.encoder.endLine()) layer.add(GeometryType.line, this.encoder, tags)
    }
  }
}

function unwrapX(x: number, previousX: number, round: number): number {
  const gap = x - previousX
  return gap > round / 2 ? x - round : gap < -round / 2 ? x + round : x
}

function isWithinTile({ x, y, length }: Paths): boolean {
  for (let i = 0; i < length; i++) {
    if (
      x[i] < BUFFERED_TILE_BOX.west ||
      x[i] > BUFFERED_TILE_BOX.east ||
      y[i] < BUFFERED_TILE_BOX.north ||
      y[i] > BUFFERED_TILE_BOX.south
    )
      return false
  }
  return true
}
