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

/** Returns the features that may be in a tile, in ascending order. */
export function listFeatures(basemap: Basemap, tile: TileId): Uint32Array {
  const features: number[] = []
  for (const [band, { from, cells }] of bands.entries()) {
    if (tile.z < from) break
    const [low, high] = [basemap.bandFirst[band], basemap.bandFirst[band + 1]]
    if (tile.z >= cells) {
      const factor = 2 ** (tile.z - cells)
      const number = tileNumber({ z: cells, x: Math.floor(tile.x / factor), y: Math.floor(tile.y / factor) })
      const index = lowerBound(basemap.cell, low, high, number)
      if (index < high && basemap.cell[index] === number) pushCell(basemap, index, features)
      continue
    }
    const factor = 2 ** (cells - tile.z)
    for (let row = 0; row < factor; row++) {
      const first = tileNumber({ z: cells, x: tile.x * factor, y: tile.y * factor + row })
      for (let index = lowerBound(basemap.cell, low, high, first); index < high; index++) {
        if (basemap.cell[index] >= first + factor) break
        pushCell(basemap, index, features)
      }
    }
  }
  return sortedUnique(features)
}

function pushCell({ cellFirst, cellFeature }: Basemap, cell: number, features: number[]): void {
  for (let i = cellFirst[cell]; i < cellFirst[cell + 1]; i++) features.push(cellFeature[i])
}

function sortedUnique(features: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(features).sort()
  let count = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[count - 1]) sorted[count++] = sorted[i]
  return sorted.subarray(0, count)
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
