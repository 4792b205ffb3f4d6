import type { AerodromeHandle, AirspaceHandle } from '../../../maps/airspace/airspace-handle.ts'
import { GeneratedFileLoader } from '../../../platform/generated-files/file-loader.ts'
import { hasAerodromes } from './aerodrome-file.ts'
import { ZoneLoader } from './zone-loader.ts'

export interface AirspaceLoaderOptions {
  readonly dataDir: string
  readonly defaultZones: boolean
  readonly sampleCorridors: boolean
  /** Publishes the airspace after every change. */
  readonly publish: (sky: AirspaceHandle) => void
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
}

const failedAerodromesHandle: AerodromeHandle = { version: 'aerodromes-failed', sections: undefined }
/** Maximum time to wait for the data in milliseconds. Loading usually takes less than a tenth of this time. */
const MAX_WAIT_MS = 2000

/**
 * Loads the airspace in the main thread. Aerodromes are built once, and the zones in the data folder are reloaded when
 * they change.
 */
export class AirspaceLoader {
  private readonly options: AirspaceLoaderOptions
  private readonly aerodromes: GeneratedFileLoader<AerodromeHandle>
  private readonly zones: ZoneLoader
  private currentHandle: AirspaceHandle
  private hasStartedAerodromes = false

  constructor(options: AirspaceLoaderOptions) {
    const { dataDir, defaultZones, sampleCorridors, log } = options
    this.options = options
    this.currentHandle = { dataDir, defaultZones, sampleCorridors }
    this.aerodromes = new GeneratedFileLoader({
      dataDir,
      log,
      threadModule: new URL('./aerodrome-thread.ts', import.meta.url),
      name: 'aerodromes',
      fallback: failedAerodromesHandle,
      messages: {
        subject: 'the aerodrome table',
        consequence: 'drone routes are not available',
        loadedMessage: 'aerodrome table loaded',
      },
      publish: async (aerodromes) => this.update({ aerodromes }),
    })
    this.zones = new ZoneLoader({ dataDir, log, publish: (zones) => this.update({ zones }) })
  }

  get handle(): AirspaceHandle {
    return this.currentHandle
  }

  /** Starts to read the existing data. */
  open(): void {
    this.zones.start()
    if (this.options.defaultZones && hasAerodromes(this.options.dataDir)) this.startAerodromes()
  }

  async waitFor(): Promise<void> {
    await Promise.all([this.zones.waitFor(MAX_WAIT_MS), this.aerodromes.waitFor(MAX_WAIT_MS)])
  }

  /** Builds the missing data without delaying the startup. */
  buildMissing(): void {
    if (this.options.defaultZones && !this.hasStartedAerodromes) this.startAerodromes()
  }

  async stop(): Promise<void> {
    await this.zones.stop()
    await this.aerodromes.stop()
  }

  private startAerodromes(): void {
    this.hasStartedAerodromes = true
    this.aerodromes.start()
  }

  private update(changes: Pick<AirspaceHandle, 'aerodromes' | 'zones'>): void {
    this.currentHandle = { ...this.currentHandle, ...changes }
    this.options.publish(this.currentHandle)
  }
}
