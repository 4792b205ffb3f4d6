import {
  BoxClipper,
  drawRing,
  GeometryEncoder,
  GeometryType,
  Paths,
  type RingDrawOptions,
  readRingPaths,
  TILE_BUFFER,
  TILE_EXTENT,
  type TileId,
  type TileLayer,
  tileNumber,
} from '@fairway/geo'
import { getSection, readSections } from '../format/read-sections.ts'
import type { TypedArray } from '../format/typed-array.ts'
import { EMPTY_GEOMETRY, WATER_ZOOM } from './build-water.ts'

/**
 * Draws the water of tiles from the output of buildWater. Each thread needs a separate instance, because an instance
 * reuses its buffers.
 */
export class WaterTiles {
  private readonly tile: Uint32Array
  private readonly first: Uint32Array
  private readonly size: Uint32Array
  private readonly geometry: Uint8Array
  private readonly rings = new Paths()
  private readonly clipper = new BoxClipper()
  private readonly encoder = new GeometryEncoder()
  private readonly maxZoom: number

  constructor(sections: ReadonlyMap<string, TypedArray>, maxZoom = WATER_ZOOM) {
    this.maxZoom = maxZoom
    this.tile = getSection(sections, 'water.tile', Uint32Array)
    this.first = getSection(sections, 'water.first', Uint32Array)
    this.size = getSection(sections, 'water.size', Uint32Array)
    this.geometry = getSection(sections, 'water.geometry', Uint8Array)
  }

  draw(layer: TileLayer, tile: TileId): void {
    const ancestorTile = ancestorOf(tile, this.maxZoom)
    const tileIndex = this.findTile(ancestorTile)
    if (tileIndex < 0) {
      if (this.isInWater(ancestorTile)) this.drawFullWater(layer)
    } else if (this.size[tileIndex] === 0) this.drawFullWater(layer)
    else if (this.size[tileIndex] === EMPTY_GEOMETRY.length) return
    else this.drawStoredTile(layer, tileIndex, ancestorTile, tile)
  }

  /**
   * Returns the shores in a stored tile of the highest zoom level, in tile units and cut at the tile border. The result
   * is valid until the next call.
   */
  readShores(tile: TileId): Paths | undefined {
    const tileIndex = this.findTile(tile)
    if (tileIndex < 0 || this.size[tileIndex] <= EMPTY_GEOMETRY.length) return undefined
    readRingPaths(this.geometry, this.first[tileIndex], this.geometryEnd(tileIndex), this.rings)
    return this.clipper.clip(this.rings, 'rings', { west: 0, north: 0, east: TILE_EXTENT, south: TILE_EXTENT })
  }

  /** Returns whether a point in world coordinates is water. The last ring painted over the point decides. */
  isWater(x: number, y: number): boolean {
    const tiles = 2 ** this.maxZoom
    const tile = { z: this.maxZoom, x: Math.floor(x * tiles), y: Math.floor(y * tiles) }
    const tileIndex = this.findTile(tile)
    if (tileIndex < 0) return this.isInWater(tile)
    if (this.size[tileIndex] <= EMPTY_GEOMETRY.length) return this.size[tileIndex] === 0
    readRingPaths(this.geometry, this.first[tileIndex], this.geometryEnd(tileIndex), this.rings)
    const { rings } = this
    let isWater = false
    for (let ring = 0; ring < rings.count; ring++) {
      if (isInRing(rings, ring, (x * tiles - tile.x) * TILE_EXTENT, (y * tiles - tile.y) * TILE_EXTENT))
        isWater = rings.labels[ring] === 0
    }
    return isWater
  }

  /** Draws the part of a stored tile that is in `tile`, which has the same or a higher zoom level. */
  private drawStoredTile(layer: TileLayer, tileIndex: number, from: TileId, tile: TileId): void {
    const zoomFactor = 2 ** (tile.z - from.z)
    const west = (tile.x - from.x * zoomFactor) * TILE_EXTENT
    const north = (tile.y - from.y * zoomFactor) * TILE_EXTENT
    readRingPaths(this.geometry, this.first[tileIndex], this.geometryEnd(tileIndex), this.rings)
    const box = {
      west: (west - TILE_BUFFER) / zoomFactor,
      north: (north - TILE_BUFFER) / zoomFactor,
      east: (west + TILE_EXTENT + TILE_BUFFER) / zoomFactor,
      south: (north + TILE_EXTENT + TILE_BUFFER) / zoomFactor,
    }
    const clippedRings = zoomFactor === 1 ? this.rings : this.clipper.clip(this.rings, 'rings', box)
    this.drawRings(layer, clippedRings, { scale: zoomFactor, west, north, minWeight: -1, minArea: 0 })
  }

  /** Draws one feature per run of rings of the same kind, in painting order. */
  private drawRings(layer: TileLayer, rings: Paths, scale: RingDrawOptions): void {
    const { encoder: pen } = this
    for (let ring = 0; ring < rings.count; ) {
      const mark = rings.labels[ring]
      pen.beginFeature()
      for (; ring < rings.count && rings.labels[ring] === mark; ring++) drawRing(pen, rings, ring, false, scale)
      if (!pen.isEmpty) this.addFeature(layer, mark === 0 ? 'water' : 'land')
    }
  }

  private drawFullWater(layer: TileLayer): void {
    const { encoder: pen } = this
    pen.beginFeature()
    pen.addPoint(-TILE_BUFFER, -TILE_BUFFER)
    pen.addPoint(TILE_EXTENT + TILE_BUFFER, -TILE_BUFFER)
    pen.addPoint(TILE_EXTENT + TILE_BUFFER, TILE_EXTENT + TILE_BUFFER)
    pen.addPoint(-TILE_BUFFER, TILE_EXTENT + TILE_BUFFER)
    pen.endRing(false, 0)
    this.addFeature(layer, 'water')
  }

  private addFeature(layer: TileLayer, kind: 'water' | 'land'): void {
    layer.add(GeometryType.polygon, this.encoder, layer.encodeTags({ kind }))
  }

  /**
   * Returns whether a tile without data is water. A tile that is entirely water has no child tiles. In a tile with a
   * coast, missing child tiles are land.
   */
  private isInWater(tile: TileId): boolean {
    for (let z = tile.z - 1; z >= 0; z--) {
      const tileIndex = this.findTile(ancestorOf(tile, z))
      if (tileIndex >= 0) return this.size[tileIndex] === 0
    }
    return false
  }

  private geometryEnd(tileIndex: number): number {
    return this.first[tileIndex] + this.size[tileIndex]
  }

  private findTile(tile: TileId): number {
    const number = tileNumber(tile)
    let low = 0
    let high = this.tile.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.tile[middle] < number) low = middle + 1
      else high = middle
    }
    return this.tile[low] === number ? low : -1
  }
}

function isInRing(rings: Paths, ring: number, x: number, y: number): boolean {
  let isInside = false
  const end = rings.endOffsets[ring]
  for (let i = rings.startOf(ring), j = end - 1; i < end; j = i++) {
    const [yi, yj] = [rings.y[i], rings.y[j]]
    if (yi > y !== yj > y && x < ((rings.x[j] - rings.x[i]) * (y - yi)) / (yj - yi) + rings.x[i]) isInside = !isInside
  }
  return isInside
}

function ancestorOf({ z, x, y }: TileId, zoom: number): TileId {
  if (z <= zoom) return { z, x, y }
  const scale = 2 ** (z - zoom)
  return { z: zoom, x: Math.floor(x / scale), y: Math.floor(y / scale) }
}

/**
 * Version of the water tiles. Increment the version whenever the sources or the sections change, so that existing files
 * are rebuilt.
 */
export const WATER_VERSION = '5'

/** Attribution that must be shown with every map. */
export const WATER_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

/**
 * Reads the water tiles into memory shared by all threads. Throws a DatasetUnreadable if the file is missing or
 * damaged.
 */
export async function readWater(file: string): Promise<Map<string, TypedArray>> {
  return await readSections(file, { shared: true })
}
