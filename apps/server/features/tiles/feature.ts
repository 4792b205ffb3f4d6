import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Limiter } from '../../platform/metering/limiter.ts'
import { tileRoutes } from './routes.ts'
import { TileDesk, type TileDeskOptions } from './runtime/tile-service.ts'
import { TrafficTiles } from './runtime/traffic-tiles.ts'

export interface TilesOptions extends TileDeskOptions {
  readonly config: Pick<Config, 'mapTiles' | 'threads' | 'publicUrl'>
  readonly limiter: Limiter
  readonly clock: Clock
}

export interface TilesFeature {
  /** Receives new data. Undefined when tiles are disabled. */
  readonly service: TileDesk | undefined
  routes(app: FastifyInstance): void
}

/** The memory limit of cached tiles in all threads together. */
const CACHE_BYTES = 64 * 1024 * 1024

/** Map tiles in one thread. */
export function tilesFeature(options: TilesOptions): TilesFeature {
  const { config, limiter, clock, regions } = options
  const service = config.mapTiles ? new TileDesk(options) : undefined
  const shelfBytes = CACHE_BYTES / Math.max(1, config.threads)
  const { publicUrl } = config
  return {
    service,
    routes: (app) =>
      tileRoutes(app, { desk: service, traffic: new TrafficTiles(regions), limiter, clock, shelfBytes, publicUrl }),
  }
}
