import { gzipSync } from 'node:zlib'
import {
  BasemapTiles,
  buildRoadTileIndex,
  buildWater,
  createTileLayers,
  fromBasemapSections,
  fromRoadSections,
  MAX_ZOOM,
  RoadTiles,
  readWaterRings,
  WaterTiles,
} from '@fairway/dataset'
import { type TileId, toWorldX, toWorldY, writeTile } from '@fairway/geo'
import { TextCache } from '@fairway/road'
import { compileEmbeddedMap, openMaps } from '../../tests/support/maps/maps.ts'
import { type Benchmark, median, round } from '../bench.ts'

const ROUND_COUNT = 5

/** Measures the CPU time of this process instead of wall time, because other processes may be running. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Measures the drawing cost and the size of the tiles of Montevideo, with roads, water and the base map. */
export const mapTiles: Benchmark = {
  async run({ tiny, progress }) {
    await compileEmbeddedMap()
    const [region] = (await openMaps()).regions
    if (!region) throw new Error('the embedded map is missing')
    const { network } = fromRoadSections(region.sections)
    progress('indexing roads')
    let index: ReturnType<typeof buildRoadTileIndex> | undefined
    const indexMs = cpuMs(() => {
      index = buildRoadTileIndex(network)
    })
    const roads = index && new RoadTiles(network, new TextCache(network.texts), index)
    progress('cutting water')
    let water: WaterTiles | undefined
    let waterBytes = 0
    const waterMs = tiny
      ? 0
      : cpuMs(() => {
          const sections = buildWater(readWaterRings())
          for (const array of sections.values()) waterBytes += array.byteLength
          water = new WaterTiles(sections)
        })
    const basemap = fromBasemapSections(region.sections)
    const painters: Painters = { water, roads, basemap: basemap && new BasemapTiles(basemap) }
    const { south, north, west, east } = region.boundingBox
    const table: string[][] = [['zoom', 'tiles', 'CPU median ms', 'CPU p95 ms', 'CPU worst ms', 'largest gzip kB']]
    let worst = 0
    for (let z = 0; z <= MAX_ZOOM; z++) {
      const tiles = tilesIn(z, south, west, north, east).slice(0, tiny ? 2 : 400)
      const times = tiles.map((tile) => drawTimes(tile, painters))
      const sizes = tiles.map((tile) => gzipSync(draw(tile, painters), { level: 4 }).length)
      worst = Math.max(worst, ...times)
      table.push(
        [
          z,
          tiles.length,
          round(median(times)),
          round(percentile(times, 0.95)),
          round(Math.max(...times)),
          round(Math.max(...sizes) / 1000, 1),
        ].map(String),
      )
    }
    const figures = {
      indexMs: round(indexMs),
      waterMs: round(waterMs),
      waterMB: round(waterBytes / 1e6),
      worstTileMs: round(worst),
    }
    return {
      figures,
      table,
      notes: [`edges: ${network.edges.count}; the best of ${ROUND_COUNT} drawings of each tile`],
    }
  },
}

interface Painters {
  readonly water: WaterTiles | undefined
  readonly roads: RoadTiles | undefined
  readonly basemap: BasemapTiles | undefined
}

function draw(tile: TileId, { water, roads, basemap }: Painters): Uint8Array {
  const layers = createTileLayers()
  water?.draw(layers.water, tile)
  basemap?.draw(layers, tile)
  roads?.draw(layers.roads, tile)
  return writeTile(Object.values(layers))
}

function drawTimes(tile: TileId, painters: Painters): number {
  return Math.min(...Array.from({ length: ROUND_COUNT }, () => cpuMs(() => void draw(tile, painters))))
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function tilesIn(z: number, south: number, west: number, north: number, east: number): TileId[] {
  const column = (longitude: number) => Math.floor(toWorldX(longitude * 1e6) * 2 ** z)
  const row = (latitude: number) => Math.floor(toWorldY(latitude * 1e6) * 2 ** z)
  const tiles: TileId[] = []
  for (let y = row(north); y <= row(south); y++)
    for (let x = column(west); x <= column(east); x++) tiles.push({ z, x, y })
  return tiles
}
