import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { type EmbeddedExtract, publishPrepared } from '@fairway/dataset'

export interface EmbeddedMapThreadData {
  readonly dataDir: string
  readonly region: string
  readonly extract: string
}

interface EmbeddedMapsOptions {
  readonly dataDir: string
  readonly preparedDir?: string | undefined
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
}

/**
 * Data folder with the first embedded map. In a checkout, `npm install` compiles this map, and the published package
 * contains it. The data folder is inside the bundle folder, which is emptied when a source of the compiler changes.
 */
export const preparedMapsDir = fileURLToPath(new URL('../../dist/prepared', import.meta.url))

/**
 * Publishes the embedded map that was compiled in advance. Returns false if the map must be compiled, because the
 * extract or the dataset format has changed.
 */
export async function publishPreparedMap(
  { region, title, extract }: EmbeddedExtract,
  { dataDir, log, preparedDir = preparedMapsDir }: EmbeddedMapsOptions,
): Promise<boolean> {
  const preparedDataset = await publishPrepared({ preparedDir, dataDir, region, extract })
  if ('dataset' in preparedDataset) log.info({ region }, `first start: using the prepared map of ${title}`)
  else log.info({ region, why: preparedDataset.why }, `first start: compiling the embedded map of ${title}`)
  return 'dataset' in preparedDataset
}

/** Compiles embedded maps one by one while the service handles requests. The store watcher then serves them. */
export class EmbeddedMaps {
  private readonly options: EmbeddedMapsOptions
  private readonly pendingExtracts: EmbeddedExtract[] = []
  private worker: Worker | undefined
  private isStopped = false

  constructor(options: EmbeddedMapsOptions) {
    this.options = options
  }

  /** Maps that are not compiled yet. */
  get pendingRegions(): readonly string[] {
    return this.pendingExtracts.map(({ region }) => region)
  }

  add(extracts: readonly EmbeddedExtract[]): void {
    this.pendingExtracts.push(...extracts)
  }

  compilePending(): void {
    const [next] = this.pendingExtracts
    if (!next || this.worker || this.isStopped) return
    const { dataDir, log } = this.options
    const { region, title, extract } = next
    log.info({ region }, `compiling the embedded map of ${title} in the background`)
    const workerData: EmbeddedMapThreadData = { dataDir, region, extract }
    this.worker = new Worker(new URL('./embedded-map-thread.ts', import.meta.url), { workerData, name: 'embedded-map' })
    this.worker.on('error', (error) => {
      log.warn({ region, why: (error as Error).message }, `the embedded map of ${title} could not be compiled`)
    })
    this.worker.once('exit', (code) => {
      this.worker = undefined
      // A worker that is terminated before it runs also exits with code 0.
      if (code === 0 && !this.isStopped) new OfferedMaps(dataDir).add([region])
      this.pendingExtracts.shift()
      this.compilePending()
    })
  }

  stop(): void {
    this.isStopped = true
    void this.worker?.terminate()
  }
}

/**
 * Embedded maps that were compiled in this data folder. If the operator removed a map, it is not compiled again unless
 * no map is left.
 */
export class OfferedMaps {
  private readonly folder: string
  private readonly file: string

  constructor(dataDir: string) {
    this.folder = join(dataDir, 'datasets')
    this.file = join(this.folder, '.embedded.json')
  }

  has(region: string): boolean {
    return this.list().includes(region)
  }

  add(regions: readonly string[]): void {
    const knownRegions = this.list()
    const allRegions = [...new Set([...knownRegions, ...regions])]
    if (allRegions.length === knownRegions.length) return
    mkdirSync(this.folder, { recursive: true })
    writeFileSync(this.file, JSON.stringify(allRegions))
  }

  private list(): readonly string[] {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as string[]
    } catch {
      return []
    }
  }
}
