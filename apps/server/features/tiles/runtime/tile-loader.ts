import { Worker } from 'node:worker_threads'
import type { RegionHandle } from '../../../maps/regions/handles.ts'
import { MadeOnceHost } from '../../../platform/generated-files/file-loader.ts'
import type { SkyHandle } from '../../air/runtime/sky-handle.ts'
import { noTiles, type RoadIndexHandle, type TilesHandle, type WaterHandle } from './tiles-handle.ts'
import { hasWater } from './water-files.ts'

export interface TilesHostOptions {
  readonly isWanted: boolean
  readonly dataDir: string
  /** Called after every change. */
  readonly publish: (tiles: TilesHandle) => Promise<unknown>
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
}

const failed: WaterHandle = { version: 'water-failed', attribution: '', sections: undefined }
/** Reading it takes a tenth of a second. */
const WAIT_MS = 2000

/** Main-thread loader of the tile data: water, built once; a road index per map; zones, reloaded when they change. */
export class TilesHost {
  private readonly options: TilesHostOptions
  private readonly water: MadeOnceHost<WaterHandle>
  private current: TilesHandle = noTiles
  private wanted: readonly RegionHandle[] = []
  private worker: Worker | undefined
  /** Maps whose roads could not be indexed. The error is logged once and not retried. */
  private readonly given = new Set<string>()
  private isStarted = false
  private stopped = false

  constructor(options: TilesHostOptions) {
    const { dataDir, log } = options
    this.options = options
    this.water = new MadeOnceHost({
      dataDir,
      log,
      thread: new URL('./water-thread.ts', import.meta.url),
      name: 'water',
      failed,
      words: {
        what: 'the water tiles of the map',
        without: 'the map shows no coastlines',
        known: 'water tiles of the map loaded',
      },
      publish: async (water) => this.use({ water }),
    })
  }

  get handle(): TilesHandle {
    return this.current
  }

  /** Starts to read the existing data. */
  open(): void {
    if (hasWater(this.options.dataDir)) this.startWater()
  }

  async waitFor(): Promise<void> {
    await this.water.waitFor(WAIT_MS)
  }

  /** Builds what is missing. Startup does not wait for it. */
  complete(): void {
    if (!this.isStarted) this.startWater()
  }

  /** Sets the served maps. Traffic is not used here. */
  useRegions(regions: readonly RegionHandle[]): void {
    if (!this.options.isWanted) return
    this.wanted = regions
    const roads = this.current.roads.filter((one) => regions.some(({ dataset }) => dataset === one.dataset))
    if (roads.length < this.current.roads.length) this.use({ roads })
    this.indexNext()
  }

  useSky(sky: SkyHandle): void {
    if (this.options.isWanted) this.use({ sky })
  }

  async stop(): Promise<void> {
    this.stopped = true
    await this.worker?.terminate()
    await this.water.stop()
  }

  private startWater(): void {
    this.isStarted = true
    if (this.options.isWanted) this.water.start()
  }

  /** One map at a time. */
  private indexNext(): void {
    if (this.worker || this.stopped) return
    const known = new Set([...this.given, ...this.current.roads.map(({ dataset }) => dataset)])
    const next = this.wanted.find(({ dataset }) => !known.has(dataset))
    if (!next) return
    const { dataset, sections } = next
    const thread = new URL('./index-thread.ts', import.meta.url)
    const worker = new Worker(thread, { workerData: { dataset, sections }, name: 'tile-roads' })
    this.worker = worker
    let why = 'its thread exited before it was done'
    worker.once('message', (made: RoadIndexHandle) => this.use({ roads: [...this.current.roads, made] }))
    worker.once('error', (error) => {
      why = (error as Error).message
    })
    worker.once('exit', () => {
      this.worker = undefined
      if (this.stopped) return
      if (!this.current.roads.some((one) => one.dataset === dataset)) {
        this.given.add(dataset)
        this.options.log.warn({ dataset, why }, 'the map shows no roads of a dataset: their index could not be built')
      }
      this.indexNext()
    })
  }

  private use(news: Partial<TilesHandle>): void {
    this.current = { ...this.current, ...news }
    this.options
      .publish(this.current)
      .catch((error: Error) => this.options.log.warn({ why: error.message }, 'tiles could not be published'))
  }
}
