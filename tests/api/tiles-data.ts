import { VectorTile } from '@mapbox/vector-tile'
import Fastify, { type FastifyInstance } from 'fastify'
import { PbfReader } from 'pbf'
import { composeTiles } from '../../apps/server/compose-tiles.ts'
import type { Config } from '../../apps/server/config/config.ts'
import { PlaceDirectory } from '../../apps/server/engines/places/place-directory.ts'
import { RegionDirectory } from '../../apps/server/engines/region-directory.ts'
import { indexRoads } from '../../apps/server/engines/tiles/index-roads.ts'
import type { TileDesk } from '../../apps/server/engines/tiles/tile-desk.ts'
import type { TilesHandle, WaterHandle } from '../../apps/server/engines/tiles/tiles-handle.ts'
import { readWaterTiles } from '../../apps/server/engines/tiles/water-files.ts'
import { createLimitMemory } from '../../apps/server/metering/limit-memory.ts'
import { MemoryLimiter } from '../../apps/server/metering/memory-limiter.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { openMaps, type TestMaps } from '../support/maps.ts'
import { testConfig } from '../support/service.ts'
import { compileWater } from '../support/water.ts'

export async function openWater(): Promise<WaterHandle> {
  const refuse = (why: string): never => {
    throw new Error(why)
  }
  return (await readWaterTiles(await compileWater(), refuse)) ?? refuse('the water was cut, but cannot be read')
}

export interface TileService {
  readonly app: FastifyInstance
  readonly desk: TileDesk | undefined
  readonly clock: FakeClock
  readonly limiter: MemoryLimiter
  readonly regions: RegionDirectory
  readonly maps: TestMaps
}

/** Tiles of the bundled map only, as a thread of the service serves them. */
export async function startTiles(
  handle: Partial<TilesHandle> = {},
  config: Partial<Config> = {},
  hasMaps = true,
): Promise<TileService> {
  const clock = new FakeClock()
  const maps = await openMaps()
  const regions = new RegionDirectory(maps)
  if (hasMaps) await regions.adopt(maps.regions, clock.now())
  const app = Fastify()
  const limiter = new MemoryLimiter(createLimitMemory(1), clock, async () => 0)
  const desk = composeTiles(app, {
    config: testConfig(config),
    limiter,
    clock,
    regions,
    places: new PlaceDirectory(regions, false),
    domains: () => [],
    handle: { roads: hasMaps ? maps.regions.map((region) => indexRoads(region)) : [], ...handle },
  })
  await app.ready()
  return { app, desk, clock, limiter, regions, maps }
}

export function decodeTile(bytes: Uint8Array): VectorTile {
  return new VectorTile(new PbfReader(bytes))
}

/** All properties of the features in a layer. */
export function propertiesIn(tile: VectorTile, name: string): Record<string, unknown>[] {
  const layer = tile.layers[name]
  return Array.from({ length: layer?.length ?? 0 }, (_, at) => ({ ...layer?.feature(at).properties }))
}
