import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  buildRoadTileIndex,
  buildWater,
  compileExtract,
  compileRegion,
  DatasetStore,
  fromRoadSections,
  listEmbeddedExtracts,
  MAX_ZOOM,
  ROADS_FILE,
  readSections,
  readWaterRings,
  type StoredDataset,
} from '@fairway/dataset'
import { type TileId, toWorldX, toWorldY } from '@fairway/geo'
import { openTiles } from '../../apps/server/commands/tiles/open-tiles.ts'
import type { TileService } from '../../apps/server/features/tiles/runtime/tile-service.ts'
import { mapsDir } from '../../tests/support/maps/maps.ts'
import { compileWater } from '../../tests/support/maps/water.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { type CachedTileServer, startCachedTileServer } from './cached-tiles.ts'

const ROUND_COUNT = 5
const MAX_TILES_PER_ZOOM = 400
const WARM_UP_TILE_COUNT = 20
const WARM_UP_ROUND_COUNT = 5
const COMPRESSION_LEVEL = 4
const MAX_DRAW_MS = 5
const MAX_CACHED_MS = 0.3

type Row = readonly string[]

/** Measures the CPU time of this process instead of wall time, because other processes may be running. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * Measures the cost of the tiles of the bundled maps: building the data, drawing a tile as the server does, compressing
 * it, and sending a cached tile.
 */
export const mapTiles: Benchmark = {
  async run(options) {
    const { tiny, progress } = options
    const table: Row[] = [
      ['map', 'zoom', 'tiles', 'CPU median ms', 'CPU p95 ms', 'CPU worst ms', 'gzip p95 ms', 'largest gzip kB'],
    ]
    const figures: Record<string, number> = {}
    progress('cutting water')
    if (!tiny) Object.assign(figures, measureWater())
    const maps = await compileMaps(progress)
    const server = await startCachedTileServer(maps)
    try {
      for (const map of maps) {
        const service = await openTiles(await compileWater(), [map], progress)
        const zooms = measureDrawing(service, map, options)
        table.push(...zooms.rows)
        const cached = await measureCached(server, service, map, options)
        table.push(cached.row)
        figures[`${map.region}P95Ms`] = zooms.worstP95Ms
        figures[`${map.region}WorstMs`] = zooms.worstMs
        figures[`${map.region}CachedMs`] = cached.averageMs
        figures[`${map.region}LargestCachedMs`] = cached.largestMs
        figures[`${map.region}IndexMs`] = await measureIndex(map)
      }
    } finally {
      await server.stop()
    }
    table.push(['target', 'any', '', '', `≤ ${MAX_DRAW_MS}`, '', '', ''])
    table.push(['target', 'cached', '', '', `≤ ${MAX_CACHED_MS}`, '', '', ''])
    const notes = [
      `the best of ${ROUND_COUNT} drawings of each tile`,
      'cached tiles: CPU of the server process per request, on average and for the largest tile',
    ]
    return { figures, table, notes } satisfies BenchResult
  },
}

/** Compiles the bundled maps, Montevideo first, unless the maps of this version of the compiler exist. */
async function compileMaps(progress: (text: string) => void): Promise<StoredDataset[]> {
  const maps: StoredDataset[] = []
  for (const { region, extract } of listEmbeddedExtracts().toReversed()) {
    const dataDir = region === 'montevideo' ? mapsDir() : join(mapsDir(), region)
    const store = new DatasetStore(dataDir)
    if ((await store.listCurrent()).size === 0) {
      progress(`compiling ${region}`)
      await compileRegion({ extract, region, dataDir, threads: 1, onProgress() {} }, compileExtract)
    }
    const map = await store.findCurrent(region)
    if (map) maps.push(map)
  }
  return maps
}

function measureWater(): Record<string, number> {
  let bytes = 0
  const milliseconds = cpuMs(() => {
    for (const array of buildWater(readWaterRings()).values()) bytes += array.byteLength
  })
  return { waterMs: round(milliseconds), waterMB: round(bytes / 1e6) }
}

async function measureIndex({ folder }: StoredDataset): Promise<number> {
  const { network } = fromRoadSections(await readSections(join(folder, ROADS_FILE)))
  return round(cpuMs(() => void buildRoadTileIndex(network)))
}

function measureDrawing(service: TileService, map: StoredDataset, { tiny, progress }: BenchOptions) {
  const rows: Row[] = []
  let [worstMs, worstP95Ms] = [0, 0]
  // The compiler optimizes the drawing code only after some tiles.
  for (let z = 0; z <= MAX_ZOOM && !tiny; z++)
    for (let round = 0; round < WARM_UP_ROUND_COUNT; round++)
      for (const tile of listTiles(map, z, WARM_UP_TILE_COUNT)) service.draw(tile)
  for (let z = 0; z <= MAX_ZOOM; z++) {
    progress(`${map.region} zoom ${z}`)
    const tiles = listTiles(map, z, tiny ? 2 : MAX_TILES_PER_ZOOM)
    const times = tiles.map((tile) => measureBest(() => void service.draw(tile)))
    const bodies = tiles.map((tile) => service.draw(tile))
    const gzipTimes = bodies.map((body) => measureBest(() => void compress(body)))
    const p95 = percentile(times, 0.95)
    worstMs = Math.max(worstMs, ...times)
    worstP95Ms = Math.max(worstP95Ms, p95)
    const largest = Math.max(...bodies.map((body) => compress(body).length))
    const values = [
      tiles.length,
      round(median(times)),
      round(p95),
      round(Math.max(...times)),
      round(percentile(gzipTimes, 0.95)),
      round(largest / 1000, 1),
    ]
    rows.push([map.region, String(z), ...values.map(String)])
  }
  return { rows, worstMs: round(worstMs), worstP95Ms: round(worstP95Ms) }
}

async function measureCached(
  server: CachedTileServer,
  service: TileService,
  map: StoredDataset,
  { tiny }: BenchOptions,
) {
  const tiles = [8, 10, 12, 13, 14, 15, 16].flatMap((z) => listTiles(map, z, 12))
  const requests = tiny ? 20 : 9000
  const sizes = tiles.map((tile) => compress(service.draw(tile)).length)
  const largest = tiles.slice(sizes.indexOf(Math.max(...sizes))).slice(0, 1)
  const averageMs = round(await server.measure(tiles, requests), 3)
  const largestMs = round(await server.measure(largest, requests), 3)
  const row = [map.region, 'cached', String(tiles.length), String(averageMs), '', String(largestMs), '', '']
  return { row, averageMs, largestMs }
}

const compress = (body: Uint8Array) => gzipSync(body, { level: COMPRESSION_LEVEL })

function measureBest(work: () => void): number {
  return Math.min(...Array.from({ length: ROUND_COUNT }, () => cpuMs(work)))
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Lists the tiles of a map at a zoom level, evenly distributed if there are more than `maxCount`. */
function listTiles({ manifest: { boundingBox } }: StoredDataset, z: number, maxCount: number): TileId[] {
  const { south, north, west, east } = boundingBox
  const column = (longitude: number) => Math.floor(toWorldX(longitude * 1e6) * 2 ** z)
  const row = (latitude: number) => Math.floor(toWorldY(latitude * 1e6) * 2 ** z)
  const tiles: TileId[] = []
  for (let y = row(north); y <= row(south); y++)
    for (let x = column(west); x <= column(east); x++) tiles.push({ z, x, y })
  const count = Math.min(tiles.length, maxCount)
  return Array.from({ length: count }, (_, index) => tiles[Math.floor((index * tiles.length) / count)]).filter(
    (tile) => tile !== undefined,
  )
}
