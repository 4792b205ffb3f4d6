import type { Logger } from 'pino'
import { SkyHost } from '../../features/air/runtime/airspace-loader.ts'
import type { SkyHandle } from '../../features/air/runtime/sky-handle.ts'
import type { WorldHandle } from '../../features/places/runtime/place-index.ts'
import { createWorldHost } from '../../features/places/runtime/world-loader.ts'
import { hasSeas } from '../../features/sea/runtime/sea-file.ts'
import { createSeaHost } from '../../features/sea/runtime/sea-loader.ts'
import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import { TilesHost } from '../../features/tiles/runtime/tile-loader.ts'
import type { TilesHandle } from '../../features/tiles/runtime/tiles-handle.ts'
import type { Config } from '../../platform/config/config.ts'
import type { MadeOnceHost } from '../../platform/generated-files/file-loader.ts'
import type { Component } from '../component.ts'

interface GeneratedFilesOptions {
  readonly config: Config
  readonly log: Logger
  /** Where loaded data goes. */
  readonly publish: {
    world(handle: WorldHandle): Promise<unknown>
    sea(handle: SeaHandle): void
    sky(handle: SkyHandle): void
    tiles(handle: TilesHandle): Promise<unknown>
  }
}

/** How much longer than for its maps a start waits for the world gazetteer, which is built on the first start. */
const WORLD_WAIT_MS = 5000
/** The same for the sea map, which is only read, usually within a second. */
const SEA_WAIT_MS = 3000

/** Loaders of the data that is built once and stored: world gazetteer, sea map, airspace, map tiles. */
export class GeneratedFiles implements Component {
  readonly name = 'generated files'
  readonly world: MadeOnceHost<WorldHandle>
  readonly sky: SkyHost
  readonly tiles: TilesHost
  private readonly config: Config
  private readonly seas: MadeOnceHost<SeaHandle>
  private seasExist = false

  constructor({ config, log, publish }: GeneratedFilesOptions) {
    const { dataDir, defaultZones, sampleCorridors } = config
    this.config = config
    this.world = createWorldHost({ dataDir, log, publish: async (handle) => void (await publish.world(handle)) })
    this.seas = createSeaHost({ dataDir, log, publish: async (handle) => publish.sea(handle) })
    this.sky = new SkyHost({
      dataDir,
      defaultZones,
      sampleCorridors,
      log,
      publish: (handle) => {
        publish.sky(handle)
        this.tiles.useSky(handle)
      },
    })
    this.tiles = new TilesHost({ isWanted: config.mapTiles, dataDir, log, publish: (handle) => publish.tiles(handle) })
  }

  /** Null when ship routes are disabled. */
  get sea(): SeaHandle | undefined | null {
    return this.config.seas ? this.seas.handle : null
  }

  /** Starts to read what exists, in threads. Only the world gazetteer is built now if it is missing. */
  async start(): Promise<void> {
    this.seasExist = hasSeas(this.config.dataDir)
    if (this.config.gazetteer) this.world.start()
    if (this.config.seas && this.seasExist) this.seas.start()
    this.sky.open()
    this.tiles.open()
  }

  /** Waits a while for the data that the first requests should find. */
  async waitUntilRead(): Promise<void> {
    await this.world.waitFor(WORLD_WAIT_MS)
    await this.seas.waitFor(SEA_WAIT_MS)
  }

  /** Builds what is missing. Compiling the sea map takes longest, so it comes last and delays nothing else. */
  async buildMissing(): Promise<void> {
    await this.sky.waitFor()
    this.sky.complete()
    this.tiles.complete()
    if (this.config.seas && !this.seasExist) this.seas.start()
  }

  async stop(): Promise<void> {
    await this.world.stop()
    await this.seas.stop()
    await this.sky.stop()
    await this.tiles.stop()
  }
}
