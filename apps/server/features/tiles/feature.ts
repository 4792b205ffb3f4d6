import type { FastifyInstance } from 'fastify'
import type { Operation } from '../../operations/define-operation.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import { RemoteTiles, type RemoteTilesOptions } from './remote-tiles.ts'
import { addTileRoutes, createLoadOnce } from './routes.ts'
import { TileService, type TileServiceOptions } from './runtime/tile-service.ts'
import { TrafficTiles } from './runtime/traffic-tiles.ts'

export interface TilesFeatureOptions extends TileServiceOptions {
  readonly config: Pick<Config, 'mapTiles' | 'threads' | 'publicUrl'>
  readonly limiter: Limiter
  /** Loads the tile data. Undefined if the service already has all data. */
  readonly loadData?: (() => Promise<void>) | undefined
  readonly clock: Clock
  /** Nodes that draw other regions. Undefined if the server is not part of a cluster. */
  readonly remote?: RemoteTilesOptions | undefined
}

export interface TilesFeature {
  /** Service that receives new tile data. Undefined if tiles are disabled. */
  readonly service: TileService | undefined
  /** Operation through which other nodes request tiles from this node. */
  readonly remoteOperation: Operation | undefined
  routes(app: FastifyInstance): void
}

/** Memory limit for cached tiles across all threads, in bytes. */
const CACHE_BYTES = 64 * 1024 * 1024

/** Creates the feature that serves map tiles in one thread. */
export function tilesFeature(options: TilesFeatureOptions): TilesFeature {
  const { config, limiter, clock, regions } = options
  const service = config.mapTiles ? new TileService(options) : undefined
  const cacheBytes = CACHE_BYTES / Math.max(1, config.threads)
  const { publicUrl } = config
  const traffic = new TrafficTiles(regions)
  const loadOnce = createLoadOnce(service && options.loadData)
  const remote =
    options.remote &&
    service &&
    new RemoteTiles(options.remote, async (tile, kind) => {
      await loadOnce()
      return kind === 'map' ? service.draw(tile) : traffic.draw(tile, clock.now())
    })
  return {
    service,
    remoteOperation: remote?.operation,
    routes: (app) =>
      addTileRoutes(app, {
        service,
        loadOnce,
        traffic,
        remote,
        limiter,
        clock,
        cacheBytes,
        publicUrl,
      }),
  }
}
