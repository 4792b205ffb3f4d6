import { VectorTile } from '@mapbox/vector-tile'
import Fastify, { type FastifyInstance } from 'fastify'
import { PbfReader } from 'pbf'
import { openMaps, type TestMaps } from '../../../../../tests/support/maps/maps.ts'
import { compileWater } from '../../../../../tests/support/maps/water.ts'
import { FakeClock } from '../../../../../tests/support/servers/fake-clock.ts'
import { testConfig } from '../../../../../tests/support/servers/service.ts'
import { PlaceDirectory } from '../../../maps/places/place-directory.ts'
import { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import type { Config } from '../../../platform/config/config.ts'
import { createLimitMemory } from '../../../platform/metering/limit-memory.ts'
import { MemoryLimiter } from '../../../platform/metering/memory-limiter.ts'
import { tilesFeature } from '../feature.ts'
import { indexRoads } from '../runtime/index-roads.ts'
import type { TileService } from '../runtime/tile-service.ts'
import type { TilesHandle, WaterHandle } from '../runtime/tiles-handle.ts'
import { readWaterTiles } from '../runtime/water-files.ts'

export async function openWater(): Promise<WaterHandle> {
  const refuse = (why: string): never => {
    throw new Error(why)
  }
  return (await readWaterTiles(await compileWater(), refuse)) ?? refuse('the water was cut, but cannot be read')
}

export interface TileTestService {
  readonly app: FastifyInstance
  readonly tiles: TileService | undefined
  readonly clock: FakeClock
  readonly limiter: MemoryLimiter
  readonly regions: RegionDirectory
  readonly maps: TestMaps
}

/** Starts a tile service with only the bundled map, like the service in one thread of a server. */
export async function startTiles(
  handle: Partial<TilesHandle> = {},
  config: Partial<Config> = {},
  hasMaps = true,
): Promise<TileTestService> {
  const clock = new FakeClock()
  const maps = await openMaps()
  const regions = new RegionDirectory(maps)
  if (hasMaps) await regions.update(maps.regions, clock.now())
  const app = Fastify()
  const limiter = new MemoryLimiter(createLimitMemory(1), clock, async () => 0)
  const { service: tiles, routes } = tilesFeature({
    config: testConfig(config),
    limiter,
    clock,
    regions,
    places: new PlaceDirectory(regions, false),
    domains: () => [],
    handle: { roads: hasMaps ? maps.regions.map((region) => indexRoads(region)) : [], ...handle },
  })
  routes(app)
  await app.ready()
  return { app, tiles, clock, limiter, regions, maps }
}

export function decodeTile(bytes: Uint8Array): VectorTile {
  return new VectorTile(new PbfReader(bytes))
}

/** Lists the properties of all features in a layer. */
export function listProperties(tile: VectorTile, name: string): Record<string, unknown>[] {
  const layer = tile.layers[name]
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => ({ ...layer?.feature(at).properties }))
}
