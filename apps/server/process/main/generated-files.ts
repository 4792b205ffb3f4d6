import type { Logger } from 'pino'
import { AirspaceLoader } from '../../features/air/runtime/airspace-loader.ts'
import { hasWorldFile } from '../../features/places/runtime/world-file.ts'
import { createWorldLoader } from '../../features/places/runtime/world-loader.ts'
import { hasSeas } from '../../features/sea/runtime/sea-file.ts'
import { createSeaLoader } from '../../features/sea/runtime/sea-loader.ts'
import type { SeaHandle } from '../../features/sea/runtime/sea-service.ts'
import { TileLoader } from '../../features/tiles/runtime/tile-loader.ts'
import type { TilesHandle } from '../../features/tiles/runtime/tiles-handle.ts'
import { hasWaterFile } from '../../features/tiles/runtime/water-files.ts'
import type { AirspaceHandle } from '../../maps/airspace/airspace-handle.ts'
import type { WorldHandle } from '../../maps/places/place-index.ts'
import type { Config } from '../../platform/config/config.ts'
import type { GeneratedFileLoader } from '../../platform/generated-files/file-loader.ts'
import type { Component } from '../component.ts'

interface GeneratedFilesOptions {
  readonly config: Config
  readonly log: Logger
  /** Receivers of the loaded data. */
  readonly publish: {
    world(handle: WorldHandle): Promise<unknown>
    sea(handle: SeaHandle): void
    sky(handle: AirspaceHandle): void
    tiles(handle: TilesHandle): Promise<unknown>
  }
}

/**
 * Maximum time that startup waits for the world gazetteer after the maps are loaded, if the gazetteer only needs to be
 * read.
 */
const GAZETTEER_WAIT_MS = 5000
/** Maximum time that the first ship route waits for the sea map, which is usually read within a second. */
const SEA_MAP_WAIT_MS = 10_000

/** Loaders of the data that is built once and stored: world gazetteer, sea map, airspace and map tiles. */
export class GeneratedFiles implements Component {
  readonly name = 'generated files'
  readonly world: GeneratedFileLoader<WorldHandle>
  readonly sky: AirspaceLoader
  readonly tiles: TileLoader
  private readonly config: Config
  private readonly seas: GeneratedFileLoader<SeaHandle>
  private hasSeaFile = false
  private hasWorldFile = false

  constructor({ config, log, publish }: GeneratedFilesOptions) {
    const { dataDir, defaultZones, samples } = config
    this.config = config
    this.world = createWorldLoader({ dataDir, log, publish: async (handle) => void (await publish.world(handle)) })
    this.seas = createSeaLoader({ dataDir, log, publish: async (handle) => publish.sea(handle) })
    this.sky = new AirspaceLoader({
      dataDir,
      defaultZones,
      sampleCorridors: samples,
      log,
      publish: (handle) => {
        publish.sky(handle)
        this.tiles.useSky(handle)
      },
    })
    this.tiles = new TileLoader({
      isEnabled: config.mapTiles,
      dataDir,
      log,
      publish: (handle) => publish.tiles(handle),
    })
  }

  /** Sea network. Null if ship routes are disabled. */
  get sea(): SeaHandle | undefined | null {
    return this.config.seas ? this.seas.handle : null
  }

  /** Starts to read the existing data in separate threads. */
  async start(): Promise<void> {
    this.hasSeaFile = hasSeas(this.config.dataDir)
    this.hasWorldFile = hasWorldFile(this.config.dataDir)
    if (this.config.gazetteer && this.hasWorldFile) this.world.start()
    this.sky.open()
  }

  /** Reads the sea map when the first request needs it, because it uses more memory than most road maps. */
  async loadSea(): Promise<void> {
    if (this.config.seas) await this.seas.load(SEA_MAP_WAIT_MS)
  }

  /** Waits a limited time for the data that the first requests need. */
  async waitUntilRead(): Promise<void> {
    await this.world.waitFor(GAZETTEER_WAIT_MS)
  }

  /**
   * Builds the missing data. At the first start, this method runs after the first map is served, because building would
   * slow down the compiler.
   */
  async buildMissing(): Promise<void> {
    if (this.config.gazetteer && !this.hasWorldFile) this.world.start()
    await this.sky.waitFor()
    this.sky.buildMissing()
    this.tiles.buildMissing()
    if (this.config.seas && !this.hasSeaFile) this.seas.buildMissing()
  }

  /** Lists the data that is still being read or built, described for users. */
  listPending(): readonly string[] {
    const { gazetteer, seas, mapTiles, dataDir } = this.config
    return [
      gazetteer && this.world.handle === undefined ? 'places of the world' : '',
      mapTiles && !hasWaterFile(dataDir) ? 'coastlines of the map' : '',
      this.sky.handle.aerodromes === undefined ? 'airports' : '',
      seas && !hasSeas(dataDir) ? 'the sea map' : '',
    ].filter((name) => name !== '')
  }

  async stop(): Promise<void> {
    await this.world.stop()
    await this.seas.stop()
    await this.sky.stop()
    await this.tiles.stop()
  }
}
