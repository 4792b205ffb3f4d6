import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ZoneSet } from '../../../maps/airspace/airspace-handle.ts'
import { encodeAirFiles } from '../../../maps/airspace/pack-files.ts'
import { ZoneStore } from './zone-store.ts'

export interface ZoneLoaderOptions {
  readonly dataDir: string
  /** Publishes every set of zones, including the first. */
  readonly publish: (zones: ZoneSet) => void
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void }
  /** Interval between two scans of the folder, in milliseconds. Tests use a short interval. */
  readonly scanIntervalMs?: number
}

/**
 * Interval between two scans in milliseconds. Including the time to read a typical file, changes take effect within a
 * second.
 */
const SCAN_INTERVAL_MS = 400

/**
 * Loads the zones in the data folder and publishes them. The main thread scans for changes, and a worker thread reads
 * the changed folder.
 */
export class ZoneLoader {
  private readonly options: ZoneLoaderOptions
  private readonly store: ZoneStore
  /** Stamps of the files in the published set. Undefined before the first set is published. */
  private publishedStamps: string | undefined
  private loggedErrors = new Set<string>()
  private timer: NodeJS.Timeout | undefined
  private currentScan: Promise<void> = Promise.resolve()
  private worker: Worker | undefined
  private isStopped = false

  constructor(options: ZoneLoaderOptions) {
    this.options = options
    this.store = new ZoneStore(options.dataDir)
  }

  /** Scans immediately and then at regular intervals. */
  start(): void {
    const scanRepeatedly = async (): Promise<void> => {
      await this.scan()
      if (!this.isStopped) this.timer = setTimeout(start, this.options.scanIntervalMs ?? SCAN_INTERVAL_MS)
    }
    const start = (): void => {
      this.currentScan = scanRepeatedly()
    }
    start()
  }

  /** Waits until the first scan is done or the given time has passed. */
  async waitFor(ms: number): Promise<void> {
    const waitController = new AbortController()
    const timeout = sleep(ms, undefined, { signal: waitController.signal }).catch(() => undefined)
    await Promise.race([this.currentScan, timeout])
    waitController.abort()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    clearTimeout(this.timer)
    await this.worker?.terminate()
    await this.currentScan
  }

  /** Scans the folder. The current zones stay in effect while the folder cannot be read. */
  private async scan(): Promise<void> {
    try {
      const storedFiles = await this.store.list()
      const stamps = storedFiles.map(({ path, stamp }) => `${path} ${stamp}`).join('\n')
      if (stamps === this.publishedStamps) return
      const startedAt = performance.now()
      const zones = storedFiles.length === 0 ? createEmptyZoneSet() : await this.readInThread()
      const isFirst = this.publishedStamps === undefined
      this.publishedStamps = stamps
      this.logUnusable(zones)
      if (storedFiles.length > 0 || !isFirst) {
        const fields = {
          files: storedFiles.length - zones.unusable.length,
          tookMs: Math.round(performance.now() - startedAt),
        }
        this.options.log.info(fields, 'zones loaded from the data folder')
      }
      this.options.publish(zones)
    } catch (error) {
      if (!this.isStopped) this.warnOnce(`the zones cannot be read: ${(error as Error).message}`)
    }
  }

  private readInThread(): Promise<ZoneSet> {
    const workerData = { dataDir: this.options.dataDir }
    const worker = new Worker(new URL('./zone-thread.ts', import.meta.url), { workerData, name: 'zones' })
    this.worker = worker
    return new Promise((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the zone reader thread has exited')))
    })
  }

  private logUnusable({ unusable }: ZoneSet): void {
    const previouslyLogged = this.loggedErrors
    this.loggedErrors = new Set(unusable.map(({ name, why: reason }) => `${name}: ${reason}`))
    for (const reason of this.loggedErrors) {
      if (!previouslyLogged.has(reason))
        this.options.log.warn({ why: reason }, 'a zone file cannot be used and is not in force')
    }
  }

  private warnOnce(reason: string): void {
    if (!this.loggedErrors.has(reason)) this.options.log.warn({ why: reason }, 'the previous zones stay in force')
    this.loggedErrors.add(reason)
  }
}

function createEmptyZoneSet(): ZoneSet {
  return { version: '', files: encodeAirFiles([]), unusable: [] }
}
