import { type TileId, tileNumber } from '@fairway/geo'
import { Uint32Builder } from '../osm/growing.ts'
import { BASEMAP_UNITS, type Basemap } from './schema.ts'

/**
 * Bands that group features by the zoom level at which they first appear. A band starts at zoom level `from` and ends
 * below the next band. Each band indexes its features by the tiles of zoom level `cells` that they touch. Drawing a
 * tile therefore reads few features outside the tile.
 */
const bands = [
  { from: 0, cells: 8 },
  { from: 9, cells: 11 },
  { from: 12, cells: 13 },
  { from: 14, cells: 14 },
] as const

/** Width of the margin that is drawn around each tile, as a fraction of the tile width. */
const BOX_MARGIN = 1 / 64

export type BasemapIndex = Pick<Basemap, 'cell' | 'cellFirst' | 'cellFeature' | 'bandFirst'>

export function buildBasemapIndex(zoom: Uint8Array, box: Int32Array): BasemapIndex {
  const [cell, cellFirst, cellFeature, bandFirst] = Array.from({ length: 4 }, () => new Uint32Builder())
  for (const [band, { from, cells }] of bands.entries()) {
    bandFirst.push(cell.length)
    const to = bands[band + 1]?.from ?? Number.POSITIVE_INFINITY
    const featuresByCell = new Map<number, number[]>()
    for (let feature = 0; feature < zoom.length; feature++) {
      if (zoom[feature] < from || zoom[feature] >= to) continue
      for (const number of listCells(box, feature, cells)) {
        const features = featuresByCell.get(number)
        if (features) features.push(feature)
        else featuresByCell.set(number, [feature])
      }
    }
    for (const number of [...featuresByCell.keys()].sort((a, b) => a - b)) {
      cell.push(number)
      cellFirst.push(cellFeature.length)
      for (const feature of featuresByCell.get(number) ?? []) cellFeature.push(feature)
    }
  }
  bandFirst.push(cell.length)
  cellFirst.push(cellFeature.length)
  return {
    cell: cell.finish(),
    cellFirst: cellFirst.finish(),
    cellFeature: cellFeature.finish(),
    bandFirst: bandFirst.finish(),
  }
}

function* listCells(box: Int32Array, feature: number, z: number): Generator<number> {
  const tileCount = 2 ** z
  const clamp = (value: number) => Math.max(0, Math.min(tileCount - 1, Math.floor(value)))
  const [west, north, east, south] = Array.from(
    box.subarray(4 * feature, 4 * feature + 4),
    (value) => (value / BASEMAP_UNITS) * tileCount,
  )
  const [left, right] = [clamp(west - BOX_MARGIN), clamp(east + BOX_MARGIN)]
  for (let y = clamp(north - BOX_MARGIN); y <= clamp(south + BOX_MARGIN); y++)
    for (let x = left; x <= right; x++) yield tileNumber({ z, x, y })
}

/** Box in basemap units. A feature outside the box is not in the tile. */
export interface UnitBox {
  readonly west: number
  readonly north: number
  readonly east: number
  readonly south: number
}

/** Returns the bounds of a tile with its margin, in basemap units. */
export function toUnitBox({ z, x, y }: TileId): UnitBox {
  const unit = BASEMAP_UNITS / 2 ** z
  const margin = unit * BOX_MARGIN
  const [west, north] = [x * unit, y * unit]
  return { west: west - margin, north: north - margin, east: west + unit + margin, south: north + unit + margin }
}

/**
 * Finds the features of tiles. Each thread needs a separate instance, because an instance reuses its buffer: a tile can
 * have tens of thousands of features.
 */
export class FeatureFinder {
  private readonly basemap: Basemap
  private features = new Uint32Array(1024)
  private count = 0

  constructor(basemap: Basemap) {
    this.basemap = basemap
  }

  /** Returns the features of a tile that touch the box, in ascending order. The result is valid until the next call. */
  find(tile: TileId, box: UnitBox): Uint32Array {
    const { bandFirst, cell } = this.basemap
    let runs = 0
    this.count = 0
    const addCell = (index: number): void => {
      const previousCount = this.count
      this.addCell(index, box, tile.z)
      if (this.count > previousCount) runs++
    }
    for (const [band, { from, cells }] of bands.entries()) {
      if (tile.z < from) break
      const [low, high] = [bandFirst[band], bandFirst[band + 1]]
      if (tile.z >= cells) {
        const factor = 2 ** (tile.z - cells)
        const number = tileNumber({ z: cells, x: Math.floor(tile.x / factor), y: Math.floor(tile.y / factor) })
        const index = lowerBound(cell, low, high, number)
        if (index < high && cell[index] === number) addCell(index)
        continue
      }
      const factor = 2 ** (cells - tile.z)
      for (let row = 0; row < factor; row++) {
        const first = tileNumber({ z: cells, x: tile.x * factor, y: tile.y * factor + row })
        for (let index = lowerBound(cell, low, high, first); index < high; index++) {
          if (cell[index] >= first + factor) break
          addCell(index)
        }
      }
    }
    // The features of one cell are already in ascending order.
    return runs > 1 ? this.sortUnique() : this.features.subarray(0, this.count)
  }

  private addCell(index: number, { west, north, east, south }: UnitBox, z: number): void {
    const { cellFirst, cellFeature, zoom, box } = this.basemap
    const end = cellFirst[index + 1]
    if (this.count + end - cellFirst[index] > this.features.length) this.grow(this.count + end - cellFirst[index])
    const { features } = this
    let { count } = this
    for (let i = cellFirst[index]; i < end; i++) {
      const feature = cellFeature[i]
      if (zoom[feature] > z) continue
      const offset = 4 * feature
      if (box[offset] > east || box[offset + 2] < west || box[offset + 1] > south || box[offset + 3] < north) continue
      features[count++] = feature
    }
    this.count = count
  }

  private grow(minLength: number): void {
    const largerArray = new Uint32Array(Math.max(minLength, 2 * this.features.length))
    largerArray.set(this.features)
    this.features = largerArray
  }

  private sortUnique(): Uint32Array {
    const sorted = this.features.subarray(0, this.count).sort()
    let count = 0
    for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i]
    return sorted.subarray(0, count)
  }
}

function lowerBound(sorted: Uint32Array, from: number, to: number, value: number): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
