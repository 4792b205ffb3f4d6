import {
  BoxClipper,
  ByteWriter,
  clipBetween,
  drawRingsSeparately,
  GeometryEncoder,
  Paths,
  TILE_EXTENT,
  type TileBox,
  type TileId,
  tileNumber,
  toTileBox,
} from '@fairway/geo'
import type { TypedArray } from '../format/typed-array.ts'

/**
 * Highest zoom level of stored water tiles. The source is accurate to 100 m, which is ten tile units at this zoom
 * level. Tiles at higher zoom levels are cut from the stored tiles.
 */
export const WATER_ZOOM = 10
/** Simplification tolerance of coasts in tile units, equal to an eighth of a pixel. */
const TOLERANCE_UNITS = 1
/** Minimum area of islands and ponds in square tile units, equal to one pixel. */
const MIN_AREA_UNITS = 64

/** A geometry that draws nothing, consisting of a single MoveTo to the corner. */
export const EMPTY_GEOMETRY = Uint8Array.of(9, 0, 0)

export type WaterSections = Map<string, TypedArray>

/**
 * Builds the water of all tiles up to WATER_ZOOM as rings in tile units, in painting order. Tiles that are entirely
 * water have no bytes and no child tiles. Tiles that are entirely land are absent.
 */
export function buildWater(rings: Paths, onStage: (stage: string) => void = () => {}): WaterSections {
  onStage('cutting water into tiles')
  return cutWater(rings, [{ z: 0, x: 0, y: 0 }], WATER_ZOOM)
}

/** Builds the water of the given tiles and their child tiles up to a zoom level. */
export function cutWater(rings: Paths, tiles: readonly TileId[], maxZoom: number): WaterSections {
  const builder = new WaterBuilder(maxZoom)
  const clipper = new BoxClipper()
  for (const tile of tiles) builder.addTile(clipper.clip(rings, 'rings', toTileBox(tile)), tile)
  return builder.finish()
}

class WaterBuilder {
  private readonly encoder = new GeometryEncoder()
  private readonly geometry = new ByteWriter()
  private readonly tileNumbers: number[] = []
  private readonly geometryEnds: number[] = []
  /** Buffers for clipping by columns, then by rows. Each zoom level uses one pair of buffers at a time. */
  private readonly columnBuffers: readonly Paths[]
  private readonly tileBuffers: readonly Paths[]
  private readonly maxZoom: number

  constructor(maxZoom: number) {
    this.maxZoom = maxZoom
    this.columnBuffers = Array.from({ length: maxZoom + 1 }, () => new Paths())
    this.tileBuffers = Array.from({ length: maxZoom + 1 }, () => new Paths())
  }

  /**
   * Adds a tile and its child tiles. The traversal is depth-first, so the clipped data of a tile is needed only until
   * its four child tiles are complete.
   */
  addTile(rings: Paths, tile: TileId): void {
    const coverage = getWaterCover(rings, toTileBox(tile))
    if (coverage === 'none') return
    const previousLength = this.geometry.length
    if (coverage === 'part') this.draw(rings, tile)
    // A tile without bytes would count as entirely water, so a tile whose ponds are too small to draw gets a point.
    if (coverage === 'part' && this.geometry.length === previousLength) this.geometry.append(EMPTY_GEOMETRY)
    this.tileNumbers.push(tileNumber(tile))
    this.geometryEnds.push(this.geometry.length)
    if (coverage === 'all' || tile.z === this.maxZoom) return
    const z = tile.z + 1
    for (const x of [2 * tile.x, 2 * tile.x + 1]) {
      const { west, east } = toTileBox({ z, x, y: 0 })
      clipBetween(rings, this.columnBuffers[z], 'rings', 'x', west, east)
      for (const y of [2 * tile.y, 2 * tile.y + 1]) {
        const { north, south } = toTileBox({ z, x, y })
        clipBetween(this.columnBuffers[z], this.tileBuffers[z], 'rings', 'y', north, south)
        this.addTile(this.tileBuffers[z], { z, x, y })
      }
    }
  }

  finish(): WaterSections {
    const order = Uint32Array.from(this.tileNumbers.keys()).sort((a, b) => this.tileNumbers[a] - this.tileNumbers[b])
    const first = new Uint32Array(order.length)
    const size = new Uint32Array(order.length)
    for (const [position, tileIndex] of order.entries()) {
      first[position] = tileIndex === 0 ? 0 : this.geometryEnds[tileIndex - 1]
      size[position] = this.geometryEnds[tileIndex] - first[position]
    }
    return new Map<string, TypedArray>([
      ['water.tile', Uint32Array.from(order, (tileIndex) => this.tileNumbers[tileIndex])],
      ['water.first', first],
      ['water.size', size],
      ['water.geometry', this.geometry.view().slice()],
    ])
  }

  private draw(rings: Paths, tile: TileId): void {
    const scale = TILE_EXTENT * 2 ** tile.z
    const [west, north] = [tile.x * TILE_EXTENT, tile.y * TILE_EXTENT]
    const isMaxZoom = tile.z === this.maxZoom
    const minWeight = isMaxZoom ? -1 : (TOLERANCE_UNITS / scale) ** 2
    this.encoder.beginFeature()
    drawRingsSeparately(this.encoder, rings, {
      scale,
      west,
      north,
      minWeight,
      minArea: isMaxZoom ? 0 : MIN_AREA_UNITS,
    })
    this.geometry.append(this.encoder.bytes())
  }
}

/**
 * Returns whether a box is entirely water or contains none. Returns `part` if a shore runs inside the box rather than
 * along its edges.
 */
function getWaterCover({ x, y, endOffsets, count }: Paths, box: TileBox): 'none' | 'part' | 'all' {
  const size = box.east - box.west
  const tolerance = size * 1e-9
  const isOnBorder = (values: Float64Array, index: number, border: number): boolean =>
    Math.abs(values[index] - border) <= tolerance && Math.abs(values[index + 1] - border) <= tolerance
  let doubledArea = 0
  for (let ring = 0, pointIndex = 0; ring < count; ring++, pointIndex++) {
    for (; pointIndex < endOffsets[ring] - 1; pointIndex++) {
      const isOnVerticalBorder = isOnBorder(x, pointIndex, box.west) || isOnBorder(x, pointIndex, box.east)
      if (!isOnVerticalBorder && !isOnBorder(y, pointIndex, box.north) && !isOnBorder(y, pointIndex, box.south))
        return 'part'
      doubledArea += x[pointIndex] * y[pointIndex + 1] - x[pointIndex + 1] * y[pointIndex]
    }
  }
  return Math.abs(doubledArea / 2) > (size * size) / 2 ? 'all' : 'none'
}
