import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { AirspaceHandle } from '../../../maps/airspace/airspace-handle.ts'
import type { RegionHandle } from '../../../maps/regions/handles.ts'
import { GeneratedFileLoader } from '../../../platform/generated-files/file-loader.ts'
import type { IndexRoadsOptions } from './index-roads.ts'
import { noTiles, type RoadIndexHandle, type TilesHandle, type WaterHandle } from './tiles-handle.ts'
import { hasWaterFile } from './water-files.ts'

export interface TileLoaderOptions {
  readonly isEnabled: boolean
  readonly dataDir: string
  /** Publishes the tile data after every change. */
  readonly publish: (tiles: TilesHandle) => Promise<unknown>
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
}

const FAILED_WATER: WaterHandle = { version: 'water-failed', attribution: '', sections: undefined }
/**
 * Maximum time to wait for the water data, in milliseconds. Reading the water data takes a tenth of a second, and
 * indexing the roads of a city takes a second.
 */
const MAX_WATER_WAIT_MS = 2000
const MAX_INDEX_WAIT_MS = 5000

/**
 * Loads the tile data in the main thread. Water is built once, each map has a road index, and zones are reloaded when
 * they change.
 */
export class TileLoader {
  private readonly options: TileLoaderOptions
  private readonly water: GeneratedFileLoader<WaterHandle>
  private currentHandle: TilesHandle = noTiles
  private pendingRegions: readonly RegionHandle[] = []
  private worker: Worker | undefined
  /** Maps whose roads could not be indexed. The error is logged once, and indexing is not retried. */
  private readonly failedDatasets = new Set<string>()
  /** Whether a tile was requested. Before that, nothing is loaded. */
  private isWanted = false
  /** Callbacks that run when all maps are indexed. */
  private onIndexed: (() => void)[] = []
  private isStopped = false

  constructor(options: TileLoaderOptions) {
    const { dataDir, log } = options
    this.options = options
    this.water = new GeneratedFileLoader({
      dataDir,
      log,
      threadModule: new URL('./water-thread.ts', import.meta.url),
      name: 'water',
      fallback: FAILED_WATER,
      messages: {
        subject: 'the water tiles of the map',
        consequence: 'the map shows no coastlines',
        loadedMessage: 'water tiles of the map loaded',
      },
      publish: async (water) => {
        this.publishChanges({ water })
        this.indexNextRegion()
      },
    })
  }

  get handle(): TilesHandle {
    return this.currentHandle
  }

  /** Loads the data when the first tile is requested. Water data that is still being built appears later. */
  async load(): Promise<void> {
    if (!this.options.isEnabled) return
    this.isWanted = true
    await this.water.load(MAX_WATER_WAIT_MS)
    const allIndexed = new Promise<void>((resolve) => this.onIndexed.push(resolve))
    this.indexNextRegion()
    const timeoutController = new AbortController()
    const timeout = sleep(MAX_INDEX_WAIT_MS, undefined, { signal: timeoutController.signal }).catch(() => undefined)
    await Promise.race([allIndexed, timeout])
    timeoutController.abort()
  }

  /** Builds the missing data without delaying the startup. */
  buildMissing(): void {
    const { isEnabled, dataDir } = this.options
    if (isEnabled && !this.isWanted && !hasWaterFile(dataDir)) this.water.buildMissing()
  }

  /** Sets the served maps. Traffic on the maps is ignored, because it does not affect the road index. */
  useRegions(regions: readonly RegionHandle[]): void {
    if (!this.options.isEnabled) return
    this.pendingRegions = regions
    const roads = this.currentHandle.roads.filter((roadIndex) =>
      regions.some(({ dataset }) => dataset === roadIndex.dataset),
    )
    if (roads.length < this.currentHandle.roads.length) this.publishChanges({ roads })
    this.indexNextRegion()
  }

  useSky(sky: AirspaceHandle): void {
    if (this.options.isEnabled) this.publishChanges({ sky })
  }

  async stop(): Promise<void> {
    this.isStopped = true
    await this.worker?.terminate()
    await this.water.stop()
  }

  /** Indexes the next map, one map at a time. */
  private indexNextRegion(): void {
    if (this.worker || this.isStopped || !this.isWanted) return
    const finishedDatasets = new Set([
      ...this.failedDatasets,
      ...this.currentHandle.roads.filter((index) => !this.needsWater(index)).map(({ dataset }) => dataset),
    ])
    const next = this.pendingRegions.find(({ dataset }) => !finishedDatasets.has(dataset))
    if (!next) {
      for (const resolve of this.onIndexed.splice(0)) resolve()
      return
    }
    const { dataset, sections } = next
    const threadUrl = new URL('./index-thread.ts', import.meta.url)
    const workerData: IndexRoadsOptions = { dataset, sections, water: this.currentHandle.water }
    const worker = new Worker(threadUrl, { workerData, name: 'tile-roads' })
    this.worker = worker
    let exitReason = 'its thread exited before it was done'
    // If the water has been loaded in the meantime, the next round indexes the map again.
    let isIndexed = false
    worker.once('message', (roadIndex: RoadIndexHandle) => {
      isIndexed = true
      this.publishChanges({
        roads: [...this.currentHandle.roads.filter((roadIndexInUse) => roadIndexInUse.dataset !== dataset), roadIndex],
      })
    })
    worker.once('error', (error) => {
      exitReason = (error as Error).message
    })
    worker.once('exit', () => {
      this.worker = undefined
      if (this.isStopped) return
      if (!isIndexed) {
        this.failedDatasets.add(dataset)
        this.options.log.warn(
          { dataset, why: exitReason },
          'the map does not show the roads of a dataset because their index could not be built',
        )
      }
      this.indexNextRegion()
    })
  }

  /**
   * Returns whether a map was indexed before the worldwide water was loaded. Its coast is then not joined with the water,
   * and its edge covers the sea.
   */
  private needsWater({ waterVersion }: RoadIndexHandle): boolean {
    const { water } = this.currentHandle
    return water !== undefined && waterVersion !== water.version
  }

  private publishChanges(changes: Partial<TilesHandle>): void {
    this.currentHandle = { ...this.currentHandle, ...changes }
    this.options
      .publish(this.currentHandle)
      .catch((error: Error) => this.options.log.warn({ why: error.message }, 'tiles could not be published'))
  }
}
