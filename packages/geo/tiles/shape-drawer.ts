import type { Position } from '../earth.ts'
import { BoxClipper } from './clip.ts'
import { GeometryEncoder } from './geometry-encoder.ts'
import { BUFFERED_TILE_BOX, TILE_EXTENT, type TileId, toWorldX, toWorldY } from './mercator.ts'
import { Paths } from './paths.ts'
import { drawRings } from './ring-drawer.ts'
import { GeometryType, type TileLayer } from './tile-writer.ts'

const MICRODEGREES_PER_DEGREE = 1e6
const WORLD_SHIFTS = [-1, 0, 1]

/**
 * Draws shapes with few points into tiles, including shapes that cross the antimeridian. Each thread needs a separate
 * instance, because an instance reuses its buffers.
 */
export class ShapeDrawer {
  private readonly paths = new Paths()
  private readonly clipper = new BoxClipper()
  private readonly encoder = new GeometryEncoder()
  private scale = 1
  private west = 0
  private north = 0

  beginTile({ z, x, y }: TileId): void {
    this.scale = TILE_EXTENT * 2 ** z
    this.west = x * TILE_EXTENT
    this.north = y * TILE_EXTENT
  }

  /** Draws a point and returns whether it is in the tile. The adjacent tile draws labels beyond the border. */
  drawPoint(layer: TileLayer, tags: Uint8Array, [latitude, longitude]: Position): boolean {
    const x = toWorldX(longitude * MICRODEGREES_PER_DEGREE) * this.scale - this.west
    const y = toWorldY(latitude * MICRODEGREES_PER_DEGREE) * this.scale - this.north
    if (x < 0 || x >= TILE_EXTENT || y < 0 || y >= TILE_EXTENT) return false
    this.encoder.beginFeature()
    this.encoder.writePoint(x, y)
    layer.add(GeometryType.point, this.encoder, tags)
    return true
  }

  drawLine(layer: TileLayer, tags: Uint8Array, line: readonly Position[]): void {
    for (const shift of WORLD_SHIFTS) {
      this.paths.clear()
      this.addPath(line, shift, false)
      const { x, y, endOffsets, count } = this.clipper.clip(this.paths, 'lines', BUFFERED_TILE_BOX)
      for (let pathIndex = 0, pointIndex = 0; pathIndex < count; pathIndex++) {
        this.encoder.beginFeature()
        for (; pointIndex < endOffsets[pathIndex]; pointIndex++) this.encoder.addPoint(x[pointIndex], y[pointIndex])
        if (this.encoder.endLine()) layer.add(GeometryType.line, this.encoder, tags)
      }
    }
  }

  /** Draws a polygon. The first ring is the outer ring, and the others are its holes. */
  drawPolygon(layer: TileLayer, tags: Uint8Array, rings: readonly (readonly Position[])[]): void {
    for (const shift of WORLD_SHIFTS) {
      this.paths.clear()
      for (const ring of rings) this.addPath(ring, shift, true)
      const clippedRings = this.clipper.clip(this.paths, 'rings', BUFFERED_TILE_BOX)
      this.encoder.beginFeature()
      drawRings(this.encoder, clippedRings, { scale: 1, west: 0, north: 0, minWeight: -1, minArea: 0 })
      if (!this.encoder.isEmpty) layer.add(GeometryType.polygon, this.encoder, tags)
    }
  }

  /** Adds a path with each point on the same side of the antimeridian as the previous point. */
  private addPath(points: readonly Position[], shift: number, isRing: boolean): void {
    const { paths, scale } = this
    const start = paths.length
    const pathNumber = paths.count
    for (const [latitude, longitude] of points) {
      const x = toWorldX(longitude * MICRODEGREES_PER_DEGREE) + shift
      const previousX = paths.length > start ? (paths.x[paths.length - 1] + this.west) / scale : x
      const unwrappedX = x - previousX > 0.5 ? x - 1 : x - previousX < -0.5 ? x + 1 : x
      paths.add(unwrappedX * scale - this.west, toWorldY(latitude * MICRODEGREES_PER_DEGREE) * scale - this.north, 0)
    }
    if (isRing && paths.length > start) paths.add(paths.x[start], paths.y[start], 0)
    paths.endPath(pathNumber, isRing ? 4 : 2)
  }
}
