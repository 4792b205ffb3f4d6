import type { Position } from '../earth.ts'
import { BoxClipper } from './clip.ts'
import { GeometryPen } from './geometry-pen.ts'
import { BUFFER, EXTENT, type TileAddress, worldX, worldY } from './mercator.ts'
import { Paths } from './paths.ts'
import { drawRings } from './ring-drawer.ts'
import { GeometryType, type TileLayer } from './tile-writer.ts'

const BOX = { west: -BUFFER, north: -BUFFER, east: EXTENT + BUFFER, south: EXTENT + BUFFER }
const MICRO = 1e6
const SHIFTS = [-1, 0, 1]

/**
 * Draws shapes with few points into tiles, also across the antimeridian. Reuses its memory, so each thread needs its
 * own instance.
 */
export class ShapeDrawer {
  private readonly paths = new Paths()
  private readonly clipper = new BoxClipper()
  private readonly pen = new GeometryPen()
  private scale = 1
  private west = 0
  private north = 0

  begin({ z, x, y }: TileAddress): void {
    this.scale = EXTENT * 2 ** z
    this.west = x * EXTENT
    this.north = y * EXTENT
  }

  /** Returns whether anything was drawn. Labels beyond the border belong to the next tile. */
  drawPoint(layer: TileLayer, tags: Uint8Array, [latitude, longitude]: Position): boolean {
    const x = worldX(longitude * MICRO) * this.scale - this.west
    const y = worldY(latitude * MICRO) * this.scale - this.north
    if (x < 0 || x >= EXTENT || y < 0 || y >= EXTENT) return false
    this.pen.begin()
    this.pen.point(x, y)
    layer.add(GeometryType.point, this.pen.bytes(), tags)
    return true
  }

  drawLine(layer: TileLayer, tags: Uint8Array, line: readonly Position[]): void {
    for (const shift of SHIFTS) {
      this.paths.clear()
      this.addPath(line, shift, false)
      const { x, y, ends, count } = this.clipper.clip(this.paths, 'lines', BOX)
      for (let part = 0, at = 0; part < count; part++) {
        this.pen.begin()
        for (; at < ends[part]; at++) this.pen.to(x[at], y[at])
        if (this.pen.line()) layer.add(GeometryType.line, this.pen.bytes(), tags)
      }
    }
  }

  /** The first ring is the outer one; the others are its holes. */
  drawPolygon(layer: TileLayer, tags: Uint8Array, rings: readonly (readonly Position[])[]): void {
    for (const shift of SHIFTS) {
      this.paths.clear()
      for (const ring of rings) this.addPath(ring, shift, true)
      const cut = this.clipper.clip(this.paths, 'rings', BOX)
      this.pen.begin()
      drawRings(this.pen, cut, { scale: 1, west: 0, north: 0, leastWeight: -1, leastArea: 0 })
      if (!this.pen.isEmpty) layer.add(GeometryType.polygon, this.pen.bytes(), tags)
    }
  }

  /** Places each point on the same side of the antimeridian as the previous one. */
  private addPath(points: readonly Position[], shift: number, isRing: boolean): void {
    const { paths, scale } = this
    const start = paths.length
    const number = paths.count
    for (const [latitude, longitude] of points) {
      const x = worldX(longitude * MICRO) + shift
      const before = paths.length > start ? (paths.x[paths.length - 1] + this.west) / scale : x
      const near = x - before > 0.5 ? x - 1 : x - before < -0.5 ? x + 1 : x
      paths.add(near * scale - this.west, worldY(latitude * MICRO) * scale - this.north, 0)
    }
    if (isRing && paths.length > start) paths.add(paths.x[start], paths.y[start], 0)
    paths.end(number, isRing ? 4 : 2)
  }
}
