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

/** What finished tiles may take in all threads together. */
const SHELF_BYTES = 64 * 1024 * 1024

/** The map's tiles in one thread; returns where new data is handed to, or undefined where no map is wanted. */
export function composeTiles(app: FastifyInstance, options: ComposeTilesOptions): TileDesk | undefined {
  const { config, limiter, clock, regions } = options
  const desk = config.mapTiles ? new TileDesk(options) : undefined
  const shelfBytes = SHELF_BYTES / Math.max(1, config.threads)
  const { publicUrl } = config
  tileRoutes(app, { desk, traffic: new TrafficTiles(regions), limiter, clock, shelfBytes, publicUrl })
  return desk
}
