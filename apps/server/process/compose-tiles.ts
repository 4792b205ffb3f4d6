import type { FastifyInstance } from 'fastify'
import { tileRoutes } from '../features/tiles/routes.ts'
import { TileDesk, type TileDeskOptions } from '../features/tiles/runtime/tile-service.ts'
import { TrafficTiles } from '../features/tiles/runtime/traffic-tiles.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config/config.ts'
import type { Limiter } from '../platform/metering/limiter.ts'

export interface ComposeTilesOptions extends TileDeskOptions {
  readonly config: Pick<Config, 'mapTiles' | 'threads' | 'publicUrl'>
  readonly limiter: Limiter
  readonly clock: Clock
}

/** The memory limit of cached tiles in all threads together. */
const SHELF_BYTES = 64 * 1024 * 1024

/**
 * Sets up the map tiles in one thread. Returns the service that receives new data, or undefined when tiles are
 * disabled.
 */
export function composeTiles(app: FastifyInstance, options: ComposeTilesOptions): TileDesk | undefined {
  const { config, limiter, clock, regions } = options
  const desk = config.mapTiles ? new TileDesk(options) : undefined
  const shelfBytes = SHELF_BYTES / Math.max(1, config.threads)
  const { publicUrl } = config
  tileRoutes(app, { desk, traffic: new TrafficTiles(regions), limiter, clock, shelfBytes, publicUrl })
  return desk
}
