import { MadeOnceHost } from '../../../platform/generated-files/file-loader.ts'
import { hasAerodromes } from './aerodrome-file.ts'
import type { AerodromeHandle, SkyHandle } from './sky-handle.ts'
import { ZoneHost } from './zone-loader.ts'

export interface SkyHostOptions {
  readonly dataDir: string
  readonly defaultZones: boolean
  readonly sampleCorridors: boolean
  /** Called after every change. */
  readonly publish: (sky: SkyHandle) => void
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void }
}

const failed: AerodromeHandle = { version: 'aerodromes-failed', sections: undefined }
/** Both usually load within a tenth of that. */
const WAIT_MS = 2000

/**
 * Main-thread loader of the airspace: aerodromes, built once, and the zones of the data folder, reloaded when they
 * change.
 */
export class SkyHost {
  private readonly options: SkyHostOptions
  private readonly aerodromes: MadeOnceHost<AerodromeHandle>
  private readonly zones: ZoneHost
  private current: SkyHandle
  private isStarted = false

  constructor(options: SkyHostOptions) {
    const { dataDir, defaultZones, sampleCorridors, log } = options
    this.options = options
    this.current = { dataDir, defaultZones, sampleCorridors }
    this.aerodromes = new MadeOnceHost({
      dataDir,
      log,
      thread: new URL('./aerodrome-thread.ts', import.meta.url),
      name: 'aerodromes',
      failed,
      words: {
        what: 'the aerodrome table',
        without: 'drone routes are not available',
        known: 'aerodrome table loaded',
      },
      publish: async (aerodromes) => this.use({ aerodromes }),
    })
    this.zones = new ZoneHost({ dataDir, log, publish: (zones) => this.use({ zones }) })
  }

  get handle(): SkyHandle {
    return this.current
  }

  /** Starts to read the existing data. */
  open(): void {
    this.zones.start()
    if (this.options.defaultZones && hasAerodromes(this.options.dataDir)) this.startAerodromes()
  }

  async waitFor(): Promise<void> {
    await Promise.all([this.zones.waitFor(WAIT_MS), this.aerodromes.waitFor(WAIT_MS)])
  }

  /** Builds what is missing. Startup does not wait for it. */
  complete(): void {
    if (this.options.defaultZones && !this.isStarted) this.startAerodromes()
  }

  async stop(): Promise<void> {
    await this.zones.stop()
    await this.aerodromes.stop()
  }

  private startAerodromes(): void {
    this.isStarted = true
    this.aerodromes.start()
  }

  private use(news: Pick<SkyHandle, 'aerodromes' | 'zones'>): void {
    this.current = { ...this.current, ...news }
    this.options.publish(this.current)
  }
}
