import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { StoredDataset } from '@fairway/dataset'
import type { TileId } from '@fairway/geo'
import { TILE_RATE } from '../../apps/server/features/tiles/routes.ts'
import { toWaterPath } from '../../apps/server/features/tiles/runtime/water-files.ts'
import { publishCopy } from '../../tests/support/maps/small-map.ts'
import { compileWater } from '../../tests/support/maps/water.ts'
import { median } from '../bench.ts'
import { ChildServer } from './child-server.ts'
import { type LoadRequest, sendLoad } from './load.ts'

const probeServer = new URL('../../tests/support/servers/probe-server.ts', import.meta.url)
const CONNECTIONS = 16
const ROUND_COUNT = 5
/** Number of requests per client address. One address may send only a limited number at once. */
const REQUESTS_PER_ADDRESS = TILE_RATE.burst * 0.9

export interface CachedTileServer {
  /** Returns the server's CPU time per request in milliseconds, the median of several rounds, for cached tiles. */
  measure(tiles: readonly TileId[], requests: number): Promise<number>
  stop(): Promise<void>
}

/** Starts a server with the given maps and one HTTP thread. Tiles are requested over persistent connections. */
export async function startCachedTileServer(maps: readonly StoredDataset[]): Promise<CachedTileServer> {
  const folder = await mkdtemp(join(tmpdir(), 'fairway-bench-'))
  for (const map of maps) await publishCopy(map, folder)
  const waterPath = toWaterPath(folder)
  await mkdir(dirname(waterPath), { recursive: true })
  await copyFile(toWaterPath(await compileWater()), waterPath)
  const server = await ChildServer.start(probeServer, ['serve', '--port', '0', '--threads', '1'], {
    FAIRWAY_DATA_DIR: folder,
    FAIRWAY_EMBEDDED_REGION: 'false',
    FAIRWAY_MAP_TILES: 'true',
    FAIRWAY_TRUST_PROXY: '1',
    FAIRWAY_LOG_LEVEL: 'info',
  })
  let addressCount = 0
  /** Sends requests from as many client addresses as the rate limit requires. */
  const send = async (tiles: readonly TileId[], requests: number): Promise<void> => {
    const paths = tiles.map(({ z, x, y }): LoadRequest => ({ path: `/tiles/${z}/${x}/${y}.mvt` }))
    for (let left = requests; left > 0; left -= REQUESTS_PER_ADDRESS) {
      const address = `10.0.${addressCount >> 8}.${addressCount++ & 255}`
      const { statuses } = await sendLoad({
        url: `http://127.0.0.1:${server.port}`,
        requests: Math.min(left, REQUESTS_PER_ADDRESS),
        connections: CONNECTIONS,
        headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': address },
        body: paths,
      })
      const unexpected = [...statuses.keys()].filter((status) => status !== 200 && status !== 204)
      if (unexpected.length > 0) throw new Error(`a tile was answered with status ${unexpected[0]}`)
    }
  }
  return {
    async measure(tiles, requests) {
      // The first requests draw the tiles, and the following ones warm up the compiler.
      await send(tiles, tiles.length)
      await send(tiles, requests)
      const times: number[] = []
      for (let index = 0; index < ROUND_COUNT; index++) {
        const before = await server.cpuSeconds()
        await send(tiles, requests)
        times.push((((await server.cpuSeconds()) - before) / requests) * 1000)
      }
      return median(times)
    },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
