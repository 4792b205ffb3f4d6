import type { FastifyInstance } from 'fastify'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import { TileDesk, type TileDeskOptions } from './engines/tiles/tile-desk.ts'
import { TrafficTiles } from './engines/tiles/traffic-tiles.ts'
import { tileRoutes } from './features/tiles/routes.ts'
import type { Limiter } from './metering/limiter.ts'

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
